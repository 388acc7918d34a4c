/* SPDX-License-Identifier: MIT */
/* A game, its look and a position, written as keywords and values in one line: the answers of
 * `query game`, `query look` and `query board`. A value has one word or more, and ends
 * at the next keyword. */
#ifndef SERVER_QUERY_LOOK_H
#define SERVER_QUERY_LOOK_H

#include "buffer.h"
#include "look.h"

/* "none", "p1win", "p2win" or "draw". */
const char *query_result_name(enum game_result result);

/* Appends the game's name, its title, its parameters of newgame and the names of its options. */
void query_put_game(const struct game *game, struct buffer *out);

/* Appends what stays the same during a game: the board's size and kind, how moves are entered, the
 * formats that finished games are written in, the sides and the pieces. The game has a look. */
void query_put_look(const struct game *game, const struct game_settings *settings,
                    const void *position, struct buffer *out);

/* Appends what changes: whose turn, the result, what stands where, what is to be marked. The game
 * has a look. */
void query_put_board(const struct game *game, const void *position, struct buffer *out);

#endif
