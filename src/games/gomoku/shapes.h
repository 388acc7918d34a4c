/* SPDX-License-Identifier: MIT */
/* Shapes, patterns and threats.
 *
 * A shape is the result of a stone of a colour on an empty square, on the line of one direction.
 * Only fives that contain the square count, so a shape depends on five squares to each side. On
 * each side, squares beyond the first one that the colour cannot occupy do not matter, so a side
 * has one of 63 codes. The codes of both sides are the index into a table of shapes.
 *
 * A pattern consists of the shapes of the four directions, four bits each. Patterns with the same
 * shapes in any order share a pattern code. make_shapes.c writes the tables below at build time,
 * from the definitions stated here. */
#ifndef GOMOKU_SHAPES_H
#define GOMOKU_SHAPES_H

#include <stdint.h>

#include "compiler.h"

/* Squares to each side that a shape depends on. */
#define GOMOKU_REACH 5

/* The rows that count as a five. */
enum gomoku_five {
    FIVE_OR_MORE, /* freestyle; White under renju */
    FIVE_EXACTLY, /* standard, omok; Black under renju */
    FIVE_CARO,    /* exactly five, not between two stones of the opponent */
    GOMOKU_FIVES
};

/* In ascending order of strength. A winning square completes a five that contains the square
 * played. */
enum gomoku_shape {
    SHAPE_NONE,            /* no five is possible here any more */
    SHAPE_ONE,             /* a further stone makes SHAPE_TWO at best */
    SHAPE_OPEN_ONE,        /* a further stone makes an open two */
    SHAPE_TWO,             /* a further stone makes a closed three */
    SHAPE_OPEN_TWO,        /* one further stone makes an open three */
    SHAPE_OPEN_TWO_WIDE,   /* the same, in three places or more */
    SHAPE_CLOSED_THREE,    /* a further stone makes a four */
    SHAPE_OPEN_THREE,      /* no four; a further stone makes an open four */
    SHAPE_OPEN_THREE_WIDE, /* the same, in two places or more */
    SHAPE_FOUR,            /* one winning square */
    SHAPE_SPLIT_FOURS,     /* two or more winning squares, not around a row of four */
    SHAPE_OPEN_FOUR,       /* a row of exactly four, both its neighbours winning squares */
    SHAPE_OVERLINE,        /* a row of six or more that is not a five */
    SHAPE_FIVE,            /* wins */
    GOMOKU_SHAPES
};

/* The threat of a stone of a colour on a square, from its four lines together; in ascending order
 * of strength. */
enum gomoku_threat {
    THREAT_FORBIDDEN, /* no move for this colour */
    THREAT_NONE,
    THREAT_TWO,        /* an open two */
    THREAT_TWOS,       /* two open twos or more, or one and a closed three */
    THREAT_THREE,      /* an open three */
    THREAT_THREE_MORE, /* an open three, and an open two or a closed three */
    THREAT_THREES,     /* two open threes or more */
    THREAT_SUSPECT,    /* a double-three under renju: forbidden if two threes are real, see rules.h
                        */
    THREAT_FOUR,       /* a four */
    THREAT_FOUR_MORE,  /* a four, and an open two or a closed three */
    THREAT_FOUR_THREE, /* a four and an open three */
    THREAT_FOURS,      /* two winning squares or more, not of an open four */
    THREAT_OPEN_FOUR,
    THREAT_FIVE,
    GOMOKU_THREATS
};

/* The moves that a colour is forbidden. */
enum gomoku_ban { BAN_NOTHING, BAN_RENJU, BAN_DOUBLE_THREE, GOMOKU_BANS };

/* Codes of one side. FIVE_CARO has one more bit, set if the opponent's stone and not the edge ends
 * the side. */
enum {
    GOMOKU_SIDE_BITS = 6,
    GOMOKU_CARO_SIDE_BITS = 7,
    GOMOKU_SIDE_BY_OPPONENT = 1 << GOMOKU_SIDE_BITS
};

/* The number of pattern codes: ways to choose four of the shapes without regard to their order. */
#define GOMOKU_PATTERN_CODES 2380

/* The shapes by their keys: code below << bits of a side | code above. */
extern const uint8_t gomoku_shape_any[1 << 2 * GOMOKU_SIDE_BITS];
extern const uint8_t gomoku_shape_exact[1 << 2 * GOMOKU_SIDE_BITS];
extern const uint8_t gomoku_shape_caro[1 << 2 * GOMOKU_CARO_SIDE_BITS];

/* The pattern of a code, its strongest shape in the lowest four bits. */
extern const uint16_t gomoku_code_pattern[GOMOKU_PATTERN_CODES];

/* The kind of a pattern: its code, 0 .. GOMOKU_PATTERN_CODES - 1, in the low bits, and its threat
 * above them. */
#define GOMOKU_CODE_BITS 12
extern const uint16_t gomoku_pattern_kind[GOMOKU_BANS][1 << 16];

INLINE unsigned gomoku_kind_code(unsigned kind)
{
    return kind & ((1U << GOMOKU_CODE_BITS) - 1);
}

INLINE enum gomoku_threat gomoku_kind_threat(unsigned kind)
{
    return (enum gomoku_threat)(kind >> GOMOKU_CODE_BITS);
}

/* The weights of an empty square on which a colour has a pattern, learned by logistic regression
 * from the results and the moves of games of self-play: tools/tune/gomoku_fit.c. */
struct gomoku_pattern_weight {
    /* In the evaluation, 1/8 centipawns: if the colour is to move, and if the other colour is. */
    int16_t moving, waiting;
    /* In the move order, points of a move to the square: by the colour, and by the other colour. */
    int16_t making, blocking;
};

/* The file gomoku.weights. */
extern const struct gomoku_pattern_weight gomoku_weights[GOMOKU_PATTERN_CODES];

/* The code of the five squares above a square, the nearest in bit 0: the colour's stones, and a 1
 * at the first square that the colour cannot occupy. */
INLINE unsigned gomoku_side_above(uint32_t own, uint32_t blocked)
{
    int length = bit_lowest(blocked | 1U << GOMOKU_REACH);
    return (own & ((1U << length) - 1)) | 1U << length;
}

/* The code of the five squares below a square, the nearest in bit 4. */
INLINE unsigned gomoku_side_below(uint32_t own, uint32_t blocked)
{
    int cut = bit_highest((uint64_t)blocked << 1 | 1);
    return own >> cut | 1U << GOMOKU_REACH >> cut;
}

/* The shape at bit `bit` (5 .. 26) of a line. `own`: the colour's stones; `opponent`: the other's;
 * `outside`: squares that are not on the board. The square itself may be empty or occupied. */
INLINE enum gomoku_shape gomoku_shape_at(enum gomoku_five five, uint32_t own, uint32_t opponent,
                                         uint32_t outside, int bit)
{
    const uint32_t side = (1U << GOMOKU_REACH) - 1;
    uint32_t blocked = opponent | outside;
    int low = bit - GOMOKU_REACH, high = bit + 1;
    unsigned below = gomoku_side_below(own >> low & side, blocked >> low & side);
    unsigned above = gomoku_side_above(own >> high & side, blocked >> high & side);
    if (five == FIVE_OR_MORE) {
        return gomoku_shape_any[below << GOMOKU_SIDE_BITS | above];
    }
    if (five == FIVE_EXACTLY) {
        return gomoku_shape_exact[below << GOMOKU_SIDE_BITS | above];
    }
    /* If a side ends before five squares: whether a stone or the edge ends it. */
    uint32_t beyond_above = (blocked >> high & side) & (0 - (blocked >> high & side));
    if (opponent >> high & beyond_above) {
        above |= GOMOKU_SIDE_BY_OPPONENT;
    }
    uint32_t ends_below = blocked >> low & side;
    if (ends_below && (opponent >> low >> bit_highest(ends_below) & 1)) {
        below |= GOMOKU_SIDE_BY_OPPONENT;
    }
    return gomoku_shape_caro[below << GOMOKU_CARO_SIDE_BITS | above];
}

#endif
