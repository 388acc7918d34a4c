/* SPDX-License-Identifier: MIT */
/* A token bucket, kept as what is missing from it. */
#include "pace.h"

#include "clock.h"

/* What may be used at once beyond that, in nanoseconds: who sends much at times is served at once.
 */
#define FREE_NS (2 * NS_PER_MS)

double pace_rest(struct pace *pace, int parts, int64_t begin_ns, int64_t end_ns, int64_t used_ns)
{
    int64_t owed = pace->owed_ns - (begin_ns - pace->seen_ns) / parts;
    owed = (owed > 0 ? owed : 0) + used_ns;
    pace->owed_ns = owed;
    pace->seen_ns = end_ns;
    return owed > FREE_NS ? (double)((owed - FREE_NS) * parts) / (double)NS_PER_SECOND : 0.;
}
