/* SPDX-License-Identifier: MIT */
/* The pairings of one round of a Swiss tournament, by the idea of FIDE's Dutch system: in each
 * group of engines with the same points, the upper half meets the lower half.
 *
 * Engines are ranked by points, then by their number. The first one that has no opponent yet meets,
 * of those that follow in its group, the first one of the lower half; if they have met, the next
 * one of the lower half, then those of the upper half from its end, then the engines with fewer
 * points in their order. If the others cannot be paired then, the next choice is tried. With an odd
 * number, the last engine that has had no bye gets one, unless the others cannot be paired. Only if
 * no pairing without a second meeting exists, engines meet again. */
#ifndef MATCH_SWISS_H
#define MATCH_SWISS_H

#include <stdint.h>

struct swiss {
    int engines;
    const int64_t *points; /* of each engine */
    const int *meetings;   /* of each two engines, engines * engines numbers; [i * engines + i] is
                              the number of byes of engine i */
};

/* Writes engines / 2 pairs, the higher-ranked engine first, in the order in which they were found.
 * Returns the engine with the bye; -1: none. */
int swiss_pair(const struct swiss *swiss, int (*pairs)[2]);

#endif
