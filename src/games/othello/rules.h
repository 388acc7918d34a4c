/* SPDX-License-Identifier: MIT */
/* How a game of Othello begins and ends. */
#ifndef OTHELLO_RULES_H
#define OTHELLO_RULES_H

#include "game.h"
#include "position.h"

/* The squares a side that a setting's value stands for. */
extern const char *const othello_size_names[];
int othello_size(const struct game_settings *settings);

void othello_start(const struct game_settings *settings, void *position);
enum game_result othello_result(const void *position);

#endif
