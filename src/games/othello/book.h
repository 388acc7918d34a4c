/* SPDX-License-Identifier: MIT */
/* Opening books of Othello on 8 by 8 squares, which the tool othello_book makes: book_template.h
 * describes the file and the functions.
 *
 * Positions that are equal by symmetry share the entries of one of them, the canonical one
 * (make_canonical in symmetry.h). An entry's move is its square on that board, 0 for a1 to 63 for
 * h8; of squares that are equal by symmetry, the lowest. An entry's last four bytes are the value
 * of the move for the side that makes it, a signed number in centipawns: hundredths of a disc. */
#ifndef OTHELLO_BOOK_H
#define OTHELLO_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "move.h"

struct othello_position;

#define OTHELLO_BOOK_ENTRY_BYTES 16

/* A book whose entries are read from its file on demand. */
struct othello_book {
    int file;
    size_t count;
};

/* Opens a book file; othello_book_close closes it. They are the `open` and `close` of a setting. A
 * file without whole entries, or with entries out of order among those sampled, is refused. */
bool othello_book_open(const char *path, const void **book, struct error *error);
void othello_book_close(const void *book);

/* The key of a position on 8 by 8 squares: of the discs of the side to move and of its opponent on
 * the canonical board, whichever of them is Black. */
uint64_t othello_book_key(const struct othello_position *position);

/* The square of an entry for a move of such a position; -1 for a pass, which no entry has. */
int othello_book_square(const struct othello_position *position, move_t move);

/* Selects one of the book's legal moves for such a position, with a probability proportional to its
 * weight; `seed` determines the choice. False if the book has no move. Reads at most MAX_MOVES
 * entries for a position. */
bool othello_book_find(const struct othello_book *book, const struct othello_position *position,
                       uint64_t seed, move_t *move);

#endif
