/* Golden exchanges, replayed against an engine. */
#ifndef CONFORM_REPLAY_H
#define CONFORM_REPLAY_H

#include "talk.h"
#include "trial.h"

/* Replays one file. The reason of a failure is in trial->reason, the exchange in trial->talk. */
enum outcome replay_file(struct trial *trial, const char *path);

#endif
