/* SPDX-License-Identifier: MIT */
/* A server on a Unix socket of its own and a port of loopback, for programs that crowd it. */
#ifndef TESTS_BENCH_CROWD_H
#define TESTS_BENCH_CROWD_H

#include <stdbool.h>
#include <sys/types.h>

struct crowd {
    pid_t process;
    char path[64]; /* of its socket, in the present folder */
    int port;      /* of HTTP and WebSocket */
};

/* Starts the program, and waits until it listens. */
void crowd_begin(struct crowd *crowd, const char *program);

/* What it holds, by proc(5): resident memory in KiB, threads, open descriptors. */
struct holdings {
    long kib, threads, descriptors;
};
struct holdings crowd_holdings(const struct crowd *crowd);

/* The first of these alone. */
long crowd_memory_kib(const struct crowd *crowd);

/* Sends SIGTERM and waits for the end; whether its status was 0. */
bool crowd_end(struct crowd *crowd);

#endif
