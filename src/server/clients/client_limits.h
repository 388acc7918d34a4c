/* SPDX-License-Identifier: MIT */
/* Limits on what clients may use: time, and their share of the machine. */
#ifndef SERVER_CLIENT_LIMITS_H
#define SERVER_CLIENT_LIMITS_H

#include <stdint.h>

/* Time limits, in seconds; 0 is no limit. */
struct time_limits {
    int first_line_s; /* to send a first line */
    int half_line_s;  /* to end a line that has begun */
    int idle_s;       /* between commands, while no work is under way */
    int unread_s;     /* to read waiting output */
    int search_s;     /* for one search or count, which is then ended and answered */
};

void client_limits_default(struct time_limits *limits);

/* The budget for clients of the listeners: for all together, for each peer and for each session.
 * Sizes are in MiB. */
struct client_budget {
    int64_t sessions, sessions_per_peer;
    int64_t threads, threads_per_peer, threads_per_session;
    int64_t memory, memory_per_peer, memory_per_session;
};

/* Replaces each 0 by a value that suits this process: its processors, memory, threads and
 * descriptors, as the machine, resource limits and control groups allow. A peer gets seven eighths
 * of the total, so that no peer can exclude the others. Raises the limit on descriptors as far as
 * possible. */
void client_limits_settle(struct client_budget *budget);

#endif
