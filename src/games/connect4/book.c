/* SPDX-License-Identifier: MIT */
#include "book.h"

#include <stdlib.h>
#include <unistd.h>

#include "compiler.h"
#include "connect4_book_name.h"
#include "file.h"
#include "rng.h"
#include "solver/children.h"
#include "solver/solver_node.h"

EMBED_FILE(connect4_book_file, CONNECT4_BOOK_FILE);
extern const char connect4_book_file[];

const struct connect4_book *connect4_book_built_in(void)
{
    /* The embedded book is not checked for damage. */
    return (const struct connect4_book *)(const void *)connect4_book_file;
}

const struct connect4_book *connect4_book_of(const struct game_settings *settings)
{
    const struct connect4_book *named = settings->resources[CONNECT4_NAMED_BOOK];
    return named ? named : connect4_book_built_in();
}

uint64_t connect4_book_checksum(const struct connect4_book *book, const uint64_t *words)
{
    const struct static_function *values = &book->values;
    const uint64_t head[] = {book->plies,      book->count,          values->seed,
                             values->segments, values->segment_bits, values->value_bits};
    const uint64_t count = static_function_words(values);
    uint64_t sum = count;
    for (int i = 0; i < LENGTH(head); i++) {
        sum = rng_mix(sum ^ head[i]) + head[i];
    }
    for (uint64_t i = 0; i < count; i++) {
        sum = rng_mix(sum ^ words[i]) + words[i];
    }
    return sum;
}

size_t connect4_book_bytes(const struct connect4_book *book)
{
    return sizeof *book + static_function_words(&book->values) * sizeof book->words[0];
}

const struct connect4_book *connect4_book_check(const void *memory, size_t bytes,
                                                struct error *error)
{
    const struct connect4_book *book = memory;
    if (bytes < offsetof(struct connect4_book, plies) || book->magic != CONNECT4_BOOK_MAGIC) {
        error_set(error, "not a book of Connect Four");
        return NULL;
    }
    if (book->version != CONNECT4_BOOK_VERSION) {
        error_set(error, "a book of version %llu; expected version %d",
                  (unsigned long long)book->version, CONNECT4_BOOK_VERSION);
        return NULL;
    }
    if (bytes < sizeof *book || book->plies > CONNECT4_BOOK_PLIES_MOST ||
        !static_function_is_sound(&book->values) ||
        book->values.value_bits != CONNECT4_BOOK_VALUE_BITS) {
        error_set(error, "a damaged book: its head is wrong");
        return NULL;
    }
    if (bytes != connect4_book_bytes(book)) {
        error_set(error, "a book of %zu bytes, but %zu are there", connect4_book_bytes(book),
                  bytes);
        return NULL;
    }
    if (book->checksum != connect4_book_checksum(book, book->words)) {
        error_set(error, "a damaged book: its checksum is wrong");
        return NULL;
    }
    return book;
}

/* The bytes of a file; NULL and the reason if it cannot be read. */
static void *read_file(const char *path, size_t *bytes, struct error *error)
{
    const int file = regular_file_open(path, bytes, error);
    if (file < 0) {
        return NULL;
    }
    void *memory = NULL;
    if (*bytes > CONNECT4_BOOK_BYTES_MOST) {
        error_set(error, "'%s' is a file of %zu bytes; a book has %d at most", path, *bytes,
                  CONNECT4_BOOK_BYTES_MOST);
    } else if (!(memory = malloc(*bytes + 1))) {
        error_set(error, "out of memory for the book '%s'", path);
    } else if (!regular_file_read(file, 0, memory, *bytes)) {
        error_set(error, "cannot read '%s'", path);
        free(memory);
        memory = NULL;
    }
    close(file);
    return memory;
}

bool connect4_book_open(const char *path, const void **book, struct error *error)
{
    size_t bytes;
    void *memory = read_file(path, &bytes, error);
    if (!memory) {
        return false;
    }
    struct error reason;
    *book = connect4_book_check(memory, bytes, &reason);
    if (!*book) {
        free(memory);
        return error_set(error, "'%s' is %s", path, reason.text);
    }
    return true;
}

void connect4_book_close(const void *opened)
{
    free((void *)(uintptr_t)opened);
}

uint64_t connect4_book_key(const struct connect4_position *position)
{
    const uint64_t code = connect4_code(position), mirrored = connect4_mirror(code);
    return mirrored < code ? mirrored : code;
}

uint64_t connect4_book_number(int value)
{
    const int number = value + CONNECT4_BOOK_VALUE_OFFSET;
    return number >= 0 && number < CONNECT4_BOOK_FAR ? (uint64_t)number : CONNECT4_BOOK_FAR;
}

/* The boards from which a position of CONNECT4_BOOK_PLIES_MOST plies can arise: any number of
 * stones removed from the top of each column. A board's index follows from the number of stones
 * left in each column. The maximum number of boards occurs with two stones in each column. */
#define EARLIER_BOARDS 2187 /* 3 to the power of the columns */

/* Whether the stones can be removed in alternating turns. `dead` marks, by index, boards from which
 * the empty board is not reachable. */
static bool can_be_taken_back(const struct connect4_position *position,
                              const uint16_t strides[CONNECT4_COLUMNS], uint16_t index, bool *dead)
{
    if (position->ply == 0) {
        return true;
    }
    for (int column = 0; column < CONNECT4_COLUMNS && !dead[index]; column++) {
        struct connect4_position before;
        if (connect4_take_back(position, column, &before) &&
            can_be_taken_back(&before, strides, (uint16_t)(index - strides[column]), dead)) {
            return true;
        }
    }
    dead[index] = true;
    return false;
}

/* Whether a game reaches the position, in which nobody has won: the board alone does not show that
 * the stones were dropped in turns. */
static bool is_reachable(const struct connect4_position *position)
{
    const bitboard_t occupied = position->own | position->other;
    uint16_t strides[CONNECT4_COLUMNS], index = 0, boards = 1;
    for (int column = 0; column < CONNECT4_COLUMNS; column++) {
        const uint16_t height = (uint16_t)bit_count(occupied & connect4_column(column));
        strides[column] = boards;
        index = (uint16_t)(index + height * boards);
        boards = (uint16_t)(boards * (height + 1));
    }
    bool dead[EARLIER_BOARDS] = {false};
    return can_be_taken_back(position, strides, index, dead);
}

bool connect4_book_find(const struct connect4_book *book, const struct connect4_position *position,
                        int *value)
{
    struct connect4_solver_node node;
    if (position->ply > (int)book->plies || !is_reachable(position)) {
        return false;
    }
    if (connect4_solver_static_value(position, &node, value)) {
        return true;
    }
    const uint64_t number =
        static_function_get(&book->values, book->words, connect4_book_key(position));
    *value = (int)number - CONNECT4_BOOK_VALUE_OFFSET;
    return number != CONNECT4_BOOK_FAR;
}

bool connect4_book_keeps(const struct connect4_book *book, const struct connect4_position *position,
                         move_t move, int value)
{
    struct connect4_position child = *position;
    int child_value = 0;
    connect4_play(&child, move);
    return connect4_is_won(&child)
               ? value == connect4_win_value(position->ply, 1)
               : connect4_book_find(book, &child, &child_value) && value == -child_value;
}

move_t connect4_book_move(const struct connect4_book *book,
                          const struct connect4_position *position, int value)
{
    for (int i = 0; i < CONNECT4_COLUMNS; i++) {
        const move_t move = connect4_column_move(connect4_middle_first(i));
        if (connect4_is_legal(position, move) && connect4_book_keeps(book, position, move, value)) {
            return move;
        }
    }
    return MOVE_NONE;
}
