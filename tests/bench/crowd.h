/* SPDX-License-Identifier: MIT */
/* Starts a server on a Unix socket and a loopback port, for programs that open many
 * connections. */
#ifndef TESTS_BENCH_CROWD_H
#define TESTS_BENCH_CROWD_H

#include <stdbool.h>
#include <sys/types.h>

struct crowd {
    pid_t process;
    char path[64]; /* of its socket, in the current folder */
    int port;      /* for HTTP and WebSocket */
};

/* Starts the program and waits until it listens. */
void crowd_begin(struct crowd *crowd, const char *program);

/* The resources of the server, from proc(5): resident memory in KiB, threads, open descriptors. */
struct holdings {
    long kib, threads, descriptors;
};
struct holdings crowd_holdings(const struct crowd *crowd);

/* Returns only the resident memory. */
long crowd_memory_kib(const struct crowd *crowd);

/* Sends SIGTERM and waits for the end. Returns true if the exit status is 0. */
bool crowd_end(struct crowd *crowd);

#endif
