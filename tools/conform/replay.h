/* SPDX-License-Identifier: MIT */
/* Golden exchanges, replayed against an engine. */
#ifndef CONFORM_REPLAY_H
#define CONFORM_REPLAY_H

#include "checker.h"
#include "session.h"

/* Replays one file. The reason of a failure is in checker->reason, the exchange in
 * checker->session. */
enum outcome replay_file(struct checker *checker, const char *path);

#endif
