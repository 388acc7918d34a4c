/* SPDX-License-Identifier: MIT */
/* A conversation with an engine, for benchmarks. Calls block; if the connection breaks, the program
 * ends. */
#ifndef TESTS_BENCH_TALK_H
#define TESTS_BENCH_TALK_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct talk {
    pid_t process; /* 0: a socket */
    int to, from;
    size_t length; /* of bytes that were read and not yet parsed */
    char bytes[16384];
};

/* Ends this program and prints the reason. */
_Noreturn void talk_give_up(const char *why, const char *what);

/* Start a command line and connect to it through pipes, or connect to a Unix socket. */
void talk_start(struct talk *talk, const char *command);
void talk_connect(struct talk *talk, const char *path);

/* Starts a session over WebSocket on a loopback port. Messages are not split into lines: use
 * talk_say_frame and talk_await_text. */
void talk_connect_web(struct talk *talk, int port);
void talk_say_frame(struct talk *talk, const char *text);
void talk_await_text(struct talk *talk, const char *text);

/* Sends text unchanged; it must include line ends. */
void talk_say(struct talk *talk, const char *text);

/* Reads until a line begins with `word`. Returns its time of arrival (clock_ns). */
int64_t talk_await(struct talk *talk, const char *word);

/* Sends quit and waits for the end. */
void talk_end(struct talk *talk);

void talk_pause_ms(int milliseconds);

/* Sorts the values and returns the given percentile. */
double talk_percentile(double *values, int count, int percent);

#endif
