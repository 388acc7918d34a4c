/* SPDX-License-Identifier: MIT */
/* The server's counters, for the admin socket and for metrics. */
#ifndef SERVER_COUNTERS_H
#define SERVER_COUNTERS_H

#include <stdint.h>

#include "buffer.h"

struct counters {
    int64_t sessions;      /* begun */
    int64_t turned_away;   /* clients that found no room */
    int64_t pauses;        /* times at which new clients had to wait */
    int64_t refused;       /* users and tokens that are not allowed */
    int64_t http_requests; /* that were answered */
    int64_t http_errors;   /* by a status from 400 on */
    int64_t searches;      /* begun, including counts and benches */
    int64_t nodes;         /* of searches that ended */
    int64_t loop_turns;
    int64_t long_turns;       /* that took longer than 10 ms */
    int64_t loop_busy_ns;     /* all turns together */
    int64_t loop_most_ns;     /* the longest */
    int64_t sessions_now;     /* open now, as the next ones */
    int64_t http_clients_now; /* that have no session */
    int64_t running, waiting; /* searches */
    int64_t memory;           /* bytes charged to clients, including unaccounted ones */
    int64_t memory_limit, memory_unaccounted, memory_resident; /* bytes */
    int64_t log_dropped;
    int64_t tokens;         /* that are known */
    int64_t token_readings; /* of the token file since the start, including failures */
    int64_t token_failures; /* those that changed nothing */
};

/* The counters as Prometheus reads them: text exposition format, version 0.0.4. */
void counters_format(const struct counters *counters, struct buffer *out);

#endif
