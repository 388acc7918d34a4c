/* SPDX-License-Identifier: MIT */
/* The data with which the script of a report moves the pieces of a game. */
#ifndef OUTPUT_REPORT_DATA_H
#define OUTPUT_REPORT_DATA_H

#include "outputs.h"

/* True if a move is shown among the mistakes. */
bool report_shows(const struct study_ply *ply);

/* Appends the number of a move and the move: "23... Qxb2". */
void report_put_move(const struct game_walk *at, struct buffer *out);

/* Appends a score as the first player sees it: "+0.31", "#-3"; nothing if there is none. */
void report_put_value(const struct study *study, const struct game_walk *at, struct buffer *out);

/* Appends the verdict on the move that was played, and a better one: "blunder, 44 % of a point
 * lost. Better: e4 e5 (-0.60)". */
void report_put_verdict(const struct study *study, const struct game_walk *at, struct buffer *out);

/* Appends the object of a game, whose ids begin with `ids`:
 *
 *     ids, turned   as they are; turned: the second player is at the bottom at first
 *     field         the left and the right edge of the curve
 *     start         the code of each square: 0, or 1 + the kind of piece
 *     round, on     of each kind: its drawing is round; a colour that is visible on it
 *     marked        the positions before mistakes and blunders
 *     win           the squares that won the game
 *     plies         of each position: `c`, the squares and codes that the move before it changed;
 * `m`, the squares of that move; `k`, 1 if it was a mistake; `b`, the squares of the best move;
 * `t`, texts
 */
void report_put_data(const struct study *study, const struct writing *writing, const char *ids,
                     struct buffer *out);

#endif
