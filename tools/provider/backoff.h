/* SPDX-License-Identifier: MIT */
/* How long to wait before something that failed is tried again. */
#ifndef PROVIDER_BACKOFF_H
#define PROVIDER_BACKOFF_H

#include "rng.h"

/* The first wait and the longest one, in seconds, before chance takes up to half of it off. */
#define BACKOFF_FIRST_S 1.0
#define BACKOFF_MOST_S  60.0

struct backoff {
    double next_s;
    struct rng rng;
};

void backoff_init(struct backoff *backoff, uint64_t seed);

/* The wait after one more failure, in seconds: between half of a span that doubles each time and
 * the whole of it, so that those who failed together do not come back together. */
double backoff_take(struct backoff *backoff);

/* It worked: the next failure is the first one again. */
void backoff_reset(struct backoff *backoff);

#endif
