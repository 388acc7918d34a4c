/* SPDX-License-Identifier: MIT */
/* A conversation with an engine, for measuring: blocking, and the program ends when it breaks. */
#ifndef TESTS_BENCH_TALK_H
#define TESTS_BENCH_TALK_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct talk {
    pid_t process; /* 0: a socket */
    int to, from;
    size_t length; /* bytes read and not yet looked at */
    char bytes[16384];
};

/* Ends this program with the reason. */
_Noreturn void talk_give_up(const char *why, const char *what);

/* Starts a command line and speaks to it through pipes; or connects to a Unix socket. */
void talk_start(struct talk *talk, const char *command);
void talk_connect(struct talk *talk, const char *path);

/* Begins a session by WebSocket at a port of loopback. Its messages are not cut into lines here:
 * talk_say_frame and talk_await_text are its own. */
void talk_connect_web(struct talk *talk, int port);
void talk_say_frame(struct talk *talk, const char *text);
void talk_await_text(struct talk *talk, const char *text);

/* Sends text as it is, line ends included. */
void talk_say(struct talk *talk, const char *text);

/* Reads until a line begins with `word`; the moment when it was there (clock_ns). */
int64_t talk_await(struct talk *talk, const char *word);

/* Says quit, and waits for the end. */
void talk_end(struct talk *talk);

void talk_pause_ms(int milliseconds);

/* Sorts, and gives the value below which `percent` of them lie. */
double talk_percentile(double *values, int count, int percent);

#endif
