/* SPDX-License-Identifier: MIT */
/* Command lines of the shell, for tests of programs. */
#ifndef TESTS_SHELL_H
#define TESTS_SHELL_H

#include "buffer.h"

/* Runs a command line: its exit status, -1 where a signal ended it. What it prints is added to
 * `output` unless that is NULL. */
int shell_run(const char *command, struct buffer *output);

#endif
