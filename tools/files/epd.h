/* SPDX-License-Identifier: MIT */
/* The two parts of an EPD line: the fields of a position, and operations, `opcode operand...;`. */
#ifndef FILES_EPD_H
#define FILES_EPD_H

#include "buffer.h"
#include "game.h"

/* Bytes of an opcode with its terminating zero byte: EPD allows 14 letters. */
#define EPD_OPCODE_ROOM 16

struct epd_operation {
    char opcode[EPD_OPCODE_ROOM];
    const char *operands; /* `length` bytes, without blanks at either end */
    size_t length;
    const char *whole; /* the operation, with its ';' if it has one */
    size_t whole_length;
};

/* Reads the operation at *at and moves past it; false at the end. */
bool epd_next(const char **at, struct epd_operation *operation);

/* Finds the operation with this opcode; false if there is none. */
bool epd_find(const char *operations, const char *opcode, struct epd_operation *operation);

/* Appends the fields of a position: its FEN without the final counters that the game can do
 * without. */
void epd_put_fields(const struct game *game, const struct game_settings *settings,
                    const void *position, struct buffer *out);

#endif
