/* SPDX-License-Identifier: MIT */
/* The book: the exact value of every position with at most 11 stones, or the number that the book
 * states, in a file that is read into memory.
 *
 * It does not contain positions that connect4_solver_static_value knows. It contains one of two
 * positions that mirror each other. The codes of the positions are the keys of a static function
 * (static_function.h), so the file contains only values. The file consists of little-endian numbers
 * of 8 bytes: CONNECT4_BOOK_MAGIC, version, the ply up to which it is complete, number of
 * positions, checksum of all that follows and of the two numbers before it, the head of the
 * function, and its words. The tool `connect4_book` generates it. */
#ifndef CONNECT4_BOOK_H
#define CONNECT4_BOOK_H

#include <stddef.h>

#include "error.h"
#include "rules.h"
#include "static_function.h"

#define CONNECT4_BOOK_MAGIC   UINT64_C(0x6b6f6f622d346e63) /* "cn4-book" */
#define CONNECT4_BOOK_VERSION 2

/* The maximum number of stones of a position in a book. */
#define CONNECT4_BOOK_PLIES_MOST 14

/* The numbers that the function returns: the value plus CONNECT4_BOOK_VALUE_OFFSET, or
 * CONNECT4_BOOK_FAR for a value that has no number. A win or loss that is so near is quick to
 * search. */
#define CONNECT4_BOOK_VALUE_BITS   5
#define CONNECT4_BOOK_VALUE_OFFSET 15
#define CONNECT4_BOOK_FAR          31

/* The head of a book in memory; the words of `values` follow it. */
struct connect4_book {
    uint64_t magic, version, plies, count, checksum;
    struct static_function values;
    uint64_t words[];
};

/* The book in `bytes` bytes of memory; NULL and the reason if they contain none. */
const struct connect4_book *connect4_book_check(const void *memory, size_t bytes,
                                                struct error *error);

/* The size of a book in bytes. */
size_t connect4_book_bytes(const struct connect4_book *book);

/* The checksum of a book with these words, over everything except the magic number, the version and
 * the checksum itself. */
uint64_t connect4_book_checksum(const struct connect4_book *book, const uint64_t *words);

/* The maximum size of a book file; one of CONNECT4_BOOK_PLIES_MOST plies is smaller. */
#define CONNECT4_BOOK_BYTES_MOST (64 << 20)

/* Reads a book file; connect4_book_close frees it. They are the `open` and `close` of a setting. */
bool connect4_book_open(const char *path, const void **book, struct error *error);
void connect4_book_close(const void *book);

/* The embedded book. */
const struct connect4_book *connect4_book_built_in(void);

/* The book that the settings name, or else the embedded one. */
const struct connect4_book *connect4_book_of(const struct game_settings *settings);

/* The key of a position: the smaller of the codes of the position and its mirror image. */
uint64_t connect4_book_key(const struct connect4_position *position);

/* The number of a value in the book. */
uint64_t connect4_book_number(int value);

/* The exact value of a position in which nobody has won. False if it has more plies than the book,
 * if no game reaches it, or if its value has no number. */
bool connect4_book_find(const struct connect4_book *book, const struct connect4_position *position,
                        int *value);

/* Whether the book knows that a move keeps the position's value. */
bool connect4_book_keeps(const struct connect4_book *book, const struct connect4_position *position,
                         move_t move, int value);

/* The first move, from the middle, that keeps the position's value; MOVE_NONE if the book does not
 * know the positions after its moves. */
move_t connect4_book_move(const struct connect4_book *book,
                          const struct connect4_position *position, int value);

#endif
