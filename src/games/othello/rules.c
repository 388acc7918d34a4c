/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include "flips.h"

/* The eight directions of the largest board, as steps of file and rank. */
static const int8_t wide_steps[8][2] = {{1, 0},  {0, 1},  {1, 1},   {-1, 1},
                                        {-1, 0}, {0, -1}, {-1, -1}, {1, -1}};

void othello_clear(struct othello_position *position, int size)
{
    const int middle = size / 2;
    const int own[] = {othello_square(size, middle - 1, middle),
                       othello_square(size, middle, middle - 1)};
    const int other[] = {othello_square(size, middle - 1, middle - 1),
                         othello_square(size, middle, middle)};
    *position = (struct othello_position){.size = (uint8_t)size};
    for (int i = 0; i < 2; i++) {
        position->own[own[i] >> 6] |= UINT64_C(1) << (own[i] & 63);
        position->other[other[i] >> 6] |= UINT64_C(1) << (other[i] & 63);
    }
}

/* The discs turned over along one direction of the largest board. */
static wide_t turned_along(const struct othello_position *position, int square,
                           const int8_t step[2])
{
    const int size = position->size;
    int file = square % size + step[0], rank = square / size + step[1];
    wide_t turned = 0;
    for (; file >= 0 && file < size && rank >= 0 && rank < size; file += step[0], rank += step[1]) {
        const int at = rank * size + file;
        if (othello_has(position->own, at)) {
            return turned;
        }
        if (!othello_has(position->other, at)) {
            return 0;
        }
        turned |= (wide_t)1 << at;
    }
    return 0;
}

static wide_t turned_wide(const struct othello_position *position, int square)
{
    wide_t turned = 0;
    for (int i = 0; i < LENGTH(wide_steps); i++) {
        turned |= turned_along(position, square, wide_steps[i]);
    }
    return turned;
}

void othello_turned(const struct othello_position *position, int square, bitboard_t turned[2])
{
    if (othello_is_wide(position)) {
        othello_set_wide(turned, turned_wide(position, square));
    } else {
        turned[0] = othello_flips(position->own[0], position->other[0], square);
        turned[1] = 0;
    }
}

/* The squares next to a disc of the opponent; a disc on any other square turns nothing. */
static wide_t beside_wide(const struct othello_position *position)
{
    const int size = position->size;
    const wide_t all = ((wide_t)1 << size * size) - 1, row = ((wide_t)1 << size) - 1;
    const wide_t first_file = all / row;
    wide_t other = othello_wide(position->other);
    other |= (other & ~(first_file << (size - 1))) << 1 | (other & ~first_file) >> 1;
    other |= other << size | other >> size;
    return other & all & ~(othello_wide(position->own) | othello_wide(position->other));
}

static wide_t destinations_wide(const struct othello_position *position)
{
    bitboard_t beside[2];
    wide_t moves = 0;
    othello_set_wide(beside, beside_wide(position));
    for (int word = 0; word < 2; word++) {
        while (beside[word]) {
            const int square = 64 * word + bit_pop(&beside[word]);
            if (turned_wide(position, square)) {
                moves |= (wide_t)1 << square;
            }
        }
    }
    return moves;
}

void othello_destinations(const struct othello_position *position, bitboard_t moves[2])
{
    if (othello_is_wide(position)) {
        othello_set_wide(moves, destinations_wide(position));
    } else {
        moves[0] =
            othello_mobility(position->own[0], position->other[0]) & othello_board(position->size);
        moves[1] = 0;
    }
}

bool othello_is_over(const struct othello_position *position)
{
    struct othello_position passed = *position;
    bitboard_t moves[2];
    othello_destinations(position, moves);
    if (moves[0] | moves[1]) {
        return false;
    }
    othello_play(&passed, MOVE_PASS);
    othello_destinations(&passed, moves);
    return !(moves[0] | moves[1]);
}

void othello_play(struct othello_position *position, move_t move)
{
    bitboard_t turned[2] = {0};
    if (move != MOVE_PASS) {
        const int square = move - 1;
        othello_turned(position, square, turned);
        position->own[square >> 6] |= UINT64_C(1) << (square & 63);
    }
    for (int word = 0; word < 2; word++) {
        const bitboard_t own = position->own[word] | turned[word];
        position->own[word] = position->other[word] & ~turned[word];
        position->other[word] = own;
    }
    position->side ^= 1;
}

void othello_start(const struct game_settings *settings, struct othello_position *position)
{
    othello_clear(position, othello_size(settings));
}

enum game_result othello_result(const struct othello_position *position)
{
    if (!othello_is_over(position)) {
        return RESULT_NONE;
    }
    const int balance = position->side ? -othello_balance(position) : othello_balance(position);
    return balance > 0 ? RESULT_P1_WINS : balance < 0 ? RESULT_P2_WINS : RESULT_DRAW;
}

void othello_legal_moves(const struct othello_position *position, struct move_list *list)
{
    bitboard_t moves[2];
    othello_destinations(position, moves);
    for (int word = 0; word < 2; word++) {
        while (moves[word]) {
            move_list_add(list, othello_move(64 * word + bit_pop(&moves[word])));
        }
    }
    if (list->count == 0 && !othello_is_over(position)) {
        move_list_add(list, MOVE_PASS);
    }
}

bool othello_is_legal(const struct othello_position *position, move_t move)
{
    bitboard_t moves[2];
    othello_destinations(position, moves);
    if (move == MOVE_PASS) {
        return !(moves[0] | moves[1]) && !othello_is_over(position);
    }
    return move >= 1 && move <= 128 && othello_has(moves, move - 1);
}

/* Trees of at least this depth, in plies, check whether the count was stopped. */
#define STOP_CHECK_DEPTH 5

/* Counts the leaves of a tree on a board that fits into a word, without playing the moves of the
 * last ply. */
static uint64_t count_leaves(bitboard_t own, bitboard_t other, bitboard_t board, int depth,
                             struct search *search)
{
    bitboard_t moves = othello_mobility(own, other) & board;
    if (depth >= STOP_CHECK_DEPTH && search && search_stopped(search)) {
        return 0;
    }
    if (!moves) {
        const bool over = !(othello_mobility(other, own) & board);
        return over || depth == 1 ? 1 : count_leaves(other, own, board, depth - 1, search);
    }
    if (depth == 1) {
        return (uint64_t)bit_count(moves);
    }
    uint64_t leaves = 0;
    while (moves) {
        const int square = bit_pop(&moves);
        const bitboard_t flips = othello_flips(own, other, square);
        leaves += count_leaves(other & ~flips, own | flips | UINT64_C(1) << square, board,
                               depth - 1, search);
    }
    return leaves;
}

static uint64_t count_leaves_wide(const struct othello_position *position, int depth,
                                  struct search *search)
{
    struct move_list list = {.count = 0};
    if (search && search_stopped(search)) {
        return 0;
    }
    othello_legal_moves(position, &list);
    if (list.count == 0 || depth == 1) {
        return list.count == 0 ? 1 : (uint64_t)list.count;
    }
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        struct othello_position child = *position;
        othello_play(&child, list.moves[i]);
        leaves += count_leaves_wide(&child, depth - 1, search);
    }
    return leaves;
}

uint64_t othello_perft(const struct othello_position *position, int depth, struct search *search)
{
    if (depth == 0) {
        return 1;
    }
    return othello_is_wide(position) ? count_leaves_wide(position, depth, search)
                                     : count_leaves(position->own[0], position->other[0],
                                                    othello_board(position->size), depth, search);
}

/* The squares whose whole line along a direction is occupied, from one edge of the board to the
 * other. */
INLINE bitboard_t full_lines(bitboard_t taken, int step, bitboard_t low_edge, bitboard_t high_edge)
{
    bitboard_t up = taken, down = taken;
    for (int i = 0; i < 7; i++) {
        up &= low_edge | up << step;
        down &= high_edge | down >> step;
    }
    return up & down;
}

bitboard_t othello_stable(bitboard_t own, bitboard_t other, bitboard_t board)
{
    const bitboard_t taken = own | other | ~board;
    const bitboard_t rank = full_lines(taken, 1, OTHELLO_FILE_A, OTHELLO_FILE_H);
    const bitboard_t file = full_lines(taken, 8, OTHELLO_RANK_1, OTHELLO_RANK_8);
    const bitboard_t rising =
        full_lines(taken, 9, OTHELLO_FILE_A | OTHELLO_RANK_1, OTHELLO_FILE_H | OTHELLO_RANK_8);
    const bitboard_t falling =
        full_lines(taken, 7, OTHELLO_FILE_H | OTHELLO_RANK_1, OTHELLO_FILE_A | OTHELLO_RANK_8);
    /* A disc is stable if, along each direction, its line is full, or the disc is next to the edge
     * or to a stable disc of the same side. */
    bitboard_t stable = 0, before;
    do {
        const bitboard_t safe = stable | ~board;
        before = stable;
        stable |= own & (rank | OTHELLO_FILE_A | OTHELLO_FILE_H | safe << 1 | safe >> 1) &
                  (file | OTHELLO_RANK_1 | OTHELLO_RANK_8 | safe << 8 | safe >> 8) &
                  (rising | OTHELLO_FILE_A | OTHELLO_FILE_H | OTHELLO_RANK_1 | OTHELLO_RANK_8 |
                   safe << 9 | safe >> 9) &
                  (falling | OTHELLO_FILE_A | OTHELLO_FILE_H | OTHELLO_RANK_1 | OTHELLO_RANK_8 |
                   safe << 7 | safe >> 7);
    } while (stable != before);
    return stable;
}
