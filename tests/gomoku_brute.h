/* SPDX-License-Identifier: MIT */
/* VCF by exhaustive search: slow and simple. */
#ifndef TESTS_GOMOKU_BRUTE_H
#define TESTS_GOMOKU_BRUTE_H

#include "gomoku_oracle.h"

/* The length in plies, the five included, of the shortest win in which every move of `who` but the
 * last threatens to win at once, whatever the other side answers; 0 if there is none within `most`.
 * Not for the caro rule, whose fours can be stopped on other squares than the fifth. */
int brute_fours(struct oracle_board *board, char who, int most);

#endif
