/* SPDX-License-Identifier: MIT */
/* The two parts of an EPD line: the fields of a position, and operations, `opcode operand...;`. */
#ifndef FILES_EPD_H
#define FILES_EPD_H

#include "buffer.h"
#include "game.h"

/* Room for an opcode, its final zero byte included: 14 letters, by EPD's definition. */
#define EPD_OPCODE_ROOM 16

struct epd_operation {
    char opcode[EPD_OPCODE_ROOM];
    const char *operands; /* `length` bytes, without blanks at their ends */
    size_t length;
    const char *whole; /* the operation, with its ';' if it has one */
    size_t whole_length;
};

/* Takes the operation at *at, and moves past it; false at the end. */
bool epd_next(const char **at, struct epd_operation *operation);

/* The operation of that opcode; false if there is none. */
bool epd_find(const char *operations, const char *opcode, struct epd_operation *operation);

/* Appends the fields of a position: its FEN without the counters at the end that the game can do
 * without. */
void epd_put_fields(const struct game *game, const struct game_settings *settings,
                    const void *position, struct buffer *out);

#endif
