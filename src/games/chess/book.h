/* SPDX-License-Identifier: MIT */
/* Books of openings in PolyGlot's format, which most programs of chess read (Michel Van den Bergh,
 * "Book format of PolyGlot"): entries of 16 bytes, big-endian, in rising order of their keys: 8
 * bytes key of the position, 2 the move, 2 its weight, 4 of no meaning here.
 *
 * The format counts an en passant square wherever a pawn stands beside the one that has just
 * jumped; a position of ours has one only where the capture is legal. So a position in which the
 * capture would leave the king in check is not found. */
#ifndef CHESS_BOOK_H
#define CHESS_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "move.h"

struct chess_position;

#define CHESS_BOOK_ENTRY_BYTES 16

/* Numbers of the format: 768 for a piece on a square, 4 for the right to castle, 8 for the file of
 * an en passant capture, 1 for White to move. */
#define CHESS_BOOK_NUMBERS 781
extern const uint64_t chess_book_numbers[CHESS_BOOK_NUMBERS];

/* A book whose entries are read from its file when they are wanted. */
struct chess_book {
    int file;
    size_t count;
};

/* Opens a book file; chess_book_close closes it. They are the `open` and `close` of a setting. A
 * file that holds no whole entries, or whose entries are out of order where it is looked at, is
 * refused. */
bool chess_book_open(const char *path, const void **book, struct error *error);
void chess_book_close(const void *book);

/* The position's key in the format. */
uint64_t chess_book_key(const struct chess_position *position);

/* One of the book's legal moves for the position, as often as its weight says: `seed` decides.
 * False: the book has none. Of one position no more than MAX_MOVES entries are read. */
bool chess_book_find(const struct chess_book *book, const struct chess_position *position,
                     uint64_t seed, move_t *move);

#endif
