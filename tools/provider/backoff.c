/* SPDX-License-Identifier: MIT */
#include "backoff.h"

/* The random part of a wait is one of this many steps. */
#define STEPS 1024

void backoff_init(struct backoff *backoff, uint64_t seed)
{
    *backoff = (struct backoff){.next_s = BACKOFF_FIRST_S, .rng = {.state = seed}};
}

double backoff_take(struct backoff *backoff)
{
    double chance = (double)rng_below(&backoff->rng, STEPS + 1) / STEPS;
    double wait_s = backoff->next_s * (0.5 + 0.5 * chance);
    backoff->next_s *= 2;
    if (backoff->next_s > BACKOFF_MOST_S) {
        backoff->next_s = BACKOFF_MOST_S;
    }
    return wait_s;
}

void backoff_reset(struct backoff *backoff)
{
    backoff->next_s = BACKOFF_FIRST_S;
}
