/* SPDX-License-Identifier: MIT */
/* The two sides of CECP, the protocol of XBoard: cecp_command.c parses commands, cecp_event.c
 * formats events, and cecp_client.c is the client's side. */
#ifndef PROTOCOL_CECP_H
#define PROTOCOL_CECP_H

#include "dialect.h"

/* A mate in N moves is written as this number plus N, and -(this number + N). */
#define CECP_MATE 100000

const char *cecp_samples(int index);
bool cecp_parse_command(struct dialect_state *state, char *line, struct command *command,
                        struct error *error);
void cecp_format_event(struct dialect_state *state, const struct event *event, struct buffer *out);
void cecp_format_command(struct dialect_state *state, const struct command *command,
                         struct buffer *out);
bool cecp_parse_event(struct dialect_state *state, char *line, struct event *event,
                      struct error *error);

#endif
