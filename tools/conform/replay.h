/* SPDX-License-Identifier: MIT */
/* Replays recorded exchanges against an engine. */
#ifndef CONFORM_REPLAY_H
#define CONFORM_REPLAY_H

#include "checker.h"

/* Replays one file. If it returns false, checker->reason has the reason, and checker->session the
 * exchange. */
bool replay_file(struct checker *checker, const char *path);

#endif
