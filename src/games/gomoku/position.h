/* SPDX-License-Identifier: MIT */
/* Gomoku's position: five rules, boards of 5 to 22 squares a side; Black moves first.
 *
 * A square is rank * 32 + file, both counted from 1, so a move is its square and never 0. Each line
 * of the board in each of the four directions is one word for each colour: the stone on file or
 * rank n of the line is bit n + 4, and the five bits on both sides of the board lie outside it.
 *  */
#ifndef GOMOKU_POSITION_H
#define GOMOKU_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"
#include "level.h"
#include "move.h"
#include "rng.h"
#include "shapes.h"

enum gomoku_rule {
    RULE_FREESTYLE, /* five or more wins */
    RULE_STANDARD,  /* exactly five wins */
    RULE_RENJU, /* Black: exactly five; no overline, double-four, double-three. White: five or more
                 */
    RULE_CARO,  /* exactly five wins, unless it stands between two stones of the opponent */
    RULE_OMOK,  /* exactly five wins; no double-three for either colour */
    GOMOKU_RULES
};

enum gomoku_colour { BLACK, WHITE, GOMOKU_COLOURS };

enum gomoku_direction { EAST, NORTH, NORTH_EAST, SOUTH_EAST, GOMOKU_DIRECTIONS };

enum {
    GOMOKU_MIN_SIZE = 5,
    GOMOKU_MAX_SIZE = 22,
    GOMOKU_DEFAULT_SIZE = 15,
    GOMOKU_STRIDE = 32,
    GOMOKU_SQUARES = (GOMOKU_MAX_SIZE + 1) * GOMOKU_STRIDE,
    GOMOKU_LINES = 44
};

/* A set of squares, stored as the lines of each direction, by the index of struct gomoku_place. */
struct gomoku_lines {
    uint32_t line[GOMOKU_DIRECTIONS][GOMOKU_LINES];
};

struct gomoku_position {
    uint8_t size, rule; /* enum gomoku_rule */
    uint8_t to_move;    /* enum gomoku_colour */
    uint8_t winner;     /* 1 + the colour that has a five; 0: nobody */
    uint16_t stone_count;
    move_t last_move; /* MOVE_NONE: not known */
    uint64_t key;
    struct gomoku_lines stones[GOMOKU_COLOURS];
    struct gomoku_lines outside;
};

/* The undo information of a move. */
struct gomoku_undo {
    move_t last_move;
};

/* The line of a direction that contains a square, and the square's bit in it. */
struct gomoku_place {
    int index, bit;
};

INLINE uint64_t gomoku_key(const struct gomoku_position *position)
{
    return position->key;
}

INLINE int gomoku_file(int square)
{
    return square % GOMOKU_STRIDE;
}

INLINE int gomoku_rank(int square)
{
    return square / GOMOKU_STRIDE;
}

INLINE int gomoku_square(int file, int rank)
{
    return rank * GOMOKU_STRIDE + file;
}

/* The step from a square to the next one along a direction. */
INLINE int gomoku_step(enum gomoku_direction direction)
{
    static const int8_t steps[GOMOKU_DIRECTIONS] = {1, GOMOKU_STRIDE, GOMOKU_STRIDE + 1,
                                                    1 - GOMOKU_STRIDE};
    return steps[direction];
}

INLINE struct gomoku_place gomoku_place(int square, enum gomoku_direction direction)
{
    int file = gomoku_file(square), rank = gomoku_rank(square);
    switch (direction) {
    case EAST:
        return (struct gomoku_place){.index = rank, .bit = file + GOMOKU_REACH - 1};
    case NORTH:
        return (struct gomoku_place){.index = file, .bit = rank + GOMOKU_REACH - 1};
    case NORTH_EAST:
        return (struct gomoku_place){.index = file - rank + GOMOKU_MAX_SIZE,
                                     .bit = file + GOMOKU_REACH - 1};
    default:
        return (struct gomoku_place){.index = file + rank - 1, .bit = file + GOMOKU_REACH - 1};
    }
}

INLINE bool gomoku_has(const struct gomoku_lines *lines, int square)
{
    return lines->line[EAST][gomoku_rank(square)] >> (gomoku_file(square) + GOMOKU_REACH - 1) & 1;
}

/* The empty squares of a rank: bit file + GOMOKU_REACH - 1. */
INLINE uint32_t gomoku_empty(const struct gomoku_position *position, int rank)
{
    return ~(position->stones[BLACK].line[EAST][rank] | position->stones[WHITE].line[EAST][rank] |
             position->outside.line[EAST][rank]);
}

/* Whether the square is on the board and empty. */
INLINE bool gomoku_is_empty(const struct gomoku_position *position, int square)
{
    return gomoku_empty(position, gomoku_rank(square)) >> (gomoku_file(square) + GOMOKU_REACH - 1) &
           1;
}

/* The rows that count as a five for a colour. */
INLINE enum gomoku_five gomoku_five_of(enum gomoku_rule rule, enum gomoku_colour colour)
{
    switch (rule) {
    case RULE_FREESTYLE:
        return FIVE_OR_MORE;
    case RULE_RENJU:
        return colour == BLACK ? FIVE_EXACTLY : FIVE_OR_MORE;
    case RULE_CARO:
        return FIVE_CARO;
    default:
        return FIVE_EXACTLY;
    }
}

/* The shape that a stone of `colour` on the square makes on its line. The square itself may be
 * empty or occupied. */
INLINE enum gomoku_shape gomoku_shape_of(const struct gomoku_position *position, int square,
                                         enum gomoku_colour colour, enum gomoku_direction direction)
{
    struct gomoku_place place = gomoku_place(square, direction);
    return gomoku_shape_at(gomoku_five_of((enum gomoku_rule)position->rule, colour),
                           position->stones[colour].line[direction][place.index],
                           position->stones[1 - colour].line[direction][place.index],
                           position->outside.line[direction][place.index], place.bit);
}

/* The key of a stone. A position's key also contains the size, the rule and the side to move. */
INLINE uint64_t gomoku_stone_key(int square, enum gomoku_colour colour)
{
    return rng_mix((uint64_t)(2 * square + (int)colour) + UINT64_C(0x676f6d6f6b750001));
}

#define GOMOKU_SIDE_KEY UINT64_C(0x9d2c5680b17f3e6d)

/* Makes an empty board; size 5 .. 22. */
PER_LEVEL void gomoku_clear(struct gomoku_position *position, int size, enum gomoku_rule rule);

/* Adds or removes a stone; changes only the lines and the key. */
PER_LEVEL void gomoku_toggle(struct gomoku_position *position, int square,
                             enum gomoku_colour colour);

/* Whether the stone of `colour` on this square is part of a winning row. */
PER_LEVEL bool gomoku_wins(const struct gomoku_position *position, int square,
                           enum gomoku_colour colour);

#endif
