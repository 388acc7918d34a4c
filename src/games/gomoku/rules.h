/* SPDX-License-Identifier: MIT */
/* How a game of gomoku begins and ends. */
#ifndef GOMOKU_RULES_H
#define GOMOKU_RULES_H

#include "game.h"
#include "position.h"

/* By enum gomoku_rule; NULL after the last. */
extern const char *const gomoku_rule_names[];

/* The empty board of the settings. */
void gomoku_start(const struct game_settings *settings, void *position);

/* Five in a row wins; a full board and a board without a legal move are draws. */
enum game_result gomoku_result(const void *position);

#endif
