/* SPDX-License-Identifier: MIT */
/* The other end of a conversation, for tests: an engine as a child process with pipes, or a
 * connection to a server on a Unix socket. A failure ends the test. */
#ifndef TESTS_PEER_H
#define TESTS_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "line.h"

/* The time limit for a reply, in milliseconds. */
#define PEER_PATIENCE_MS 60000

/* main calls it before the tests. After an answer was missing for PEER_PATIENCE_MS, every later
 * test of the program fails as soon as it starts an engine. So an error that prevents all answers
 * is reported after one time limit instead of many. */
void peer_share_patience(void);

struct peer {
    int in, out; /* we write to `in` and read from `out`; a socket is both; -1: closed */
    struct line_reader reader;
    bool ended; /* its output has ended */
    bool foul;  /* a received byte is neither of printable UTF-8 nor a line end */
    struct utf8_stream text;
};

/* Starts `program` with `arguments` on pipes and returns its process. Blanks separate arguments,
 * except in double quotes. */
pid_t peer_spawn(struct peer *peer, const char *program, const char *arguments);

/* Starts `program` as a server, without a conversation, and returns its process. */
pid_t peer_serve(const char *program, const char *arguments);

/* Connects to a Unix socket. Waits until it exists. */
void peer_connect(struct peer *peer, const char *path);

/* Uses a connected socket. */
void peer_adopt(struct peer *peer, int descriptor);

/* Writes all bytes and meanwhile reads input. Returns false if the other end is closed. */
bool peer_write(struct peer *peer, const void *bytes, size_t length);
bool peer_say(struct peer *peer, const char *text);

/* Returns the next line, or NULL at the end of the output or after the time limit. It is valid
 * until the next call. */
char *peer_read(struct peer *peer, int timeout_ms);

/* Reads up to a line that begins with `prefix` and returns it, or NULL if it does not arrive. */
char *peer_read_until(struct peer *peer, const char *prefix);

/* Closes our side of the conversation for writing. Reading is still possible. */
void peer_hang_up(struct peer *peer);

/* Closes everything. */
void peer_finish(struct peer *peer);

/* Waits for a process to end. Returns its exit status, or minus the signal that ended it. */
int peer_wait(pid_t process);

/* Returns a number from proc(5)'s status of a running process by its name, such as "Threads".
 * Memory is in KiB. */
long peer_status(pid_t process, const char *name);

/* Waits until no thread of a process runs: it is waiting for input. */
void peer_await_rest(pid_t process);

/* Waits until a process has used so many more milliseconds of processor time. */
void peer_await_work(pid_t process, long milliseconds);

/* Returns the processor time of a process in milliseconds, with the precision of the system's clock
 * ticks. */
long peer_worked_ms(pid_t process);

/* Makes a path for a socket in a new folder; peer_remove_path removes both. */
void peer_make_path(char path[64]);
void peer_remove_path(const char *path);

#endif
