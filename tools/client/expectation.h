/* SPDX-License-Identifier: MIT */
/* What a score is worth in points of a game. */
#ifndef CLIENT_EXPECTATION_H
#define CLIENT_EXPECTATION_H

#include <stdbool.h>

/* The expected score, 0 (lost) to 1 (won), of the side whose score this is: centipawns on a
 * logistic curve, at 200 of which a side is taken to win about three games of four; or plies to
 * mate, more than 0 for the side that mates. */
double expectation(int score, bool is_mate);

#endif
