/* A conversation with an engine, one step after the other: say this, hear that. What was said is
 * kept, so that a failure can show it. */
#ifndef CONFORM_TALK_H
#define CONFORM_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"
#include "error.h"

struct ev_loop;
struct talk;

/* What is tested: a program, or a socket that it listens on. */
struct target {
    char *const *arguments; /* NULL: connect to `address` */
    const char *directory;
    const char *address;
    bool errors_joined; /* standard error is heard as well */
};

/* NULL, and the reason, when there is nobody to talk to. */
struct talk *talk_open(struct ev_loop *loop, const struct target *target, struct error *error);

/* Ends it; a program that does not end by itself is killed. */
void talk_close(struct talk *talk);

/* Says a line. */
void talk_say(struct talk *talk, const char *format, ...) PRINTF_LIKE(2, 3);

/* Says bytes as they are. */
void talk_say_bytes(struct talk *talk, const void *bytes, size_t length);

/* Says nothing more: the end of input. */
void talk_hang_up(struct talk *talk);

/* Stops reading and writing at once, as a client that vanishes; the program is watched on. */
void talk_vanish(struct talk *talk);

/* The next line; NULL when none comes within the time, or the conversation has ended or lasted too
 * long. Lives until the next call. */
char *talk_hear(struct talk *talk, double seconds);

/* Lets time pass; what comes meanwhile waits to be heard. */
void talk_idle(struct talk *talk, double seconds);

/* When the line that talk_hear gave last came, on clock_ns(). */
int64_t talk_heard_ns(const struct talk *talk);

/* Hears lines up to one that begins with `prefix`, and gives it; NULL when it does not come in
 * time. */
char *talk_hear_until(struct talk *talk, const char *prefix, double seconds);

/* Whether nothing is said for so long. */
bool talk_is_silent(struct talk *talk, double seconds);

/* Whether the other side ends within the time, whatever it says before. */
bool talk_ends(struct talk *talk, double seconds);

/* Processor time that the program has used; -1 if that cannot be known. */
double talk_processor_seconds(const struct talk *talk);

/* Memory that the program holds; -1 if that cannot be known. */
double talk_resident_bytes(const struct talk *talk);

/* The first byte that came and is neither printable ASCII nor a line end; -1 if there is none. */
int talk_foul_byte(const struct talk *talk);

/* The last lines of the conversation, each marked with > or <. */
const char *talk_record(struct talk *talk);

#endif
