/* SPDX-License-Identifier: MIT */
/* The rules of Ataxx: the position, and how a move changes it.
 *
 * Bit 9 * rank + file of a set is a square of the 7 by 7 board. Two places beside each rank stay
 * empty. A bit that is shifted over the edge of the board lands there and not on the next rank, so
 * sets of neighbours need no mask except the one of the wanted squares. */
#ifndef ATAXX_RULES_H
#define ATAXX_RULES_H

#include <stdbool.h>

#include "compiler.h"
#include "game.h"
#include "level.h"
#include "rng.h"

#define ATAXX_SIZE    7
#define ATAXX_STRIDE  9
#define ATAXX_SQUARES (ATAXX_SIZE * ATAXX_SIZE)

/* The number of places of a set, including those beside the board. */
#define ATAXX_PLACES (ATAXX_SIZE * ATAXX_STRIDE)

/* The game is drawn after this number of plies without a single step. */
#define ATAXX_CLOCK_LIMIT 100

typedef uint64_t bitboard_t;

/* All squares. */
#define ATAXX_BOARD (UINT64_C(0x7f) * UINT64_C(0x40201008040201))

struct ataxx_accumulators;

struct ataxx_position {
    bitboard_t pieces[2]; /* of player 1, of player 2 */
    bitboard_t blocked;
    uint64_t blocked_key; /* of `blocked`, for the key */
    uint16_t clock;       /* plies since the last single step */
    uint16_t move_number; /* incremented after player 2's moves */
    uint8_t side;         /* side to move: 0 or 1 */
    uint8_t ply;          /* moves and null moves since the search began, modulo 256 */
    struct ataxx_accumulators *accumulators; /* owned by the search; NULL outside a search */
};

INLINE bitboard_t ataxx_bit(int place)
{
    return UINT64_C(1) << place;
}

INLINE int ataxx_place(int file, int rank)
{
    return rank * ATAXX_STRIDE + file;
}

#define ATAXX_WIDE(set) ((set) | (set) << 1 | (set) >> 1)
#define ATAXX_NEAR(set)                                                                            \
    (ATAXX_WIDE(set) | ATAXX_WIDE(set) << ATAXX_STRIDE | ATAXX_WIDE(set) >> ATAXX_STRIDE)

/* The squares of a set and those at a distance of 1, with some places off the board. */
INLINE bitboard_t ataxx_near(bitboard_t set)
{
    return ATAXX_NEAR(set);
}

/* The same for distances of 1 and 2. */
INLINE bitboard_t ataxx_within_two(bitboard_t set)
{
    bitboard_t wide = set | set << 1 | set >> 1 | set << 2 | set >> 2;
    return wide | wide << ATAXX_STRIDE | wide >> ATAXX_STRIDE | wide << 2 * ATAXX_STRIDE |
           wide >> 2 * ATAXX_STRIDE;
}

/* ataxx_near of each place. The search reads it once for each move of a list. */
#define ATAXX_NEAR_ONE(place) ATAXX_NEAR(UINT64_C(1) << (place))
#define ATAXX_NEAR_THREE(place)                                                                    \
    ATAXX_NEAR_ONE(place), ATAXX_NEAR_ONE((place) + 1), ATAXX_NEAR_ONE((place) + 2)
#define ATAXX_NEAR_RANK(rank)                                                                      \
    ATAXX_NEAR_THREE((rank)*ATAXX_STRIDE), ATAXX_NEAR_THREE((rank)*ATAXX_STRIDE + 3),              \
        ATAXX_NEAR_THREE((rank)*ATAXX_STRIDE + 6)
_Static_assert(ATAXX_STRIDE == 9, "a rank is three times three places");
UNUSED static const bitboard_t ataxx_near_place[ATAXX_PLACES] = {
    ATAXX_NEAR_RANK(0), ATAXX_NEAR_RANK(1), ATAXX_NEAR_RANK(2), ATAXX_NEAR_RANK(3),
    ATAXX_NEAR_RANK(4), ATAXX_NEAR_RANK(5), ATAXX_NEAR_RANK(6),
};

/* The places at a distance of exactly 2 from one. */
INLINE bitboard_t ataxx_ring(int place)
{
    bitboard_t square = ataxx_bit(place);
    return ataxx_within_two(square) & ~ataxx_near(square);
}

/* A move is its target's place plus one; a jump adds 64 times its origin's place plus one. A single
 * step has no origin, because the position is the same for every origin. */
INLINE move_t ataxx_single(int to)
{
    return (move_t)(to + 1);
}

INLINE move_t ataxx_jump(int from, int to)
{
    return (move_t)((from + 1) << 6 | (to + 1));
}

INLINE bool ataxx_is_jump(move_t move)
{
    return move >> 6 != 0;
}

INLINE int ataxx_to(move_t move)
{
    return (move & 63) - 1;
}

/* The origin of a jump. */
INLINE int ataxx_from(move_t move)
{
    return (move >> 6) - 1;
}

INLINE bitboard_t ataxx_empty(const struct ataxx_position *position)
{
    return ATAXX_BOARD & ~(position->pieces[0] | position->pieces[1] | position->blocked);
}

/* The pieces of the opponent that a move to this place captures. */
INLINE bitboard_t ataxx_captured(const struct ataxx_position *position, int to)
{
    return ataxx_near_place[to] & position->pieces[position->side ^ 1];
}

/* Whether a side has no pieces, or neither side can move. */
INLINE bool ataxx_is_over_on_board(const struct ataxx_position *position)
{
    const bitboard_t *pieces = position->pieces;
    return !pieces[0] || !pieces[1] ||
           !(ataxx_within_two(pieces[0] | pieces[1]) & ataxx_empty(position));
}

/* The same, or no single step has been made for too long. */
INLINE bool ataxx_is_over(const struct ataxx_position *position)
{
    return position->clock >= ATAXX_CLOCK_LIMIT || ataxx_is_over_on_board(position);
}

/* The number of pieces of the side to move minus that of the other side. */
INLINE int ataxx_lead(const struct ataxx_position *position)
{
    return bit_count(position->pieces[position->side]) -
           bit_count(position->pieces[position->side ^ 1]);
}

/* The result of a finished game for the side to move: 1, 0 or -1. A game that the clock ends is a
 * draw regardless of the pieces, unless it has also ended on the board. */
INLINE int ataxx_outcome(const struct ataxx_position *position)
{
    const int lead = ataxx_is_over_on_board(position) ? ataxx_lead(position) : 0;
    return (lead > 0) - (lead < 0);
}

INLINE bool ataxx_is_legal(const struct ataxx_position *position, move_t move)
{
    const bitboard_t own = position->pieces[position->side], empty = ataxx_empty(position);
    if (move == MOVE_PASS) {
        return !(ataxx_within_two(own) & empty);
    }
    const int to = ataxx_to(move), from = ataxx_from(move);
    if (to < 0 || to >= ATAXX_PLACES || !(empty & ataxx_bit(to))) {
        return false;
    }
    return ataxx_is_jump(move) ? from < ATAXX_PLACES && ataxx_ring(to) & own & ataxx_bit(from)
                               : (ataxx_near(own) & ataxx_bit(to)) != 0;
}

/* Plays a legal move. */
INLINE void ataxx_play(struct ataxx_position *position, move_t move)
{
    position->clock++;
    position->ply++;
    position->move_number = (uint16_t)(position->move_number + position->side);
    if (move != MOVE_PASS) {
        const bitboard_t captured = ataxx_captured(position, ataxx_to(move));
        bitboard_t changed = captured | ataxx_bit(ataxx_to(move));
        if (ataxx_is_jump(move)) {
            changed |= ataxx_bit(ataxx_from(move));
        } else {
            position->clock = 0;
        }
        position->pieces[position->side] ^= changed;
        position->pieces[position->side ^ 1] ^= captured;
    }
    position->side ^= 1;
}

INLINE uint64_t ataxx_blocked_key(bitboard_t blocked)
{
    return rng_mix(~blocked);
}

/* The key does not include the clock, so a position that recurs is the same position to the
 * search. */
INLINE uint64_t ataxx_key(const struct ataxx_position *position)
{
    const uint64_t second = rng_mix(position->pieces[1] ^ position->blocked_key);
    return rng_mix(position->pieces[0] ^ (uint64_t)position->side << 63 ^ second);
}

enum ataxx_setting { ATAXX_BLOCKED, ATAXX_SKILL, ATAXX_SETTINGS };

/* The number of legal moves. */
PER_LEVEL int ataxx_count_moves(const struct ataxx_position *position);

#define GAME        ataxx
#define GAME_COPIES 1
#include "contract.h"

#endif
