/* SPDX-License-Identifier: MIT */
/* Computes how long to wait before a failed action is tried again. */
#ifndef PROVIDER_BACKOFF_H
#define PROVIDER_BACKOFF_H

#include "compiler.h"
#include "rng.h"

/* The first and the longest wait, in seconds, before it is shortened at random by up to half. */
#define BACKOFF_FIRST_S 1.0
#define BACKOFF_MOST_S  60.0

/* The random part of a wait is one of this many steps. */
#define BACKOFF_STEPS 1024

struct backoff {
    double next_s;
    struct rng rng;
};

/* Resets the span after a success. */
INLINE void backoff_reset(struct backoff *backoff)
{
    backoff->next_s = BACKOFF_FIRST_S;
}

INLINE void backoff_init(struct backoff *backoff, uint64_t seed)
{
    backoff->rng = (struct rng){.state = seed};
    backoff_reset(backoff);
}

/* Returns the wait after a further failure, in seconds. It is a random number between half of a
 * span and the whole span, which doubles each time: clients that failed at the same time do not
 * retry at the same time. */
INLINE double backoff_take(struct backoff *backoff)
{
    const double chance = (double)rng_below(&backoff->rng, BACKOFF_STEPS + 1) / BACKOFF_STEPS;
    const double span_s = backoff->next_s;
    backoff->next_s = 2 * span_s < BACKOFF_MOST_S ? 2 * span_s : BACKOFF_MOST_S;
    return span_s * (0.5 + 0.5 * chance);
}

#endif
