/* SPDX-License-Identifier: MIT */
#include "book.h"

#include <stdlib.h>
#include <unistd.h>

#include "compiler.h"
#include "file.h"
#include "polyglot_numbers_name.h"
#include "rng.h"
#include "rules.h"

/* The numbers that define the key of a position, as Michel Van den Bergh's description lists them.
 */
EMBED_FILE(chess_book_numbers, POLYGLOT_NUMBERS_FILE);
extern const uint64_t chess_book_numbers[CHESS_BOOK_NUMBERS];

/* When a book is opened, this number of entries, evenly spread, are compared with their
 * neighbours. */
#define ORDER_SAMPLES 64

/* Where the numbers of each kind begin. */
enum { NUMBERS_CASTLING = 768, NUMBERS_EN_PASSANT = 772, NUMBERS_WHITE_MOVES = 780 };

/* An entry's move, from the lowest bit: to (6 bits), from (6), promotion (3): 0 none, then 1 knight
 * to 4 queen. Castling is written as the king capturing his own rook. */
enum { ENTRY_PROMOTION_SHIFT = 12 };

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
static struct entry read_entry(const struct chess_book *book, size_t index)
{
    unsigned char bytes[CHESS_BOOK_ENTRY_BYTES] = {0};
    if (!regular_file_read(book->file, index * sizeof bytes, bytes, sizeof bytes)) {
        return (struct entry){.key = UINT64_MAX};
    }
    return (struct entry){.key = read_number(bytes, 8),
                          .move = (int)read_number(bytes + 8, 2),
                          .weight = (int)read_number(bytes + 10, 2)};
}

static uint64_t key_of_entry(const struct chess_book *book, size_t index)
{
    return read_entry(book, index).key;
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

bool chess_book_open(const char *path, const void **opened, struct error *error)
{
    size_t bytes;
    const int file = regular_file_open(path, &bytes, error);
    if (file < 0) {
        return false;
    }
    struct chess_book *book = malloc(sizeof *book);
    if (!book) {
        close(file);
        return error_set(error, "out of memory for the book '%s'", path);
    }
    *book = (struct chess_book){.file = file, .count = bytes / CHESS_BOOK_ENTRY_BYTES};
    const bool whole = bytes > 0 && bytes % CHESS_BOOK_ENTRY_BYTES == 0;
    if (!whole || !is_in_order(book)) {
        chess_book_close(book);
        return whole ? error_set(error,
                                 "'%s' is no book of openings: its keys are not in rising order",
                                 path)
                     : error_set(error,
                                 "'%s' is no book of openings: its length, %zu bytes, is not a "
                                 "multiple of %d",
                                 path, bytes, CHESS_BOOK_ENTRY_BYTES);
    }
    *opened = book;
    return true;
}

void chess_book_close(const void *opened)
{
    close(((const struct chess_book *)opened)->file);
    free((void *)(uintptr_t)opened);
}

/* White and Black castle short and long with the rooks in the corners; the format has no other
 * castling rights. */
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

/* Whether an entry encodes this move. Castling may also be encoded as a move of the king by two
 * squares, as in some books. */
static bool is_written(move_t move, int written)
{
    const int from = move_from(move), to = move_to(move);
    if (move_type(move) == MOVE_CASTLING && written == (from << 6 | castled_king(from, to))) {
        return true;
    }
    int promotion = move_type(move) == MOVE_PROMOTION ? (int)move_promoted(move) - KNIGHT + 1 : 0;
    return written == (promotion << ENTRY_PROMOTION_SHIFT | from << 6 | to);
}

/* The legal move that an entry encodes; MOVE_NONE if there is none. */
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
