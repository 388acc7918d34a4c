/* SPDX-License-Identifier: MIT */
/* The common part of all games' FENs: the board, the side to move, and the form of refusals.
 *
 * A refusal is one line that says what is wrong, where, and what was expected: "illegal FEN: 'q' at
 * character 5; expected x, o or a number of empty squares". */
#ifndef GAMES_FEN_READER_H
#define GAMES_FEN_READER_H

#include <stdbool.h>

#include "buffer.h"
#include "compiler.h"
#include "error.h"
#include "look.h"

/* A text and the position of the next character to read. */
struct fen_reader {
    const char *text, *at;
    const char *aliases; /* pairs of another program's letter and ours; NULL if none */
    bool skips_hand;     /* accepts "[]", no pieces in hand, after the board */
    struct error *error;
};

/* Empties `error`, which may be NULL. */
struct fen_reader fen_reader_make(const char *text, struct error *error);

/* Refuses the text at the read position; the arguments say what was expected. Returns false. */
bool fen_refuse(const struct fen_reader *reader, const char *format, ...) PRINTF_LIKE(2, 3);

/* Reads the ranks from the highest to the lowest, separated by '/', and the blank after them.
 * `letters` are the letters of look->pieces, in their order. */
bool fen_read_board(struct fen_reader *reader, int files, int ranks, const char *letters,
                    struct look_board *board);

/* Reads the side to move, one of two letters: 0 or 1. */
bool fen_read_side(struct fen_reader *reader, const char letters[2], int *side);

/* Steps over the blank before a further field; false at the end of the text and at any other
 * character. */
bool fen_next_field(struct fen_reader *reader);

/* The maximum value of a counter, in plies or moves. */
#define FEN_MAX_NUMBER 9999

/* Reads two optional counters: the plies of the half-move clock, which is refused beyond its limit,
 * and the number of the move, at least 1. */
bool fen_read_counters(struct fen_reader *reader, int clock_limit, uint16_t *clock,
                       uint16_t *number);

/* Notes a repair in a FEN whose reading continues. Unless the FEN is refused, the error's text is
 * the notice at its end: "repaired: A; B". */
void fen_note_repair(const struct fen_reader *reader, const char *format, ...) PRINTF_LIKE(2, 3);

/* Checks that nothing follows the last field, which the refusal names. */
bool fen_read_end(const struct fen_reader *reader, const char *last);

/* Reads a FEN that consists of a board and the side to move: fen_read_board, fen_read_side with the
 * first two letters, fen_read_end. */
bool fen_read_grid(const char *fen, int files, int ranks, const char *letters,
                   struct look_board *board, int *side, struct error *error);

/* Appends the ranks, as fen_read_board reads them, and the blank after them. */
void fen_format_board(const struct look_board *board, const char *letters, struct buffer *out);

/* Appends a FEN that fen_read_grid reads. */
void fen_format_grid(const struct look_board *board, int side, const char *letters,
                     struct buffer *out);

#endif
