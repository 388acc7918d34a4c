/* SPDX-License-Identifier: MIT */
#include "book.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "moves.h"
#include "position.h"
#include "rng.h"

/* Entries that are compared with their neighbours when a book is opened, evenly spread. */
#define ORDER_SAMPLES 64

/* Where the numbers of each kind begin. */
enum { NUMBERS_CASTLING = 768, NUMBERS_EN_PASSANT = 772, NUMBERS_WHITE_MOVES = 780 };

/* An entry's move, from the low end: to (6 bits), from (6), promotion (3): 0 none, then 1 knight to
 * 4 queen. Castling is the king taking his own rook. */
enum { ENTRY_PROMOTION_SHIFT = 12 };

static uint64_t read_number(const unsigned char *bytes, int count)
{
    uint64_t number = 0;
    for (int i = 0; i < count; i++) {
        number = number << 8 | bytes[i];
    }
    return number;
}

static uint64_t key_of_entry(const struct chess_book *book, size_t index)
{
    return read_number(book->entries + index * CHESS_BOOK_ENTRY_BYTES, 8);
}

static int move_of_entry(const struct chess_book *book, size_t index)
{
    return (int)read_number(book->entries + index * CHESS_BOOK_ENTRY_BYTES + 8, 2);
}

static int weight_of_entry(const struct chess_book *book, size_t index)
{
    return (int)read_number(book->entries + index * CHESS_BOOK_ENTRY_BYTES + 10, 2);
}

static bool is_in_order(const struct chess_book *book)
{
    for (size_t i = 1; i < book->count; i += 1 + book->count / ORDER_SAMPLES) {
        if (key_of_entry(book, i) < key_of_entry(book, i - 1)) {
            return false;
        }
    }
    return key_of_entry(book, 0) <= key_of_entry(book, book->count - 1);
}

/* The bytes of a file; NULL and the reason if they cannot be had. */
static void *map_file(const char *path, size_t *bytes, struct error *error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        error_set(error, "cannot open the book '%s': %s", path, strerror(errno));
        return NULL;
    }
    struct stat status;
    *bytes = fstat(file, &status) == 0 && S_ISREG(status.st_mode) ? (size_t)status.st_size : 0;
    void *memory = MAP_FAILED;
    if (*bytes == 0 || *bytes % CHESS_BOOK_ENTRY_BYTES != 0) {
        error_set(error, "'%s' is no book of openings: its length is not a multiple of %d bytes",
                  path, CHESS_BOOK_ENTRY_BYTES);
    } else {
        memory = mmap(NULL, *bytes, PROT_READ, MAP_PRIVATE, file, 0);
        if (memory == MAP_FAILED) {
            error_set(error, "cannot map the book '%s': %s", path, strerror(errno));
        }
    }
    close(file);
    return memory == MAP_FAILED ? NULL : memory;
}

bool chess_book_open(const char *path, const void **opened, struct error *error)
{
    size_t bytes;
    void *memory = map_file(path, &bytes, error);
    if (!memory) {
        return false;
    }
    struct chess_book *book = malloc(sizeof *book);
    if (!book) {
        munmap(memory, bytes);
        return error_set(error, "out of memory for the book '%s'", path);
    }
    *book = (struct chess_book){.entries = memory, .count = bytes / CHESS_BOOK_ENTRY_BYTES};
    if (!is_in_order(book)) {
        chess_book_close(book);
        return error_set(error, "'%s' is no book of openings: its keys are not in rising order",
                         path);
    }
    *opened = book;
    return true;
}

void chess_book_close(const void *opened)
{
    const struct chess_book *book = opened;
    munmap((void *)(uintptr_t)book->entries, book->count * CHESS_BOOK_ENTRY_BYTES);
    free((void *)(uintptr_t)opened);
}

/* White and Black castle short and long with the rooks in the corners; others the format does not
 * know. */
static uint64_t castling_key(bitboard_t rooks)
{
    static const int corners[] = {7, 0, 63, 56};
    uint64_t key = 0;
    for (int i = 0; i < LENGTH(corners); i++) {
        key ^= rooks & bit(corners[i]) ? chess_book_numbers[NUMBERS_CASTLING + i] : 0;
    }
    return key;
}

uint64_t chess_book_key(const struct chess_position *position)
{
    const struct chess_board *board = &position->state.board;
    uint64_t key = castling_key(board->castling);
    for (enum side side = WHITE; side < SIDES; side++) {
        for (enum kind kind = PAWN; kind < KINDS; kind++) {
            for (bitboard_t left = pieces_of(board, side, kind); left;) {
                key ^= chess_book_numbers[(2 * (int)kind + (side == WHITE)) * SQUARES +
                                          bit_pop(&left)];
            }
        }
    }
    key ^= board->ep ? chess_book_numbers[NUMBERS_EN_PASSANT + file_of(board->ep)] : 0;
    return key ^ (board->side == WHITE ? chess_book_numbers[NUMBERS_WHITE_MOVES] : 0);
}

/* The first entry whose key is not below `key`. */
static size_t first_entry(const struct chess_book *book, uint64_t key)
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

/* Whether an entry writes this move. Castling is also read as the king's move of two squares, as
 * some books have it. */
static bool is_written(move_t move, int written)
{
    const int from = move_from(move), to = move_to(move);
    if (move_type(move) == MOVE_CASTLING && written == (from << 6 | castled_king(from, to))) {
        return true;
    }
    int promotion = move_type(move) == MOVE_PROMOTION ? (int)move_promoted(move) - KNIGHT + 1 : 0;
    return written == (promotion << ENTRY_PROMOTION_SHIFT | from << 6 | to);
}

/* The legal move that an entry writes; MOVE_NONE if there is none. */
static move_t legal_move(const struct chess_position *position, int written)
{
    struct move_list list = {.count = 0};
    chess_legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        if (is_written(list.moves[i], written)) {
            return list.moves[i];
        }
    }
    return MOVE_NONE;
}

bool chess_book_find(const struct chess_book *book, const struct chess_position *position,
                     uint64_t seed, move_t *move)
{
    const uint64_t key = chess_book_key(position);
    uint64_t total = 0;
    struct rng rng = {seed};
    for (size_t i = first_entry(book, key); i < book->count && key_of_entry(book, i) == key; i++) {
        move_t found = legal_move(position, move_of_entry(book, i));
        const uint64_t weight = (uint64_t)weight_of_entry(book, i);
        total += found == MOVE_NONE ? 0 : weight;
        /* Each takes the place of those before it with its share of the weights so far. */
        if (found != MOVE_NONE && weight > 0 && rng_below(&rng, total) < weight) {
            *move = found;
        }
    }
    return total > 0;
}
