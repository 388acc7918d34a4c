/* SPDX-License-Identifier: MIT */
/* Solves endings of chess with up to four pieces by retrograde analysis, without tables of anybody
 * else. It counts no fifty moves, and knows no en passant: one side at most has pawns. */
#ifndef TESTS_CHESS_SOLVER_H
#define TESTS_CHESS_SOLVER_H

#include <stdint.h>

#include "chess/board.h"

enum solved { SOLVED_DRAW, SOLVED_WIN, SOLVED_LOSS, SOLVED_ILLEGAL };

/* Solves an ending such as "KQvKR", and keeps its results until the program ends. The endings that
 * its captures and promotions lead to have been solved before. */
void solve_ending(const char *name);

/* Reads position `number` of a solved ending. Returns its result for the side to move, or
 * SOLVED_ILLEGAL; numbers are 0 .. solved_count(name) - 1. */
uint32_t solved_count(const char *name);
enum solved solved_position(const char *name, uint32_t number, struct chess_board *board);

#endif
