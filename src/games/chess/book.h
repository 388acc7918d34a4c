/* SPDX-License-Identifier: MIT */
/* Opening books in the PolyGlot format, which most chess programs read: book_template.h describes
 * the file and the functions.
 *
 * The format includes an en passant square wherever a pawn stands beside the one that has just
 * jumped. A position here has one only if the capture is legal. A position in which the capture
 * would leave the king in check is therefore not found. */
#ifndef CHESS_BOOK_H
#define CHESS_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "move.h"

struct chess_position;

#define CHESS_BOOK_ENTRY_BYTES 16

/* The number of keys in the format: 768 for a piece on a square, 4 for castling rights, 8 for the
 * file of an en passant capture, 1 for White to move. */
#define CHESS_BOOK_NUMBERS 781

/* A book whose entries are read from its file on demand. */
struct chess_book {
    int file;
    size_t count;
};

/* Opens a book file; chess_book_close closes it. They are the `open` and `close` of a setting. A
 * file without whole entries, or with entries out of order among those sampled, is refused. */
bool chess_book_open(const char *path, const void **book, struct error *error);
void chess_book_close(const void *book);

/* The position's key in the PolyGlot format. */
uint64_t chess_book_key(const struct chess_position *position);

/* Selects one of the book's legal moves for the position, with a probability proportional to its
 * weight; `seed` determines the choice. False if the book has no move. Reads at most MAX_MOVES
 * entries for a position. */
bool chess_book_find(const struct chess_book *book, const struct chess_position *position,
                     uint64_t seed, move_t *move);

#endif
