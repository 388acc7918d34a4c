/* The book: positions with their exact values and best moves, in a file that is mapped into memory.
 *
 * Complete up to some ply; of a position and its mirror image one is kept. The file, numbers of 8
 * bytes, little end first: BOOK_MAGIC, version, ply up to which it is complete, count, checksum of
 * the entries, and the entries, rising. `connect4_book` of the tools makes it. */
#ifndef GAMES_CONNECT4_BOOK_H
#define GAMES_CONNECT4_BOOK_H

#include "position.h"

#define BOOK_MAGIC   UINT64_C(0x6b6f6f622d346e63) /* "cn4-book" */
#define BOOK_VERSION 1

/* An entry, from the low end. */
enum {
    BOOK_VALUE_SHIFT = 0,  /* 6 bits: the value for the side to move (family.h), plus 31 */
    BOOK_COLUMN_SHIFT = 6, /* 3 bits: the best column */
    BOOK_CODE_SHIFT = 9,   /* 49 bits: the smaller of the code and its mirror image's */
};

#define BOOK_VALUE_OFFSET 31

/* The head of a book in memory; the entries follow it. */
struct book {
    uint64_t magic, version, plies, count, checksum;
    uint64_t entries[];
};

/* Looks at `bytes` bytes that should be a book; refuses what is not one, saying what is wrong. */
const struct book *book_check(const void *memory, size_t bytes, struct error *error);

/* The checksum of entries. */
uint64_t book_checksum(const uint64_t *entries, uint64_t count);

/* Maps a book file; book_close undoes it. For struct setting. */
bool book_open(const char *path, const void **book, struct error *error);
void book_close(const void *book);

/* The book that is built into the program; NULL if there is none. */
const struct book *book_built_in(void);

/* The position's code as the book has it, and whether it is the mirror image's. */
uint64_t book_code(const struct connect4_position *position, bool *is_mirrored);

/* What the book says of a position that is not over; false: nothing. */
bool book_find(const struct book *book, const struct connect4_position *position, int *value,
               int *column);

#endif
