/* SPDX-License-Identifier: MIT */
/* The static evaluation: the expected difference of discs at the end of the game for the side to
 * move, in hundredths of a disc.
 *
 * The patterns of the evaluation, on 8 by 8 squares: groups of squares whose combined contents have
 * a weight, as in Buro ("Improving heuristic mini-max search by supervised learning", Artificial
 * Intelligence 134, 2002).
 *
 * Each pattern occurs in several places of the board. Its contents there form a number in base 3:
 * own disc 1, other disc -1, empty 0. The weights of a stage of the game are in one table. In it,
 * each pattern has a part with number 0 in the middle. Weights by the number of legal moves
 * follow. */
#ifndef OTHELLO_EVALUATE_H
#define OTHELLO_EVALUATE_H

#include "rules.h"

/* One disc at the end of the game, in centipawns. */
#define OTHELLO_DISC 100

/* The evaluation by mobility and corners, which supports every board size. */
PER_LEVEL score_t othello_evaluate_classical(const struct othello_position *position);

/* The score of a finished game: empty squares go to the winner. */
INLINE score_t othello_final_score(const struct othello_position *position)
{
    const int balance = othello_balance(position), empties = othello_empties(position);
    return OTHELLO_DISC * (balance > 0 ? balance + empties : balance < 0 ? balance - empties : 0);
}

enum {
    OTHELLO_PLACES = 46, /* places of all patterns */
    OTHELLO_LANES = 48,  /* rounded up to whole vectors */
    OTHELLO_STAGES = 6,
    OTHELLO_STAGE_DISCS = 10, /* discs on the board in a stage */
    OTHELLO_PATTERN_WEIGHTS = 19683 + 59049 + 6561 * 5 + 2187 + 729 + 243 + 81,
    OTHELLO_MOVE_COUNTS = 32, /* this many legal moves or more share a weight */
    OTHELLO_STAGE_WEIGHTS = OTHELLO_PATTERN_WEIGHTS + 2 * OTHELLO_MOVE_COUNTS,
    OTHELLO_WEIGHT_UNIT = 10, /* centipawns in a unit of a weight */
};

/* The values that the discs on each four squares in one half of a rank add to the numbers of all
 * places; the index of number 0 of each place's pattern in the table of a stage. Written at build
 * time. */
extern const int16_t othello_pattern_sums[16][16][OTHELLO_LANES];
extern const int32_t othello_pattern_middles[OTHELLO_PLACES];

/* The weights of all stages: the file othello.weights. */
extern const int8_t othello_weights[OTHELLO_STAGES][OTHELLO_STAGE_WEIGHTS];

/* The features of a position: indices into the table of its stage. */
struct othello_features {
    int stage;
    int32_t indices[OTHELLO_PLACES + 2];
};

INLINE int othello_stage(bitboard_t discs)
{
    const int stage = (bit_count(discs) - 5) / OTHELLO_STAGE_DISCS;
    return stage < OTHELLO_STAGES ? stage : OTHELLO_STAGES - 1;
}

/* Mean and standard deviation of what a longer search adds to the score of a shorter one, in
 * centipawns. */
struct othello_gain {
    int16_t mean, deviation;
};

/* The depth with which ProbCut probes a node of `depth`, at least 3: half of it, and odd if `depth`
 * is odd, because scores after an odd and an even number of plies differ by two discs. */
INLINE int othello_probcut_depth(int depth)
{
    const int half = depth / 2 - ((depth - depth / 2) & 1);
    return half > 0 ? half : 1;
}

/* For the side to move, whose discs are `own`. */
PER_LEVEL void othello_find_features(bitboard_t own, bitboard_t other,
                                     struct othello_features *features);

/* The evaluation by patterns, in centipawns. */
PER_LEVEL int othello_evaluate_patterns(bitboard_t own, bitboard_t other);

#endif
