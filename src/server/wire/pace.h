/* SPDX-License-Identifier: MIT */
/* How a loop serves many. Each has a slice at a time; who uses up one slice after another is eager,
 * and rests between them, so that the loop has time of its own and hears the others at once. */
#ifndef SERVER_PACE_H
#define SERVER_PACE_H

#include <stdint.h>

/* All zero at first. */
struct pace {
    int full_slices; /* in a row */
};

/* A slice was used up, in this time: how long to rest before the next one, in seconds. 0: it may
 * come in the next turn of the loop. */
double pace_rest(struct pace *pace, int64_t took_ns);

/* Nothing is left to do. */
void pace_reset(struct pace *pace);

#endif
