/* SPDX-License-Identifier: MIT */
/* The pairings of one round of a Swiss tournament, by FIDE's Dutch system (Handbook C.04.3, 2017).
 *
 * Engines are ranked by points, then by their number. From the top, each group of engines with the
 * same points is paired, together with those that float down to it. Among the ways in which all
 * others can be paired, too, the criteria are, in the order of the rules: no second meeting (C.1)
 * and no second bye (C.2); no meeting of two engines that must have the same colour (C.3); as many
 * pairs as possible (C.5), and the least differences in points (C.6); as few engines as possible
 * that do not get the colour they prefer (C.10), of those that prefer it strongly (C.11), and that
 * float down or up again after one round (C.12, C.13) or two (C.14, C.15). Of what is left, the
 * first way is taken in which the upper half meets the lower half in order, with changes first to
 * the order of the last ones of the lower half, then between the halves (D). The look-ahead to the
 * next group (C.7), the exceptions for the leaders of the last round (C.8, C.9) and C.16 to C.19
 * are left out. If no way remains, C.3 is given up, then C.1 and C.2 for a further meeting. */
#ifndef MATCH_SWISS_H
#define MATCH_SWISS_H

#include <stdint.h>

struct swiss {
    int engines, rounds;   /* that were played */
    const int64_t *points; /* of each engine */
    int64_t point;         /* that an engine gets for winning a round */
    const int *meetings;   /* of each two engines, engines * engines numbers; [i * engines + i] is
                              the number of byes of engine i */
    /* Of each round and engine, rounds * engines numbers: 1 if it began more games than its
     * opponent (it had White), -1 if fewer, else 0; and 1 if its opponent had more points (it
     * floated up), -1 if fewer or if it had the bye, else 0. */
    const int8_t *colours, *floats;
};

/* Writes engines / 2 pairs in the order of the groups. The first engine of a pair gets White (E).
 * Returns the engine with the bye; -1: none. */
int swiss_pair(const struct swiss *swiss, int (*pairs)[2]);

#endif
