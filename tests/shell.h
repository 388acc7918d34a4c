/* SPDX-License-Identifier: MIT */
/* Runs command lines of the shell, for tests of programs. */
#ifndef TESTS_SHELL_H
#define TESTS_SHELL_H

#include "buffer.h"

/* Runs a command line. Returns its exit status, or -1 if a signal ended it. Its output is appended
 * to `output` unless that is NULL. */
int shell_run(const char *command, struct buffer *output);

#endif
