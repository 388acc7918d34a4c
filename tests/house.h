/* SPDX-License-Identifier: MIT */
/* A server for tests, on a Unix socket of its own. What cannot be done ends the test. */
#ifndef TESTS_HOUSE_H
#define TESTS_HOUSE_H

#include <sys/types.h>

#include "peer.h"

/* The program that serves: a test's main sets it. */
extern const char *house_program;

struct house {
    char path[64];
    pid_t process;
};

/* Starts a server with these options more; a descriptor `log` takes what it says to its operator.
 */
void house_open(struct house *house, const char *options);
void house_open_logged(struct house *house, const char *options, int log);

/* Waits until so many servers listen on sockets of that name, of which only the last has the file.
 */
void house_await(const char *path, int listeners);

/* Ends it, and waits for its end. */
void house_close(struct house *house);

/* Says a text and waits for the line that begins with `answer`; waits for the end of output. */
void house_expect(struct peer *peer, const char *text, const char *answer);
void house_expect_end(struct peer *peer);

#endif
