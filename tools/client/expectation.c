/* SPDX-License-Identifier: MIT */
#include "expectation.h"

#include <math.h>

/* The steepness of the curve, per centipawn: lichess's fit to games of its players
 * (https://lichess.org/page/accuracy). */
#define EXPECTATION_STEEPNESS 0.00368208

double expectation(int score, bool is_mate)
{
    if (is_mate) {
        return score > 0 ? 1 : 0;
    }
    return 1 / (1 + exp(-EXPECTATION_STEEPNESS * score));
}
