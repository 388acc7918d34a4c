/* SPDX-License-Identifier: MIT */
/* A dialect: how commands and events are written on the wire. Each works in both directions, so
 * that engines and clients share one definition. Pure: bytes in, values out, no I/O. */
#ifndef PROTOCOL_DIALECT_H
#define PROTOCOL_DIALECT_H

#include <stdbool.h>

#include "buffer.h"
#include "command.h"
#include "error.h"
#include "event.h"
#include "gomocup_state.h"

/* What a conversation remembers from line to line; zeroed memory is the start of one. Flat: when a
 * command is refused by whoever runs it, the copy from before its line is put back, and only then
 * the error is said. */
struct dialect_state {
    struct gomocup_state gomocup;
};

struct dialect {
    const char *name; /* "uci" */
    const char *game; /* the only game that it can speak of; NULL: any */

    /* A line means something only after the ones before it: no line overtakes another, even one
     * that is wrong. */
    bool lines_build_on_another;

    /* `quit` has no answer, not even the bestmove of a search that it ends. */
    bool quits_in_silence;

    /* The bestmove of `go infinite` and `go ponder` is said only after `stop` or `ponderhit`. */
    bool answers_when_asked;

    /* Whether a conversation that begins with this line is in this dialect. */
    bool (*is_first_line)(const char *line);

    /* Sample lines of the command at `index` of the dialect's table, counted from 0, separated by
     * line ends: together they use every word that the command may have. NULL past the last. Tests
     * and fuzzers draw their lines from here, so that a new command is covered with its row. */
    const char *(*samples)(int index);

    /* Engine's side. Parses one line, without its end, in place (the line's bytes are changed);
     * the command points into the line and into the state.
     * A line that is wrong gives false and the reason; of `command` only its kind then counts.
     * Parts of a `go` that are missing or garbage are left out without an error, as clients expect.
     */
    bool (*parse_command)(struct dialect_state *state, char *line, struct command *command,
                          struct error *error);
    /* Appends the event's line or lines, each ended by '\n'; nothing for what the dialect cannot
     * say. */
    void (*format_event)(struct dialect_state *state, const struct event *event,
                         struct buffer *out);

    /* Client's side: the reverse of both. */
    void (*format_command)(struct dialect_state *state, const struct command *command,
                           struct buffer *out);
    bool (*parse_event)(struct dialect_state *state, char *line, struct event *event,
                        struct error *error);
};

extern const struct dialect dialect_gomocup;
extern const struct dialect dialect_uai;
extern const struct dialect dialect_uci;
extern const struct dialect dialect_ugi;

/* The dialect whose first command `line` is; NULL if it belongs to no dialect in particular. */
const struct dialect *dialect_of_line(const char *line);

/* A dialect by its name, in any case; NULL if there is none. */
const struct dialect *dialect_find(const char *name);

#endif
