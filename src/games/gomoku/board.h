/* The position as the search sees it: every empty square's threats, kept up to date move by move.
 *
 * For each colour, each empty square and each direction the board knows the shape that a stone
 * there would make (shapes.h), for each square what the four shapes make together, for each threat
 * the set of squares that have it, and the sum of all squares' values. A move changes at most the
 * squares within reach on its four lines; what it changed is kept in a journal, from which it is
 * taken back. */
#ifndef GAMES_GOMOKU_BOARD_H
#define GAMES_GOMOKU_BOARD_H

#include "network.h"
#include "position.h"

/* A set of squares: bit `square % 64` of word `square / 64`. */
#define GOMOKU_WORDS ((GOMOKU_SQUARES + 63) / 64)

/* Longest line of play from where the board was set up; each move changes at most two squares'
 * worth of colours for each square in reach, and the square itself. */
#define GOMOKU_MAX_LINE 320
#define GOMOKU_CHANGES  (2 * (2 * GOMOKU_REACH * GOMOKU_DIRECTIONS + 1))

/* Known views this many moves back are worth bringing up to date; older ones are made anew. */
#define GOMOKU_VIEWS_BEHIND 6

struct gomoku_change {
    uint16_t square;        /* of WHITE: GOMOKU_SQUARES more */
    uint16_t cross, number; /* as they were, and the threat */
    uint16_t threat;
};

/* The sums of all squares' worths, 1/8 centipawns, by colour. */
struct gomoku_sums {
    int32_t moving[GOMOKU_COLOURS];  /* if the colour is to move */
    int32_t waiting[GOMOKU_COLOURS]; /* if it is not */
};

struct gomoku_board {
    struct gomoku_position position;
    /* Four shapes, four bits each, by direction; 0 where a stone stands. */
    uint16_t cross[GOMOKU_COLOURS][GOMOKU_SQUARES];
    uint8_t threat[GOMOKU_COLOURS][GOMOKU_SQUARES];  /* enum gomoku_threat */
    uint16_t number[GOMOKU_COLOURS][GOMOKU_SQUARES]; /* of the cross: gomoku_cross_of */
    uint16_t count[GOMOKU_COLOURS][GOMOKU_THREATS];  /* squares with a threat, from THREAT_TWO on */
    uint64_t squares[GOMOKU_COLOURS][GOMOKU_THREATS][GOMOKU_WORDS];
    struct gomoku_sums sums;
    int line;    /* moves made since the board was set up */
    int changes; /* entries of the journal */
    struct gomoku_sums sums_before[GOMOKU_MAX_LINE];
    int changes_before[GOMOKU_MAX_LINE];
    struct gomoku_change journal[GOMOKU_MAX_LINE * GOMOKU_CHANGES];
    /* The network's views of the position after so many moves, where they are known. */
    bool viewed[GOMOKU_MAX_LINE + 1];
    struct gomoku_views views[GOMOKU_MAX_LINE + 1];
    /* Where the squares stand in the list of those that have changed: valid if the list says so. */
    uint16_t listed[GOMOKU_SQUARES];
};

/* What a colour may not play under a rule. */
INLINE enum gomoku_ban gomoku_ban_of(enum gomoku_rule rule, enum gomoku_colour colour)
{
    return rule == RULE_OMOK                       ? BAN_DOUBLE_THREE
           : rule == RULE_RENJU && colour == BLACK ? BAN_RENJU
                                                   : BAN_NOTHING;
}

/* Sets the board up from a position. */
void gomoku_board_set(struct gomoku_board *board, const struct gomoku_position *position);

/* Plays any move on an empty square and takes the last one back. Nobody may have won before. */
void gomoku_board_make(struct gomoku_board *board, move_t move);
void gomoku_board_unmake(struct gomoku_board *board, move_t move);

/* The side to move passes; and takes it back. */
INLINE void gomoku_board_pass(struct gomoku_board *board)
{
    board->position.to_move ^= 1;
    board->position.key ^= GOMOKU_SIDE_KEY;
}

/* The last move made since the board was set up; 0 if there is none. A change of its own square is
 * the first thing that a move notes. */
INLINE int gomoku_board_last(const struct gomoku_board *board)
{
    return board->line ? board->journal[board->changes_before[board->line - 1]].square : 0;
}

/* The first square, in order, with a threat; 0 if there is none. */
INLINE int gomoku_first(const struct gomoku_board *board, enum gomoku_colour colour,
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

INLINE enum gomoku_shape gomoku_cross_shape(unsigned cross, enum gomoku_direction direction)
{
    return (enum gomoku_shape)(cross >> 4 * direction & 15);
}

/* Whether a colour may play on the empty square. */
INLINE bool gomoku_board_allows(struct gomoku_board *board, enum gomoku_colour colour, int square)
{
    enum gomoku_threat threat = (enum gomoku_threat)board->threat[colour][square];
    return threat != THREAT_FORBIDDEN &&
           (threat != THREAT_SUSPECT ||
            gomoku_forbidden(&board->position, square, colour) == FORBIDDEN_NOT);
}

/* The network's views of the position as it stands. */
const struct gomoku_views *gomoku_board_views(struct gomoku_board *board);

/* The evaluation for the side to move; never a mate score. */
score_t gomoku_evaluate(struct gomoku_board *board);

/* The part of it that is the sum of the squares' worths. */
score_t gomoku_judge(const struct gomoku_board *board);

/* search.c: how it is searched. */
extern const struct search_method gomoku_search;

/* The evaluation term by term, and what the last move made and blocked. */
void gomoku_explain(struct gomoku_board *board, struct buffer *out);

#endif
