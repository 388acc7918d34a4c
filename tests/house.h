/* SPDX-License-Identifier: MIT */
/* Runs a server on a Unix socket for a test. A failure ends the test. */
#ifndef TESTS_HOUSE_H
#define TESTS_HOUSE_H

#include <sys/types.h>

#include "peer.h"

/* The server program: a test's main sets it. */
extern const char *house_program;

struct house {
    char path[64];
    pid_t process;
};

/* Starts a server with additional options. The descriptor `log` receives its log. */
void house_open(struct house *house, const char *options);
void house_open_logged(struct house *house, const char *options, int log);

/* Waits until so many servers listen on sockets of this name. Only the last one owns the file. */
void house_await(const char *path, int listeners);

/* Stops the server and waits for its end. */
void house_close(struct house *house);

/* Sends a text and waits for a line that begins with `answer`; waits for the end of the output. */
void house_expect(struct peer *peer, const char *text, const char *answer);
void house_expect_end(struct peer *peer);

#endif
