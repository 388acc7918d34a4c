/* SPDX-License-Identifier: MIT */
/* How one loop serves many: each has a slice at a time, and who uses more than a share of the
 * loop's time rests between slices, so that the loop has time of its own and hears the others at
 * once. */
#ifndef SERVER_PACE_H
#define SERVER_PACE_H

#include <stdint.h>

/* All zero at first. Time as clock_ns() has it. */
struct pace {
    int64_t owed_ns; /* used beyond the share, at `seen_ns` */
    int64_t seen_ns;
};

/* One part in so many of the loop's time is everyone's own. */
#define PACE_PART 3

/* A slice lasted from `begin_ns` to `end_ns` and used so much processor time, which is less where
 * the system gave the processor to others: how long to rest before the next one, in seconds, so
 * that no more than one part in `parts` is used. 0: it may come at once. */
double pace_rest(struct pace *pace, int parts, int64_t begin_ns, int64_t end_ns, int64_t used_ns);

#endif
