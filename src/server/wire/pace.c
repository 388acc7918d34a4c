/* SPDX-License-Identifier: MIT */
#include "pace.h"

#include "clock.h"

/* Full slices in a row that are not eager yet: who sends much at once is served at once. */
#define FREE_SLICES 4

/* A rest is so many times what the slice took, and a millisecond at least. */
#define REST_TIMES    2
#define REST_LEAST_NS NS_PER_MS

double pace_rest(struct pace *pace, int64_t took_ns)
{
    if (pace->full_slices < FREE_SLICES) {
        pace->full_slices++;
        return 0.;
    }
    int64_t rest_ns = took_ns * REST_TIMES > REST_LEAST_NS ? took_ns * REST_TIMES : REST_LEAST_NS;
    return (double)rest_ns / (double)NS_PER_SECOND;
}

void pace_reset(struct pace *pace)
{
    pace->full_slices = 0;
}
