/* SPDX-License-Identifier: MIT */
/* How a game of Connect Four begins and ends. */
#ifndef CONNECT4_RULES_H
#define CONNECT4_RULES_H

#include "game.h"
#include "level.h"
#include "position.h"

/* The empty board. */
PER_LEVEL void connect4_start(const struct game_settings *settings, void *position);

/* Four in a row wins; a full board without four in a row is a draw. */
PER_LEVEL enum game_result connect4_result(const void *position);

#endif
