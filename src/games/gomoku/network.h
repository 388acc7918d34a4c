/* A small network that knows what the sum of the squares' worths misjudges: it adds to it.
 *
 * For each side's view of the board, each empty square is seen as what the side and what the other
 * could make of it: two sets of four shapes (shapes.h), each with a row of GOMOKU_FEATURES numbers.
 * The two rows together, cut to 0 .. 1, are the square's features; summed over the board they are
 * the view. Both views go through a layer of GOMOKU_HIDDEN units to one number. Squares whose eight
 * lines are dead have rows of zeros, so only what a move has changed need be looked at again; that
 * is put off until a position is judged. Sums of squares know no place and no size of board.
 *
 * Integers throughout: the same score on every machine. The network is a file of little-endian
 * numbers, struct gomoku_network as it stands, built into the program; `gomoku-network` of the
 * tools makes it from games of self-play. */
#ifndef GAMES_GOMOKU_NETWORK_H
#define GAMES_GOMOKU_NETWORK_H

#include "position.h"

#define GOMOKU_FEATURES 32
#define GOMOKU_HIDDEN   16

/* What stands for 1.0 in features; in the weights of the hidden units, and in these units; in the
 * weights of the output. */
#define GOMOKU_ONE_FEATURE 64
#define GOMOKU_ONE_HIDDEN  256
#define GOMOKU_ONE_OUTPUT  64

/* The rows stay within this; the hidden units' weights, so that 32 bits hold their sum over the
 * largest board; the output's. */
#define GOMOKU_ROW_LIMIT    (4 * GOMOKU_ONE_FEATURE)
#define GOMOKU_HIDDEN_LIMIT (4 * GOMOKU_ONE_HIDDEN)
#define GOMOKU_OUTPUT_LIMIT (16 * GOMOKU_ONE_OUTPUT)

/* The output 1.0 in centipawns, in which the odds of winning grow by a factor of e. */
#define GOMOKU_NETWORK_UNIT 200

struct gomoku_network {
    int16_t own[GOMOKU_CROSSES][GOMOKU_FEATURES];   /* by gomoku_cross_of; row 0: zeros */
    int16_t other[GOMOKU_CROSSES][GOMOKU_FEATURES]; /* the same */
    int16_t hidden[GOMOKU_HIDDEN][GOMOKU_COLOURS][GOMOKU_FEATURES]; /* the mover's view, the other's
                                                                     */
    int32_t hidden_bias[GOMOKU_RULES][GOMOKU_HIDDEN]; /* in units of feature * hidden */
    int16_t output[GOMOKU_HIDDEN];
    int32_t output_bias[GOMOKU_RULES]; /* in units of hidden * output */
};

/* The one that is built in. */
const struct gomoku_network *gomoku_network_built_in(void);

/* The sums of all squares' features, by whose view it is. */
struct gomoku_views {
    _Alignas(CACHE_LINE) int16_t sums[GOMOKU_COLOURS][GOMOKU_FEATURES];
};

/* Adds a square's features to both views, or takes them away. By colour: the numbers of the sets of
 * shapes. */
void gomoku_network_add(struct gomoku_views *views, const uint16_t number[GOMOKU_COLOURS]);
void gomoku_network_subtract(struct gomoku_views *views, const uint16_t number[GOMOKU_COLOURS]);

/* Centipawns to add for the side to move. */
score_t gomoku_network_evaluate(const struct gomoku_views *views, enum gomoku_rule rule,
                                enum gomoku_colour mover);

#endif
