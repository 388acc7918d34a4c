/* A conversation with an engine, one step after the other: say this, hear that. What was said is
 * kept, so that a failure can show it. */
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
    bool errors_joined; /* standard error is heard as well */
};

/* NULL, and the reason, when there is nobody to session to. */
struct session *session_open(struct ev_loop *loop, const struct target *target,
                             struct error *error);

/* Ends it; a program that does not end by itself is killed. */
void session_close(struct session *session);

/* Says a line. */
void session_send(struct session *session, const char *format, ...) PRINTF_LIKE(2, 3);

/* Says bytes as they are. */
void session_send_bytes(struct session *session, const void *bytes, size_t length);

/* Says nothing more: the end of input. */
void session_end_input(struct session *session);

/* Stops reading and writing at once, as a client that vanishes; the program is watched on. */
void session_vanish(struct session *session);

/* The next line; NULL when none comes within the time, or the conversation has ended or lasted too
 * long. Lives until the next call. */
char *session_read(struct session *session, double seconds);

/* Lets time pass; what comes meanwhile waits to be heard. */
void session_wait(struct session *session, double seconds);

/* When the line that session_read gave last came, on clock_ns(). */
int64_t session_read_ns(const struct session *session);

/* Hears lines up to one that begins with `prefix`, and gives it; NULL when it does not come in
 * time. */
char *session_read_until(struct session *session, const char *prefix, double seconds);

/* Whether nothing is said for so long. */
bool session_is_silent(struct session *session, double seconds);

/* Whether the other side ends within the time, whatever it says before. */
bool session_ends(struct session *session, double seconds);

/* Processor time that the program has used; -1 if that cannot be known. */
double session_processor_seconds(const struct session *session);

/* Memory that the program holds; -1 if that cannot be known. */
double session_resident_bytes(const struct session *session);

/* The first byte that came and is neither printable ASCII nor a line end; -1 if there is none. */
int session_foul_byte(const struct session *session);

/* The last lines of the conversation, each marked with > or <. */
const char *session_transcript(struct session *session);

#endif
