/* SPDX-License-Identifier: MIT */
/* The two sides of GTP: gtp_command.c parses commands, gtp_event.c formats responses, and
 * gtp_client.c is the client's side. */
#ifndef PROTOCOL_GTP_H
#define PROTOCOL_GTP_H

#include "dialect.h"

#define GTP_SYNTAX_ERROR "syntax error: " /* begins the reason of a line that is wrong */

/* The forms of responses. */
enum gtp_form {
    GTP_NONE, /* no command waits for one */
    GTP_DONE, /* nothing */
    GTP_TEXT, /* the state's text */
    GTP_NAME,
    GTP_VERSION,
    GTP_COMMANDS,
    GTP_ANALYZE_COMMANDS,
    GTP_ANALYSIS,
    GTP_MOVE,
    GTP_MOVES, /* the answer of a query, like all that follow */
    GTP_GAME,
    GTP_GAMES,
    GTP_SIDE,
    GTP_RESULT,
    GTP_SIZE,
    GTP_BOARD,
    GTP_DRAWING
};

struct parse;

struct gtp_row {
    const char *word;
    enum command_kind kind;
    enum gtp_form form;
    bool (*run)(struct parse *parse); /* NULL: the row has it all */
    const char *with;                 /* the text of the response, or the query */
    const char *failure; /* begins the response to a command that cannot be obeyed; NULL: nothing */
    const char *samples; /* NULL: the word */
};

/* Returns the row of the table at an index, NULL past the last; and that of the command with which
 * a line begins, NULL if there is none. */
const struct gtp_row *gtp_row(int index);
const struct gtp_row *gtp_row_of(const char *line);

/* Copies the number at the beginning of a line, "" if it has none, and returns the length of the
 * number and the blanks after it. */
size_t gtp_keep_id(const char *line, char id[GTP_ID]);

/* Appends moves with the letters of columns as on the wire: upper case, without I. gtp_read_moves
 * is the inverse, in place; false if a column is I. */
void gtp_put_moves(struct buffer *out, const char *moves);
bool gtp_read_moves(char *moves);

bool gtp_is_first_line(const char *line);
bool gtp_parse_command(struct dialect_state *state, char *line, struct command *command,
                       struct error *error);
void gtp_format_event(struct dialect_state *state, const struct event *event, struct buffer *out);
void gtp_format_command(struct dialect_state *state, const struct command *command,
                        struct buffer *out);
bool gtp_parse_event(struct dialect_state *state, char *line, struct event *event,
                     struct error *error);

#endif
