/* SPDX-License-Identifier: MIT */
/* The position as the search uses it: the pattern and the threat of every empty square for both
 * colours, updated by each move.
 *
 * For each colour and each empty square, the board has the pattern (shapes.h) and its code and
 * threat. For each threat it has the set of squares with that threat. It also has the sum of the
 * weights of all squares. A move changes at most the squares within reach on its four lines. A
 * journal records the changes, so that the move can be unmade. */
#ifndef GOMOKU_BOARD_H
#define GOMOKU_BOARD_H

#include "level.h"
#include "network.h"
#include "position.h"
#include "rules.h"

/* A set of squares: bit `square % 64` of word `square / 64`. */
#define GOMOKU_WORDS ((GOMOKU_SQUARES + 63) / 64)

/* The maximum number of moves from the position with which the board was set up. A move changes at
 * most the patterns of both colours on its own square and on each square within reach. */
#define GOMOKU_MAX_LINE 320
#define GOMOKU_CHANGES  (2 * (2 * GOMOKU_REACH * GOMOKU_DIRECTIONS + 1))

/* An accumulator is updated from the last computed one if that is fewer than this number of moves
 * back; otherwise it is refreshed. */
#define GOMOKU_ACCUMULATOR_MAX_BEHIND 6

/* The data of a colour on an empty square: four shapes of four bits each, by direction, and their
 * kind (shapes.h). All 0 on an occupied square, except that the threat is THREAT_NONE. */
struct gomoku_cell {
    uint16_t pattern, kind;
};

struct gomoku_change {
    uint16_t square; /* for WHITE: plus GOMOKU_SQUARES */
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
    const struct gomoku_guide
        *guide; /* determines which moves a search tries, and in which order; or NULL */
    struct gomoku_cell cells[GOMOKU_COLOURS][GOMOKU_SQUARES];
    uint16_t count[GOMOKU_COLOURS][GOMOKU_THREATS]; /* squares with a threat, from THREAT_TWO on */
    uint64_t squares[GOMOKU_COLOURS][GOMOKU_THREATS][GOMOKU_WORDS];
    int line;    /* moves made since the board was set up */
    int changes; /* entries of the journal */
    int changes_before[GOMOKU_MAX_LINE];
    struct gomoku_change journal[GOMOKU_MAX_LINE * GOMOKU_CHANGES];
    /* The evaluation's data of all squares, by the number of moves made: the sums and the network's
     * accumulators. An entry is valid if `computed`. */
    bool computed[GOMOKU_MAX_LINE + 1];
    struct gomoku_sums sums[GOMOKU_MAX_LINE + 1];
    struct gomoku_accumulator accumulators[GOMOKU_MAX_LINE + 1];
    /* The index of a square in the list of changed squares, valid if the list has the square at
     * that index. */
    uint16_t listed[GOMOKU_SQUARES];
};

/* The moves that a rule forbids a colour. */
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

/* These play any move on an empty square and take the last one back. Nobody may have won before. */
PER_LEVEL void gomoku_board_make(struct gomoku_board *board, move_t move);
PER_LEVEL void gomoku_board_unmake(struct gomoku_board *board, move_t move);

/* Plays a move and updates only one colour's data; the other colour's patterns and threats remain
 * unchanged, except on the square of the move. It is taken back in the same way. */
PER_LEVEL void gomoku_board_make_for(struct gomoku_board *board, move_t move,
                                     enum gomoku_colour colour);

/* These make a pass and take it back. */
INLINE void gomoku_board_pass(struct gomoku_board *board)
{
    board->position.to_move ^= 1;
    board->position.key ^= GOMOKU_SIDE_KEY;
}

/* The network's layers that evaluate the position. */
INLINE enum gomoku_stage gomoku_stage(const struct gomoku_board *board)
{
    const uint16_t *threats = board->count[1 - board->position.to_move];
    return threats[THREAT_OPEN_FOUR] || threats[THREAT_FOURS] ? STAGE_THREATENED : STAGE_CALM;
}

/* The last move made since the board was set up; 0: none. The first change that a move records is
 * that of its own square. */
INLINE int gomoku_board_last(const struct gomoku_board *board)
{
    return board->line ? board->journal[board->changes_before[board->line - 1]].square : 0;
}

/* The first square, in ascending order, with a threat; 0 if there is none. */
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

/* These return a colour's data on an empty square: the pattern, the pattern's code, the threat. */
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

/* Updates the evaluation's data of all squares. */
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

/* evaluate.c: centipawns for the side to move; never a mate score. gomoku_evaluate of rules.h does
 * the same for a position without a board. */
PER_LEVEL score_t gomoku_board_evaluate(struct gomoku_board *board);

/* The classical evaluation alone. */
PER_LEVEL score_t gomoku_evaluate_classical(struct gomoku_board *board);

#endif
