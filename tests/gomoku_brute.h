/* SPDX-License-Identifier: MIT */
/* Finds a VCF by exhaustive search: slow and simple. */
#ifndef TESTS_GOMOKU_BRUTE_H
#define TESTS_GOMOKU_BRUTE_H

#include "gomoku_oracle.h"

/* Returns the number of plies, including the five, of the shortest win in which every move of `who`
 * except the last threatens to win with the next move, whatever the opponent answers. Returns 0 if
 * there is none within `most` plies. Not for the caro rule, where a four can be stopped on squares
 * other than the fifth. */
int brute_fours(struct oracle_board *board, char who, int most);

#endif
