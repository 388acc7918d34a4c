/* SPDX-License-Identifier: MIT */
/* The static evaluation: a classical one (the sum of the pattern weights of all empty squares) and
 * what a network has learned to add to it (network.h). */
#ifndef GOMOKU_EVALUATE_H
#define GOMOKU_EVALUATE_H

#include "board.h"
#include "buffer.h"
#include "level.h"

/* Centipawns for the side to move; never a mate score. */
PER_LEVEL score_t gomoku_evaluate(struct gomoku_board *board);

/* The classical evaluation alone, centipawns for the side to move. */
PER_LEVEL score_t gomoku_evaluate_classical(struct gomoku_board *board);

/* Appends what the last move makes and blocks, the threats of both sides, and the evaluation, one
 * line a term. */
PER_LEVEL void gomoku_explain(struct gomoku_board *board, struct buffer *out);

#endif
