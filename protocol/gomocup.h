/* SPDX-License-Identifier: MIT */
/* Shared by the two sides of Gomocup's dialect: squares, stones and boards as text. */
#ifndef PROTOCOL_GOMOCUP_H
#define PROTOCOL_GOMOCUP_H

#include "buffer.h"
#include "dialect.h"
#include "error.h"
#include "event.h"
#include "gomocup_state.h"

/* Converts a column and a row from the top, both counted from 0, to text such as "h8", and back.
 * gomocup_square returns false if the text is not a square. */
void gomocup_square_text(const struct gomocup_state *state, int x, int y, char text[8]);
bool gomocup_square(const struct gomocup_state *state, const char *text, int *x, int *y);

/* Returns a pointer to the stone on a square. */
uint8_t *gomocup_stone(struct gomocup_state *state, int x, int y);

/* Returns the side to move according to the numbers of stones, which are stored in counts[1] and
 * counts[2]. */
enum gomocup_stone gomocup_to_move(const struct gomocup_state *state, int counts[3]);

/* Writes the board to state->fen. */
void gomocup_write_fen(struct gomocup_state *state);

/* Reads "x,y" or "x,y,who", where blanks are allowed: at least `least` and at most `most` numbers.
 * Numbers that are not given are unchanged. */
bool gomocup_numbers(const char *text, int least, int most, int64_t numbers[3]);

/* gomocup_event.c: formats an event on the engine's side. */
void gomocup_format_event(struct gomocup_state *state, const struct event *event,
                          struct buffer *out);

/* gomocup_client.c: the client's side, as in struct dialect. */
void gomocup_format_command(struct dialect_state *state, const struct command *command,
                            struct buffer *out);
bool gomocup_parse_event(struct dialect_state *state, char *line, struct event *event,
                         struct error *error);

#endif
