/* A dialect: how commands and events are written on the wire. Each works in both directions, so
 * that engines and clients share one definition. Pure: bytes in, values out, no I/O. */
#ifndef PROTOCOL_DIALECT_H
#define PROTOCOL_DIALECT_H

#include <stdbool.h>

#include "buffer.h"
#include "command.h"
#include "error.h"
#include "event.h"

/* What a conversation remembers from line to line; zeroed memory is the start of one. */
struct dialect_state {
    int board_size; /* Gomocup counts rows from the top: squares need the board's size */
};

struct dialect {
    const char *name; /* "uci" */

    /* Engine's side. Parses one line, without its end, in place (the line's bytes are changed).
     * A line that is wrong gives false and the reason; `command` then means nothing. Parts of a
     * `go` that are missing or garbage are left out without an error, as clients expect. */
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

extern const struct dialect dialect_uci;
extern const struct dialect dialect_ugi;

/* The dialect whose first command `line` is; NULL if it belongs to no dialect in particular. */
const struct dialect *dialect_of_line(const char *line);

/* A dialect by its name, in any case; NULL if there is none. */
const struct dialect *dialect_find(const char *name);

#endif
