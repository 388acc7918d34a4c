/* SPDX-License-Identifier: MIT */
/* What the two sides of Gomocup's dialect share: squares, stones and boards as text. */
#ifndef PROTOCOL_GOMOCUP_H
#define PROTOCOL_GOMOCUP_H

#include "buffer.h"
#include "dialect.h"
#include "error.h"
#include "event.h"
#include "gomocup_state.h"

/* "h8" from a column and a row from the top, both from 0; and back, false if it is no square. */
void gomocup_square_text(const struct gomocup_state *state, int x, int y, char text[8]);
bool gomocup_square(const struct gomocup_state *state, const char *text, int *x, int *y);

/* The stone on a square. */
uint8_t *gomocup_stone(struct gomocup_state *state, int x, int y);

/* Whose turn it is by the count of stones, and how many there are of each: counts[0] is unused. */
enum gomocup_stone gomocup_to_move(const struct gomocup_state *state, int counts[3]);

/* Writes the board to state->fen. */
void gomocup_write_fen(struct gomocup_state *state);

/* Reads "x,y" or "x,y,who", blanks allowed; `count` numbers are wanted at least and at most.
 * Numbers not given are left alone. */
bool gomocup_numbers(const char *text, int least, int most, int64_t numbers[3]);

/* gomocup_event.c: the event as the engine writes it. */
void gomocup_format_event(struct gomocup_state *state, const struct event *event,
                          struct buffer *out);

/* gomocup_client.c: the client's side, as struct dialect has it. */
void gomocup_format_command(struct dialect_state *state, const struct command *command,
                            struct buffer *out);
bool gomocup_parse_event(struct dialect_state *state, char *line, struct event *event,
                         struct error *error);

#endif
