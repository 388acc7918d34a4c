/* SPDX-License-Identifier: MIT */
/* A dialect: how commands and events are written on the wire. Each dialect works in both
 * directions, so that engines and clients share one definition. Pure functions: bytes in, values
 * out, no I/O. */
#ifndef PROTOCOL_DIALECT_H
#define PROTOCOL_DIALECT_H

#include <stdbool.h>

#include "buffer.h"
#include "cecp_state.h"
#include "command.h"
#include "error.h"
#include "event.h"
#include "gomocup_state.h"
#include "gtp_state.h"
#include "nboard_state.h"
#include "ucci_state.h"

/* The state of a conversation that parsing depends on; zeroed memory is the initial state. It
 * contains no pointers: if a command is rejected when it is run, the caller restores a copy from
 * before its line and then formats the error. */
struct dialect_state {
    union {
        struct gomocup_state gomocup;
        struct cecp_state cecp;
        struct ucci_state ucci;
        struct nboard_state nboard;
        struct gtp_state gtp;
    };
};

struct dialect {
    const char *name; /* "uci" */

    /* A conversation begins with the game that the dialect implies, and has only this one, or games
     * of stones if `writes_vertices`. */
    bool has_own_game;

    /* The meaning of a line depends on those before it: lines are run strictly in order, even
     * invalid ones. */
    bool lines_build_on_another;

    /* `quit` has no answer, not even the bestmove of a search that it ends. */
    bool quits_in_silence;

    /* The last line of a conversation; NULL: none. */
    const char *farewell;

    /* `stop` without a search is answered as one without a move. */
    bool answers_every_stop;

    /* The bestmove of `go infinite` and `go ponder` is sent only after `stop` or `ponderhit`. */
    bool answers_when_asked;

    /* The search that the engine runs while it waits for the client, until the next command that
     * needs the engine: an analysis, or pondering. It has no bestmove. Returns false if there is
     * none now. NULL: never. */
    bool (*background)(const struct dialect_state *state);

    /* A bestmove needs the move as players write it, too. */
    bool writes_moves;

    /* Each command waits for the answers to those before it. */
    bool answers_in_order;

    /* Moves are written and read as squares (look_format_vertices), so the games
     * are those of stones. */
    bool writes_vertices;

    /* True if a conversation that begins with this line uses this dialect. */
    bool (*is_first_line)(const char *line);

    /* Returns sample lines of the command at `index` in the dialect's table, counted from 0 and
     * separated by line feeds. Together they use every keyword of the command. Returns NULL past
     * the last command. Tests and fuzzers get their lines from here, so that a new row of the table
     * covers a new command. */
    const char *(*samples)(int index);

    /* Engine's side. Parses one line, without its end; the bytes of the line are changed. The
     * command points into the line and into the state. If the line is invalid, returns false and
     * the reason, and only the kind of `command` is set. Missing or invalid parts of a `go` are
     * ignored without an error, as clients expect. */
    bool (*parse_command)(struct dialect_state *state, char *line, struct command *command,
                          struct error *error);
    /* Appends the event's lines, each with a line feed. Appends nothing if the dialect cannot
     * express the event. */
    void (*format_event)(struct dialect_state *state, const struct event *event,
                         struct buffer *out);

    /* Client's side: the inverse of both. */
    void (*format_command)(struct dialect_state *state, const struct command *command,
                           struct buffer *out);
    bool (*parse_event)(struct dialect_state *state, char *line, struct event *event,
                        struct error *error);
};

extern const struct dialect dialect_cecp;
extern const struct dialect dialect_gomocup;
extern const struct dialect dialect_gtp;
extern const struct dialect dialect_nboard;
extern const struct dialect dialect_uai;
extern const struct dialect dialect_ucci;
extern const struct dialect dialect_uci;
extern const struct dialect dialect_ugi;

/* Returns the dialect whose first command is `line`; NULL if several dialects have the command or
 * none has. */
const struct dialect *dialect_of_line(const char *line);

/* Returns a dialect other than `own` that has the command `word`; NULL if there is none. */
const struct dialect *dialect_of_word(const struct dialect *own, const char *word);

/* Returns a dialect by its name, ignoring case, or by "xboard", as other programs call CECP; NULL
 * if there is none. */
const struct dialect *dialect_find(const char *name);

/* Appends the names of all dialects: "uci, ugi, uai, ucci, gomocup, cecp, nboard or gtp". */
void dialect_put_names(struct buffer *out);

#endif
