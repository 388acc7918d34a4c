/* SPDX-License-Identifier: MIT */
/* Converts a score to expected points of a game. */
#ifndef CLIENT_EXPECTATION_H
#define CLIENT_EXPECTATION_H

#include <stdbool.h>

/* Returns the expected points, 0 (loss) to 1 (win), of the side that has this score. Centipawns are
 * converted by a logistic curve, on which 300 centipawns win about three games of four. If
 * `is_mate`, the score is in plies to mate, positive for the side that mates. */
double expectation(int score, bool is_mate);

#endif
