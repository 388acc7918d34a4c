/* SPDX-License-Identifier: MIT */
#include "expectation.h"

#include <math.h>

/* The score in centipawns at which a side is expected to win about three games of four. */
#define EXPECTATION_SCALE 200.0

double expectation(int score, bool is_mate)
{
    if (is_mate) {
        return score > 0 ? 1 : 0;
    }
    return 1 / (1 + exp(-score / EXPECTATION_SCALE));
}
