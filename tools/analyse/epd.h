/* SPDX-License-Identifier: MIT */
/* The operations behind the position of an EPD line: `opcode operand...;`. */
#ifndef ANALYSE_EPD_H
#define ANALYSE_EPD_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
