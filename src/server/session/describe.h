/* SPDX-License-Identifier: MIT */
/* A game in words. For people: the answers of `games` and `help GAME`. For programs: those of
 * `query game`, `query look` and `query board`, which are keywords and values in one line. A value
 * consists of one or more words, and ends at the next keyword. */
#ifndef SERVER_DESCRIBE_H
#define SERVER_DESCRIBE_H

#include "buffer.h"
#include "look.h"

/* Appends one line for each game: names, title and the parameters of newgame. `games` ends with
 * NULL. */
void describe_games(const struct game *const *games, struct buffer *text);

/* Appends the names of CECP's interfaces for the games that they know, separated by commas. */
void describe_variants(const struct game *const *games, struct buffer *text);

/* Appends a game's rules, its parameters and its options, one on each line. */
void describe_game(const struct game *game, struct buffer *text);

/* Returns "none", "p1win", "p2win" or "draw". */
const char *describe_result(enum game_result result);

/* Appends the game's name, its title, its parameters of newgame and the names of its options. */
void describe_game_keywords(const struct game *game, struct buffer *out);

/* Appends the properties that do not change during a game: the board's size and kind, how moves are
 * entered, the formats of finished games, the sides and the pieces. The game must have a look. */
void describe_look(const struct game *game, const struct game_settings *settings,
                   const void *position, struct buffer *out);

/* Appends the properties that change: the side to move, the result, the contents of the squares,
 * and the highlighted squares. The game must have a look. */
void describe_board(const struct game *game, const void *position, struct buffer *out);

#endif
