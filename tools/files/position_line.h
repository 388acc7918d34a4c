/* SPDX-License-Identifier: MIT */
/* A line of a file that describes a position, or a game by its moves; and the two parts of an EPD
 * line, the fields of a position and operations, `opcode operand...;`. */
#ifndef FILES_POSITION_LINE_H
#define FILES_POSITION_LINE_H

#include "game_record.h"

enum line_format {
    LINE_AUTO,  /* guessed for each line */
    LINE_FEN,   /* `FEN`, or `FEN moves M...` */
    LINE_EPD,   /* the first fields of a FEN, then operations */
    LINE_MOVES, /* `e2e4 e7e5`; may begin with `startpos moves`; moves may be joined without blanks
                 */
    LINE_OFFSET /* Gomocup's: `x,y, x,y` counted from the middle of the board, y downwards */
};

/* Returns the format with this name ("auto", "fen", ...); -1 if there is none. */
int position_line_format(const char *name);
const char *position_line_name(enum line_format format);

/* Reads a line, which it changes, into a record of its game. `operations` (may be NULL) receives
 * the text after the fields of an EPD, "" for other lines. */
bool position_line_read(struct game_record *record, enum line_format format, char *line,
                        const char **operations, struct error *error);

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
