/* SPDX-License-Identifier: MIT */
#include "position.h"

#include "flips.h"
#include "rules.h"

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
