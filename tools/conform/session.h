/* SPDX-License-Identifier: MIT */
/* A session with an engine, step by step: send a line, read a line. The last lines are kept, and
 * shown if a check fails. */
#ifndef CONFORM_SESSION_H
#define CONFORM_SESSION_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "compiler.h"
#include "error.h"

struct ev_loop;
struct session;

/* The engine to test: a program, or a socket that it listens on. */
struct target {
    char *const *arguments; /* NULL: connect to `address` */
    const char *address;
    bool errors_joined;  /* its standard error is read, too */
    int64_t deadline_ns; /* of clock_ns(): after it no line is read */
};

/* Starts the program or connects to it. Returns NULL and the reason on failure. */
struct session *session_open(struct ev_loop *loop, const struct target *target,
                             struct error *error);

/* Ends the session. A program that does not end by itself is killed. */
void session_close(struct session *session);

/* Sends lines: the text may have several, and needs no line end after the last. */
void session_send(struct session *session, const char *format, ...) PRINTF_LIKE(2, 3);
void session_send_values(struct session *session, const char *format, va_list values)
    PRINTF_LIKE(2, 0);

/* Sends bytes unchanged. */
void session_send_bytes(struct session *session, const void *bytes, size_t length);

/* Closes the engine's input. */
void session_end_input(struct session *session);

/* Stops reading and writing immediately, as a crashing client does. The end of the program is still
 * detected. */
void session_vanish(struct session *session);

/* Returns the next line, valid until the next call. Returns NULL if none arrives in time, if the
 * session has ended, or if it has lasted too long. session_read_by waits until a time of
 * clock_ns(). */
char *session_read(struct session *session, double seconds);
char *session_read_by(struct session *session, int64_t time_ns);

/* Returns the time of clock_ns() in so many seconds. */
int64_t session_after(double seconds);

/* True if a line begins with this prefix; NULL is no line. */
bool session_begins(const char *line, const char *prefix);

/* Waits. Lines that arrive in the meantime can be read afterwards. */
void session_wait(struct session *session, double seconds);

/* Returns the time of arrival of the line last read, on clock_ns(). */
int64_t session_read_ns(const struct session *session);

/* Reads up to a line that begins with `prefix` and returns it. Returns NULL if it does not arrive
 * in time. */
char *session_read_until(struct session *session, const char *prefix, double seconds);

/* Reads until no line arrives for `seconds`, and returns how many begin with `prefix`. */
int session_count(struct session *session, const char *prefix, double seconds);

/* True if no line arrives within the time. */
bool session_is_silent(struct session *session, double seconds);

/* True if the engine ends within the time, whatever it sends before. */
bool session_ends(struct session *session, double seconds);

/* Returns the seconds that all threads of the program have run or waited for a processor: a busy
 * program is detected on a busy machine, too. -1 if the system does not tell. */
double session_busy_seconds(const struct session *session);

/* Returns the resident memory of the program, or -1 if the system does not tell. */
double session_resident_bytes(const struct session *session);

/* Returns the first received byte that is neither a line end nor of a printable character in UTF-8,
 * or -1. */
int session_foul_byte(const struct session *session);

/* Appends the last lines of the session: the seconds since its start, > for a sent line, < for a
 * received one, . for its end, and the text. Bytes that are not printable ASCII are written as
 * \xNN. */
void session_describe(const struct session *session, struct buffer *out);

#endif
