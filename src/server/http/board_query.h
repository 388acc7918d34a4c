/* SPDX-License-Identifier: MIT */
/* What is asked of /board.svg behind the '?': a game, a position of it, and how it is to be shown.
 */
#ifndef SERVER_BOARD_QUERY_H
#define SERVER_BOARD_QUERY_H

#include "error.h"
#include "game.h"

/* Most moves, so that a picture takes less than 2 ms: players' notation of chess costs 8 us a move.
 */
#define BOARD_QUERY_MOVES 200

/* Reads `length` bytes as "game=NAME&moves=..." and appends the picture; `games` are those that are
 * offered, NULL after the last, and `game` is meant when none is named. 200, or the status and the
 * reason, with nothing appended. */
int board_query_answer(const struct game *const *games, const struct game *game, const char *query,
                       size_t length, struct buffer *out, struct error *error);

#endif
