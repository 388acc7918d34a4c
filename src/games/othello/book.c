/* SPDX-License-Identifier: MIT */
#include "book.h"

#include "rules.h"
#include "symmetry.h"

/* Makes the keys of equal discs of the two sides differ. */
#define KEY_OF_OPPONENT UINT64_C(0x9e3779b97f4a7c15)

uint64_t othello_book_key(const struct othello_position *position)
{
    bitboard_t own = position->own[0], other = position->other[0];
    make_canonical(8, &own, &other);
    return rng_mix(own) ^ rng_mix(other + KEY_OF_OPPONENT);
}

int othello_book_square(const struct othello_position *position, move_t move)
{
    bitboard_t own = position->own[0], other = position->other[0];
    int lowest = -1;
    make_canonical(8, &own, &other);
    for (int i = 0; move != MOVE_PASS && i < OTHELLO_SYMMETRIES; i++) {
        if (othello_symmetric(position->own[0], i) == own &&
            othello_symmetric(position->other[0], i) == other) {
            const int square = bit_lowest(othello_symmetric(UINT64_C(1) << (move - 1), i));
            lowest = lowest < 0 || square < lowest ? square : lowest;
        }
    }
    return lowest;
}

static bool othello_book_is_written(const struct othello_position *position, move_t move, int code)
{
    return othello_book_square(position, move) == code;
}

#define GAME othello
#include "book_template.h"
