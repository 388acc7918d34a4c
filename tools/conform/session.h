/* SPDX-License-Identifier: MIT */
/* A session with an engine, step by step: send a line, read a line. The last lines are kept, and
 * shown when a check fails. */
#ifndef CONFORM_SESSION_H
#define CONFORM_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"
#include "error.h"

struct ev_loop;
struct session;

/* What is tested: a program, or a socket that it listens on. */
struct target {
    char *const *arguments; /* NULL: connect to `address` */
    const char *directory;
    const char *address;
    bool errors_joined; /* standard error is read as well */
};

/* Starts the program or connects; NULL, with the reason, when that fails. */
struct session *session_open(struct ev_loop *loop, const struct target *target,
                             struct error *error);

/* Ends it; a program that does not end by itself is killed. */
void session_close(struct session *session);

/* Sends a line. */
void session_send(struct session *session, const char *format, ...) PRINTF_LIKE(2, 3);

/* Sends bytes as they are. */
void session_send_bytes(struct session *session, const void *bytes, size_t length);

/* Ends the engine's input. */
void session_end_input(struct session *session);

/* Stops reading and writing at once, as a client that crashes; the program's end is still seen. */
void session_vanish(struct session *session);

/* The next line, valid until the next call; NULL when none comes within the time, and after the
 * session has ended or lasted too long. */
char *session_read(struct session *session, double seconds);

/* Waits; lines that come meanwhile can be read afterwards. */
void session_wait(struct session *session, double seconds);

/* When the line last read came, on clock_ns(). */
int64_t session_read_ns(const struct session *session);

/* Reads lines up to one that begins with `prefix`, and returns that; NULL when it does not come in
 * time. */
char *session_read_until(struct session *session, const char *prefix, double seconds);

/* Whether no line comes within the time. */
bool session_is_silent(struct session *session, double seconds);

/* Whether the engine ends within the time, whatever it sends before. */
bool session_ends(struct session *session, double seconds);

/* Seconds for which the program's threads have run or have waited for a processor, all added up: a
 * busy program is seen on a busy machine, too. -1 if that cannot be known. */
double session_busy_seconds(const struct session *session);

/* Memory that the program holds; -1 if that cannot be known. */
double session_resident_bytes(const struct session *session);

/* The first byte that came and is neither printable ASCII nor a line end; -1 if there is none. */
int session_foul_byte(const struct session *session);

/* The last lines of the session: > marks those sent, < those received. */
const char *session_transcript(struct session *session);

#endif
