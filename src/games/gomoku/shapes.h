/* What a stone played on one square makes of one line through it: the alphabet of gomoku.
 *
 * A shape is seen from an empty square, for one colour, along one direction: what there would be if
 * that colour played there. Only fives that contain the square count, so five squares to each side
 * decide everything. On each side nothing matters beyond the first square that the colour cannot
 * have; a side is therefore one of 63 codes, and a line one of 64 x 64 keys. The tables below are
 * written at build time by make_shapes.c, from the definitions stated here. */
#ifndef GAMES_GOMOKU_SHAPES_H
#define GAMES_GOMOKU_SHAPES_H

#include <stdint.h>

#include "compiler.h"

/* Squares of each side of a line that a shape depends on. */
#define GOMOKU_REACH 5

/* What counts as a five. */
enum gomoku_five {
    FIVE_OR_MORE, /* freestyle; White under renju */
    FIVE_EXACTLY, /* standard, omok; Black under renju */
    FIVE_CARO,    /* exactly five, not between two stones of the opponent */
    GOMOKU_FIVES
};

/* In the order of strength. A winning square completes a five that contains the square played. */
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

/* What a stone of a colour on a square makes of its four lines together, as far as it decides how
 * the game must go on; in the order of strength. */
enum gomoku_threat {
    THREAT_FORBIDDEN, /* no move for this colour */
    THREAT_NONE,
    THREAT_TWO,        /* an open two */
    THREAT_TWOS,       /* two open twos or more, or one and a closed three */
    THREAT_THREE,      /* an open three */
    THREAT_THREE_MORE, /* an open three, and an open two or a closed three */
    THREAT_THREES,     /* two open threes or more */
    THREAT_SUSPECT,    /* Black's under renju: forbidden if two of its threes are real; ask */
    THREAT_FOUR,       /* a four */
    THREAT_FOUR_MORE,  /* a four, and an open two or a closed three */
    THREAT_FOUR_THREE, /* a four and an open three */
    THREAT_FOURS,      /* two winning squares or more, not of an open four */
    THREAT_OPEN_FOUR,
    THREAT_FIVE,
    GOMOKU_THREATS
};

/* Which moves a colour is forbidden. */
enum gomoku_ban { BAN_NOTHING, BAN_RENJU, BAN_DOUBLE_THREE, GOMOKU_BANS };

/* Codes of one side. FIVE_CARO has a further bit: the opponent's stone, not the edge, ends it. */
enum {
    GOMOKU_SIDE_BITS = 6,
    GOMOKU_CARO_SIDE_BITS = 7,
    GOMOKU_SIDE_BY_OPPONENT = 1 << GOMOKU_SIDE_BITS
};

/* Ways to choose a shape for each of four directions, their order not counted. */
#define GOMOKU_CROSSES 2380

/* The shape for a key. */
extern const uint8_t gomoku_shape_any[1 << 2 * GOMOKU_SIDE_BITS];
extern const uint8_t gomoku_shape_exact[1 << 2 * GOMOKU_SIDE_BITS];
extern const uint8_t gomoku_shape_caro[1 << 2 * GOMOKU_CARO_SIDE_BITS];

/* Four shapes, four bits each, to the number of that set of four, 0 .. GOMOKU_CROSSES - 1; and
 * back, the strongest in the lowest four bits. */
extern const uint16_t gomoku_cross_of[1 << 16];
extern const uint16_t gomoku_cross_shapes[GOMOKU_CROSSES];

/* The threat of a set of four shapes. */
extern const uint8_t gomoku_threat_of[GOMOKU_BANS][GOMOKU_CROSSES];

/* What a square is worth to a colour that could make these four shapes on it: worths.c. */
struct gomoku_worth {
    int16_t moving,
        waiting; /* in the evaluation, 1/8 centipawns: if the colour is to move, if not */
    int16_t making,
        blocking; /* in the order of moves: to the colour, and to the one who prevents it */
};

extern const struct gomoku_worth gomoku_worths[GOMOKU_CROSSES];

/* The code of the five squares above a square, the nearest in bit 0. A leading 1 stands where the
 * colour's squares end; below it, its stones. */
INLINE unsigned gomoku_side_above(uint32_t own, uint32_t blocked)
{
    int length = bit_lowest(blocked | 1U << GOMOKU_REACH);
    return (own & ((1U << length) - 1)) | 1U << length;
}

/* The same for the five squares below it, the nearest in bit 4: the mirror image, in its own code.
 */
INLINE unsigned gomoku_side_below(uint32_t own, uint32_t blocked)
{
    int cut = bit_highest((uint64_t)blocked << 1 | 1);
    return own >> cut | 1U << GOMOKU_REACH >> cut;
}

/* The shape at bit `bit` (5 .. 26) of a line. `own`: the colour's stones; `opponent`: the other's;
 * `outside`: what is not on the board. What stands on the square itself does not matter. */
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
    /* Where a side ends before five squares, who ends it? */
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
