/* SPDX-License-Identifier: MIT */
/* The position as the search uses it: the pattern and the threat of every empty square for both
 * colours, updated by each move.
 *
 * The board has for each colour and each empty square its pattern (shapes.h) and the pattern's code
 * and threat, for each threat the set of squares that have it, and the sum of the weights of all
 * squares. A move changes at most the squares within reach on its four lines. A journal keeps what
 * it changed, so that it can be unmade. */
#ifndef GOMOKU_BOARD_H
#define GOMOKU_BOARD_H

#include "forbidden.h"
#include "level.h"
#include "network.h"
#include "position.h"

/* A set of squares: bit `square % 64` of word `square / 64`. */
#define GOMOKU_WORDS ((GOMOKU_SQUARES + 63) / 64)

/* Most moves from the position that the board was set up from. A move changes at most the patterns
 * of both colours on its own square and on each square in reach. */
#define GOMOKU_MAX_LINE 320
#define GOMOKU_CHANGES  (2 * (2 * GOMOKU_REACH * GOMOKU_DIRECTIONS + 1))

/* An accumulator is updated from the last computed one if that is less than this number of moves
 * back; else it is refreshed. */
#define GOMOKU_ACCUMULATOR_MAX_BEHIND 6

/* What a colour has on an empty square: four shapes, four bits each, by direction; and their kind
 * (shapes.h). 0 on taken squares but for the threat, which is THREAT_NONE. */
struct gomoku_cell {
    uint16_t pattern, kind;
};

struct gomoku_change {
    uint16_t square; /* of WHITE: GOMOKU_SQUARES more */
    struct gomoku_cell before;
};

/* The sums of the pattern weights of all squares, 1/8 centipawns, by colour. */
struct gomoku_sums {
    int32_t moving[GOMOKU_COLOURS];  /* if the colour is to move */
    int32_t waiting[GOMOKU_COLOURS]; /* if it is not */
};

struct gomoku_guide;

struct gomoku_board {
    struct gomoku_position position;
    const struct gomoku_guide *guide; /* which moves a search tries, and in which order; or NULL */
    struct gomoku_cell cells[GOMOKU_COLOURS][GOMOKU_SQUARES];
    uint16_t count[GOMOKU_COLOURS][GOMOKU_THREATS]; /* squares with a threat, from THREAT_TWO on */
    uint64_t squares[GOMOKU_COLOURS][GOMOKU_THREATS][GOMOKU_WORDS];
    int line;    /* moves made since the board was set up */
    int changes; /* entries of the journal */
    int changes_before[GOMOKU_MAX_LINE];
    struct gomoku_change journal[GOMOKU_MAX_LINE * GOMOKU_CHANGES];
    /* What the evaluation knows of all squares, by the number of moves made, valid where
     * `computed`: the sums and the network's accumulators. */
    bool computed[GOMOKU_MAX_LINE + 1];
    struct gomoku_sums sums[GOMOKU_MAX_LINE + 1];
    struct gomoku_accumulator accumulators[GOMOKU_MAX_LINE + 1];
    /* The index of a square in the list of changed squares, valid if the list has it there. */
    uint16_t listed[GOMOKU_SQUARES];
};

/* Which moves a rule forbids a colour. */
INLINE enum gomoku_ban gomoku_ban_of(enum gomoku_rule rule, enum gomoku_colour colour)
{
    return rule == RULE_OMOK                       ? BAN_DOUBLE_THREE
           : rule == RULE_RENJU && colour == BLACK ? BAN_RENJU
                                                   : BAN_NOTHING;
}

/* Sets the board up from a position. */
PER_LEVEL void gomoku_board_set(struct gomoku_board *board, const struct gomoku_position *position);

INLINE int gomoku_board_side(const struct gomoku_board *board)
{
    return board->position.to_move;
}

INLINE uint64_t gomoku_board_key(const struct gomoku_board *board)
{
    return board->position.key;
}

/* Plays any move on an empty square and takes the last one back. Nobody may have won before. */
PER_LEVEL void gomoku_board_make(struct gomoku_board *board, move_t move);
PER_LEVEL void gomoku_board_unmake(struct gomoku_board *board, move_t move);

/* Plays a move and brings up to date what one colour has on the board; the other colour's patterns
 * and threats stay as they were, but for the square of the move. Taken back in the same way. */
PER_LEVEL void gomoku_board_make_for(struct gomoku_board *board, move_t move,
                                     enum gomoku_colour colour);

/* The side to move passes; and takes it back. */
INLINE void gomoku_board_pass(struct gomoku_board *board)
{
    board->position.to_move ^= 1;
    board->position.key ^= GOMOKU_SIDE_KEY;
}

/* Which layers of the network evaluate the position. */
INLINE enum gomoku_stage gomoku_stage(const struct gomoku_board *board)
{
    const uint16_t *threats = board->count[1 - board->position.to_move];
    return threats[THREAT_OPEN_FOUR] || threats[THREAT_FOURS] ? STAGE_THREATENED : STAGE_CALM;
}

/* The last move made since the board was set up; 0: none. The first change that a move notes is
 * that of its own square. */
INLINE int gomoku_board_last(const struct gomoku_board *board)
{
    return board->line ? board->journal[board->changes_before[board->line - 1]].square : 0;
}

/* The first square, in order, with a threat; 0 if there is none. */
INLINE int gomoku_board_first(const struct gomoku_board *board, enum gomoku_colour colour,
                              enum gomoku_threat threat)
{
    const uint64_t *words = board->squares[colour][threat];
    for (int word = 0; word < GOMOKU_WORDS; word++) {
        if (words[word]) {
            return word * 64 + bit_lowest(words[word]);
        }
    }
    return 0;
}

/* The shape of a pattern along a direction. */
INLINE enum gomoku_shape gomoku_pattern_shape(unsigned pattern, enum gomoku_direction direction)
{
    return (enum gomoku_shape)(pattern >> 4 * direction & 15);
}

/* Of an empty square, for a colour: its pattern, the pattern's code, the threat. */
INLINE unsigned gomoku_board_pattern(const struct gomoku_board *board, int colour, int square)
{
    return board->cells[colour][square].pattern;
}

INLINE unsigned gomoku_board_code(const struct gomoku_board *board, int colour, int square)
{
    return gomoku_kind_code(board->cells[colour][square].kind);
}

INLINE enum gomoku_threat gomoku_board_threat(const struct gomoku_board *board, int colour,
                                              int square)
{
    return gomoku_kind_threat(board->cells[colour][square].kind);
}

/* Whether a colour may play on the empty square. */
INLINE bool gomoku_board_allows(struct gomoku_board *board, enum gomoku_colour colour, int square)
{
    enum gomoku_threat threat = gomoku_board_threat(board, (int)colour, square);
    return threat != THREAT_FORBIDDEN &&
           (threat != THREAT_SUSPECT ||
            gomoku_forbidden(&board->position, square, colour) == FORBIDDEN_NOT);
}

/* Brings what the evaluation knows of all squares up to date. */
PER_LEVEL void gomoku_board_prepare(struct gomoku_board *board);

INLINE const struct gomoku_sums *gomoku_board_sums(struct gomoku_board *board)
{
    gomoku_board_prepare(board);
    return &board->sums[board->line];
}

INLINE const struct gomoku_accumulator *gomoku_board_accumulator(struct gomoku_board *board)
{
    gomoku_board_prepare(board);
    return &board->accumulators[board->line];
}

#endif
