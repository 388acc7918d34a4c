/* SPDX-License-Identifier: MIT */
/* How a game of chess begins and ends. */
#ifndef CHESS_RULES_H
#define CHESS_RULES_H

#include "level.h"
#include "position.h"

/* Fifty moves of each side without a capture or a pawn's move: plies. */
#define FIFTY_MOVES 100

/* The position before the first move. */
PER_LEVEL void chess_start(const struct game_settings *settings, void *position);

/* Mate, stalemate, or a draw by repetition, by the fifty-move rule or for lack of material. */
PER_LEVEL enum game_result chess_result(const void *position);

/* How often the position stood on the board before, counting no further than 2; those within the
 * last `recent` plies count as two. */
PER_LEVEL int chess_repetitions(const struct chess_position *position, int recent);

/* Neither side can mate by any play: bare kings, one minor piece, bishops all on one colour. */
PER_LEVEL bool chess_is_insufficient_material(const struct chess_position *position);

#endif
