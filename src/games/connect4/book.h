/* SPDX-License-Identifier: MIT */
/* The book: positions with their exact values and best moves, in a file that is mapped into memory.
 *
 * It holds every position up to a ply, one of each mirrored pair. The file consists of
 * little-endian numbers of 8 bytes: CONNECT4_BOOK_MAGIC, version, the ply up to which it is
 * complete, number of entries, checksum of the entries, and the entries in rising order.
 * `connect4_book` of the tools makes it. */
#ifndef CONNECT4_BOOK_H
#define CONNECT4_BOOK_H

#include <stddef.h>

#include "error.h"
#include "position.h"

#define CONNECT4_BOOK_MAGIC   UINT64_C(0x6b6f6f622d346e63) /* "cn4-book" */
#define CONNECT4_BOOK_VERSION 1

/* An entry, from the low end. */
enum {
    CONNECT4_BOOK_VALUE_SHIFT = 0,  /* 6 bits: value + CONNECT4_BOOK_VALUE_OFFSET (children.h) */
    CONNECT4_BOOK_COLUMN_SHIFT = 6, /* 3 bits: the best column */
    CONNECT4_BOOK_CODE_SHIFT = 9,   /* 49 bits: the smaller of the code and its mirror image's */
};

#define CONNECT4_BOOK_VALUE_OFFSET 31

/* The head of a book in memory; the entries follow it. */
struct connect4_book {
    uint64_t magic, version, plies, count, checksum;
    uint64_t entries[];
};

/* The book in `bytes` bytes of memory; NULL and the reason if they hold none. */
const struct connect4_book *connect4_book_check(const void *memory, size_t bytes,
                                                struct error *error);

/* The checksum of entries. */
uint64_t connect4_book_checksum(const uint64_t *entries, uint64_t count);

/* Maps a book file; connect4_book_close unmaps it. They are the `open` and `close` of a setting. */
bool connect4_book_open(const char *path, const void **book, struct error *error);
void connect4_book_close(const void *book);

/* The book that is built into the program; NULL: it was built without. */
const struct connect4_book *connect4_book_built_in(void);

/* The smaller of the codes of the position and its mirror image, and whether it is the latter's. */
uint64_t connect4_book_code(const struct connect4_position *position, bool *is_mirrored);

/* Looks up a position in which nobody has won; false: the book does not have it. */
bool connect4_book_find(const struct connect4_book *book, const struct connect4_position *position,
                        int *value, int *column);

#endif
