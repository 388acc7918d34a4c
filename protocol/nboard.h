/* SPDX-License-Identifier: MIT */
/* The two sides of NBoard's protocol: nboard.c is the engine's, nboard_client.c the client's. */
#ifndef PROTOCOL_NBOARD_H
#define PROTOCOL_NBOARD_H

#include "dialect.h"

/* The depth of a search without a clock before `set depth`: NTest's. */
#define NBOARD_DEPTH 12

#define NBOARD_START "---------------------------O*------*O---------------------------"

/* Appends "F5d6PA" for "f5 d6 pass". */
void nboard_put_moves(struct buffer *out, const char *moves);
void nboard_format_command(struct dialect_state *state, const struct command *command,
                           struct buffer *out);
bool nboard_parse_event(struct dialect_state *state, char *line, struct event *event,
                        struct error *error);

#endif
