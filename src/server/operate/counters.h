/* SPDX-License-Identifier: MIT */
/* The server's counters, for the admin socket and for metrics. */
#ifndef SERVER_COUNTERS_H
#define SERVER_COUNTERS_H

#include <stdint.h>

#include "buffer.h"

struct counters {
    int64_t sessions;      /* begun */
    int64_t turned_away;   /* clients for which there was no room */
    int64_t pauses;        /* how often new clients had to wait */
    int64_t refused;       /* users and tokens that are not allowed */
    int64_t http_requests; /* that were answered */
    int64_t http_errors;   /* with a status from 400 on */
    int64_t searches;      /* begun, including counts and benches */
    int64_t nodes;         /* of searches that ended */
    int64_t loop_turns;
    int64_t long_turns;       /* iterations that took longer than 10 ms */
    int64_t loop_busy_ns;     /* time of all iterations */
    int64_t loop_most_ns;     /* time of the longest iteration */
    int64_t sessions_now;     /* open now; the next members are also current values */
    int64_t http_clients_now; /* HTTP connections without a session */
    int64_t running, waiting; /* searches */
    int64_t memory;           /* bytes charged to clients, including unaccounted bytes */
    int64_t memory_limit, memory_unaccounted, memory_resident; /* bytes */
    int64_t log_dropped;
    int64_t tokens;         /* known tokens */
    int64_t token_readings; /* how often the token file was read, including failures */
    int64_t token_failures; /* failed readings, which changed nothing */
};

/* Appends the counters in the text exposition format of Prometheus, version 0.0.4. */
void counters_format(const struct counters *counters, struct buffer *out);

#endif
