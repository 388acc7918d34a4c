/* SPDX-License-Identifier: MIT */
/* How much clients may use: time, and their part of the machine. */
#ifndef SERVER_CLIENT_LIMITS_H
#define SERVER_CLIENT_LIMITS_H

#include <stdint.h>

/* Limits on time, in seconds; 0 is no limit. */
struct time_limits {
    int first_line_s; /* to send a first line */
    int half_line_s;  /* to end a line that has begun */
    int idle_s;       /* between commands, while no work is under way */
    int unread_s;     /* to read the output that waits */
    int search_s;     /* for one search or count, which is then told to end, and answered */
};

void client_limits_default(struct time_limits *limits);

/* The budget of the listeners' clients: all together, each peer and each session. Sizes in MiB. */
struct client_budget {
    int64_t sessions, sessions_per_peer;
    int64_t threads, threads_per_peer, threads_per_session;
    int64_t memory, memory_per_peer, memory_per_session;
};

/* Replaces each 0 by what suits this process: its processors, memory, threads and descriptors, as
 * the machine, resource limits and control groups allow them. A peer gets seven eighths of the
 * whole, so that no peer can shut the others out. Raises the limit on descriptors as far as
 * possible. */
void client_limits_settle(struct client_budget *budget);

#endif
