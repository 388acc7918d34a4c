/* SPDX-License-Identifier: MIT */
/* What a person is told of the games: the texts of `games` and `help GAME`. */
#ifndef SERVER_GAME_HELP_H
#define SERVER_GAME_HELP_H

#include "buffer.h"
#include "game.h"

/* Appends a line a game: names, title and the parameters of newgame. NULL is behind the last. */
void game_help_list(const struct game *const *games, struct buffer *text);

/* Appends a game's rules, its parameters and its options, one a line. */
void game_help_describe(const struct game *game, struct buffer *text);

#endif
