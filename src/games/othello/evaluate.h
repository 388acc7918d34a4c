/* SPDX-License-Identifier: MIT */
/* The static evaluation: the expected difference of discs at the end of the game for the side to
 * move, in hundredths of a disc.
 *
 * On 8 by 8 squares a network evaluates. Its inputs are patterns: groups of squares whose combined
 * contents have a number, as in Buro ("Improving heuristic mini-max search by supervised learning",
 * Artificial Intelligence 134, 2002), where each number has one weight. Here it has a row of
 * weights, one for each hidden unit. The sums of the rows, which are clipped and squared except in
 * the first units, are weighted by the bucket of the position, its number of discs. So the worth of
 * a pattern depends on the other patterns, and is learned once for the whole game.
 *
 * Each pattern occurs in several places of the board. Its contents there form a number in base 3:
 * own disc 1, other disc -1, empty 0. Each pattern has a part of the table of rows, with number 0
 * in the middle. Rows by the number of legal moves follow. */
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
    OTHELLO_PATTERN_ROWS = 19683 + 59049 + 6561 * 5 + 2187 + 729 + 243 + 81,
    OTHELLO_MOVE_COUNTS = 32, /* this many legal moves or more share a row */
    OTHELLO_ROWS = OTHELLO_PATTERN_ROWS + 2 * OTHELLO_MOVE_COUNTS,
    OTHELLO_UNITS = 32,
    OTHELLO_LINEAR_UNITS = 4,  /* the first units, which are neither clipped nor squared */
    OTHELLO_BUCKETS = 15,      /* of outputs */
    OTHELLO_BUCKET_DISCS = 4,  /* discs on the board in a bucket */
    OTHELLO_ONE_FIRST = 180,   /* the integer for 1.0 in rows and biases */
    OTHELLO_ONE_SECOND = 64,   /* the integer for a disc in the outputs */
    OTHELLO_ROW_LIMIT = 127,   /* the largest weight in a row */
    OTHELLO_OUTPUT_LIMIT = 16, /* in discs */
};

/* The file othello.network: bytes of the rows, then words of the machine's byte order. */
struct othello_network {
    int8_t rows[OTHELLO_ROWS][OTHELLO_UNITS];
    int16_t biases[OTHELLO_BUCKETS][OTHELLO_UNITS];
    int16_t outputs[OTHELLO_BUCKETS][OTHELLO_UNITS];
};

extern const struct othello_network othello_network;

/* The values that the discs on each four squares in one half of a rank add to the numbers of all
 * places; the index of the row of number 0 of each place's pattern. Written at build time. */
extern const int16_t othello_pattern_sums[16][16][OTHELLO_LANES];
extern const int32_t othello_pattern_middles[OTHELLO_PLACES];

/* The features of a position: its bucket, and the numbers of rows. */
struct othello_features {
    int bucket;
    int32_t indices[OTHELLO_PLACES + 2];
};

INLINE int othello_bucket(bitboard_t discs)
{
    const int bucket = (bit_count(discs) - 4) / OTHELLO_BUCKET_DISCS;
    return bucket < OTHELLO_BUCKETS ? bucket : OTHELLO_BUCKETS - 1;
}

/* The stages of the game, by the number of discs, for which ProbCut was measured. */
enum { OTHELLO_STAGES = 6, OTHELLO_STAGE_DISCS = 10 };

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

/* The evaluation by the network, in centipawns. */
PER_LEVEL int othello_evaluate_patterns(bitboard_t own, bitboard_t other);

#endif
