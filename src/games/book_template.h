/* SPDX-License-Identifier: MIT */
/* Opening books: files of sorted entries, in the layout of PolyGlot's books (Michel Van den Bergh,
 * "Book format of PolyGlot"). Big-endian entries of 16 bytes are in ascending order of their keys.
 * An entry has 8 bytes for the key of the position, 2 for the move, 2 for its weight, and 4 that
 * are not read here.
 *
 * A game's book.c defines GAME, the prefix of the game's functions, and includes this file at its
 * end. It has under this prefix, beside the functions of contract.h:
 *
 *     book_key(position)                     the key of a position
 *     book_is_written(position, move, code)  whether an entry's move is this legal one
 *
 * and gets the functions book_open, book_close and book_find, which its book.h declares:
 *
 *     struct GAME_book { int file; size_t count; };
 *
 * is a book whose entries are read from its file on demand; `count` is their number. */
#include <stdlib.h>
#include <unistd.h>

#include "file.h"
#include "rng.h"

#ifndef GAME
#error "book_template.h: GAME, the prefix of the game's functions, is not defined"
#endif

#define GAME_FN(name) PASTE(GAME, _##name)
#define GAME_POSITION struct GAME_FN(position)
#define GAME_BOOK     struct GAME_FN(book)

#define ENTRY_BYTES 16

/* When a book is opened, this number of entries, evenly spread, are compared with their
 * neighbours. */
#define ORDER_SAMPLES 64

static uint64_t read_number(const unsigned char *bytes, int count)
{
    uint64_t number = 0;
    for (int i = 0; i < count; i++) {
        number = number << 8 | bytes[i];
    }
    return number;
}

/* An entry of the file, without its last four bytes. */
struct entry {
    uint64_t key;
    int move, weight;
};

/* Reads an entry. An entry that cannot be read, because the file has become shorter, has no
 * weight. */
static struct entry read_entry(const GAME_BOOK *book, size_t index)
{
    unsigned char bytes[ENTRY_BYTES] = {0};
    if (!regular_file_read(book->file, index * sizeof bytes, bytes, sizeof bytes)) {
        return (struct entry){.key = UINT64_MAX};
    }
    return (struct entry){.key = read_number(bytes, 8),
                          .move = (int)read_number(bytes + 8, 2),
                          .weight = (int)read_number(bytes + 10, 2)};
}

static uint64_t key_of_entry(const GAME_BOOK *book, size_t index)
{
    return read_entry(book, index).key;
}

static bool is_in_order(const GAME_BOOK *book)
{
    for (size_t i = 1; i < book->count; i += 1 + book->count / ORDER_SAMPLES) {
        if (key_of_entry(book, i) < key_of_entry(book, i - 1)) {
            return false;
        }
    }
    return key_of_entry(book, 0) <= key_of_entry(book, book->count - 1);
}

bool GAME_FN(book_open)(const char *path, const void **opened, struct error *error)
{
    size_t bytes;
    const int file = regular_file_open(path, &bytes, error);
    if (file < 0) {
        return false;
    }
    GAME_BOOK *book = malloc(sizeof *book);
    if (!book) {
        close(file);
        return error_set(error, "out of memory for the book '%s'", path);
    }
    *book = (GAME_BOOK){.file = file, .count = bytes / ENTRY_BYTES};
    const bool whole = bytes > 0 && bytes % ENTRY_BYTES == 0;
    if (!whole || !is_in_order(book)) {
        GAME_FN(book_close)(book);
        return whole ? error_set(error,
                                 "'%s' is no book of openings: its keys are not in rising order",
                                 path)
                     : error_set(error,
                                 "'%s' is no book of openings: its length, %zu bytes, is not a "
                                 "multiple of %d",
                                 path, bytes, ENTRY_BYTES);
    }
    *opened = book;
    return true;
}

void GAME_FN(book_close)(const void *opened)
{
    close(((const GAME_BOOK *)opened)->file);
    free((void *)(uintptr_t)opened);
}

/* The first entry whose key is not below `key`. */
static size_t first_entry(const GAME_BOOK *book, uint64_t key)
{
    size_t low = 0, high = book->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (key_of_entry(book, middle) < key) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The legal move that an entry encodes; MOVE_NONE if there is none. */
static move_t legal_move(const GAME_POSITION *position, int code)
{
    struct move_list list = {.count = 0};
    GAME_FN(legal_moves)(position, &list);
    for (int i = 0; i < list.count; i++) {
        if (GAME_FN(book_is_written)(position, list.moves[i], code)) {
            return list.moves[i];
        }
    }
    return MOVE_NONE;
}

bool GAME_FN(book_find)(const GAME_BOOK *book, const GAME_POSITION *position, uint64_t seed,
                        move_t *move)
{
    const uint64_t key = GAME_FN(book_key)(position);
    uint64_t total = 0;
    struct rng rng = {seed};
    const size_t first = first_entry(book, key);
    for (size_t i = first; i < book->count && i - first < MAX_MOVES; i++) {
        const struct entry entry = read_entry(book, i);
        if (entry.key != key) {
            break;
        }
        const move_t found = legal_move(position, entry.move);
        const uint64_t weight = (uint64_t)entry.weight;
        total += found == MOVE_NONE ? 0 : weight;
        /* Each move replaces the earlier ones with a probability of its share of the weights so
         * far. */
        if (found != MOVE_NONE && weight > 0 && rng_below(&rng, total) < weight) {
            *move = found;
        }
    }
    return total > 0;
}
