/* SPDX-License-Identifier: MIT */
/* Computes how long to wait before a failed action is tried again. */
#ifndef PROVIDER_BACKOFF_H
#define PROVIDER_BACKOFF_H

#include "rng.h"

/* The first and the longest wait, in seconds, before it is shortened at random by up to half. */
#define BACKOFF_FIRST_S 1.0
#define BACKOFF_MOST_S  60.0

struct backoff {
    double next_s;
    struct rng rng;
};

void backoff_init(struct backoff *backoff, uint64_t seed);

/* Returns the wait after a further failure, in seconds. It is a random number between half of a
 * span and the whole span, which doubles each time: clients that failed at the same time do not
 * retry at the same time. */
double backoff_take(struct backoff *backoff);

/* Resets the span after a success. */
void backoff_reset(struct backoff *backoff);

#endif
