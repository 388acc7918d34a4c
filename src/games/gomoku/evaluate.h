/* SPDX-License-Identifier: MIT */
/* The static evaluation: a classical evaluation (the sum of the pattern weights of all empty
 * squares) plus a correction that a network has learned (network.h). */
#ifndef GOMOKU_EVALUATE_H
#define GOMOKU_EVALUATE_H

#include "board.h"
#include "level.h"

/* Centipawns for the side to move; never a mate score. gomoku_evaluate of rules.h does the same for
 * a position without a board. */
PER_LEVEL score_t gomoku_board_evaluate(struct gomoku_board *board);

/* The classical evaluation alone, in centipawns for the side to move. */
PER_LEVEL score_t gomoku_evaluate_classical(struct gomoku_board *board);

#endif
