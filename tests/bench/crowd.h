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

/* KiB of memory that it holds: proc(5), VmRSS. */
long crowd_memory_kib(const struct crowd *crowd);

/* Sends SIGTERM and waits for the end; whether its status was 0. */
bool crowd_end(struct crowd *crowd);

#endif
