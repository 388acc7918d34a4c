/* SPDX-License-Identifier: MIT */
/* The other end of a conversation, for tests: the engine as a child process on pipes, or one
 * connection to a server on a Unix socket. What cannot be done ends the test. */
#ifndef TESTS_PEER_H
#define TESTS_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "line.h"

/* How long a reply may take before it counts as a hang, in milliseconds. */
#define PEER_PATIENCE_MS 60000

/* To be called by main before the tests run: once an answer was missing for PEER_PATIENCE_MS, every
 * later test of the program fails as soon as it starts an engine. What breaks all answers is told
 * after one wait, not after a sum of them. */
void peer_share_patience(void);

struct peer {
    int in, out; /* we write `in`, read `out`; one descriptor when it is a socket; -1: closed */
    struct line_reader reader;
    bool ended; /* the end of its output came */
    bool foul;  /* a byte came that is no printable ASCII and no line end */
};

/* Starts `program` with `arguments` behind it, on pipes; its process. Blanks separate arguments,
 * except between double quotes. */
pid_t peer_spawn(struct peer *peer, const char *program, const char *arguments);

/* Starts `program` as a server, without a conversation; its process. */
pid_t peer_serve(const char *program, const char *arguments);

/* Connects to a Unix socket, for which it waits while it is not there yet. */
void peer_connect(struct peer *peer, const char *path);

/* Speaks over a socket that is connected. */
void peer_adopt(struct peer *peer, int descriptor);

/* Writes all of it, reading meanwhile what comes; false when the other end is gone. */
bool peer_write(struct peer *peer, const void *bytes, size_t length);
bool peer_say(struct peer *peer, const char *text);

/* The next line: NULL at the end of output or when none came in time. Lives until the next call. */
char *peer_read(struct peer *peer, int timeout_ms);

/* Reads up to the line that begins with `prefix`, and gives it; NULL when it does not come. */
char *peer_read_until(struct peer *peer, const char *prefix);

/* Ends our side of the conversation; what comes can still be read. */
void peer_hang_up(struct peer *peer);

/* Closes everything. */
void peer_finish(struct peer *peer);

/* Waits for a process to end: its exit status, or minus its signal. */
int peer_wait(pid_t process);

/* A number of a process that runs, by its name in proc(5)'s status, such as "Threads"; KiB of
 * memory. */
long peer_status(pid_t process, const char *name);

/* Waits until no thread of a process runs: it waits for what comes. */
void peer_await_rest(pid_t process);

/* Waits until a process has used so much more processor time, in milliseconds. */
void peer_await_work(pid_t process, long milliseconds);

/* Processor time that a process has used, in milliseconds, as exact as the system's clock ticks. */
long peer_worked_ms(pid_t process);

/* A path for a socket in a fresh directory of its own; peer_remove_path removes both. */
void peer_make_path(char path[64]);
void peer_remove_path(const char *path);

#endif
