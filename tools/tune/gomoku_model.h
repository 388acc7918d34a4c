/* SPDX-License-Identifier: MIT */
/* Gomoku's network in real numbers, and the gradients of its error.
 *
 * The network learns what to add to the classical evaluation. The error of a position is the square
 * of (expected points by both together - target). The target mixes the game's result, by
 * `result_share`, and the score that a search found; scores become expected points by the logistic
 * function in units of GOMOKU_NETWORK_UNIT. */
#ifndef TUNE_GOMOKU_MODEL_H
#define TUNE_GOMOKU_MODEL_H

#include "gomoku/network.h"
#include "optimizer.h"

/* A perspective's sums are of two hundred squares: divided by this they are of the size that the
 * optimizer's steps are made for, and hidden units stay between 0 and 1, where they learn. */
#define GOMOKU_MODEL_SUM 32.0f

/* The network in real numbers, and anything of its shape. */
struct gomoku_model {
    float own[GOMOKU_PATTERN_CODES][GOMOKU_FEATURES]; /* row 0 stays 0 */
    float other[GOMOKU_PATTERN_CODES][GOMOKU_FEATURES];
    /* For sums that are divided by GOMOKU_MODEL_SUM. */
    float hidden[GOMOKU_STAGES][GOMOKU_HIDDEN][GOMOKU_COLOURS][GOMOKU_FEATURES];
    float hidden_bias[GOMOKU_STAGES][GOMOKU_RULES][GOMOKU_HIDDEN];
    float output[GOMOKU_STAGES][GOMOKU_HIDDEN];
    float output_bias[GOMOKU_STAGES][GOMOKU_RULES];
};

#define GOMOKU_MODEL_WEIGHTS (sizeof(struct gomoku_model) / sizeof(float))

/* The pattern codes of both sides, and the number of squares that have them. */
struct gomoku_pattern_pair {
    uint16_t code[GOMOKU_COLOURS]; /* the mover's first */
    uint16_t count;
};

struct gomoku_training_position {
    size_t first; /* index of its first pattern pair */
    uint16_t pair_count;
    uint8_t rule, stage;
    uint8_t result;    /* the mover's half points: 0 lost, 1 drawn, 2 won */
    int16_t score;     /* the search's, the mover's centipawns */
    int16_t classical; /* classical evaluation, the mover's centipawns */
};

/* The training positions, and the share of the result in their targets, 0 .. 1. */
struct gomoku_training_data {
    const struct gomoku_training_position *positions;
    const struct gomoku_pattern_pair *pairs;
    size_t count;
    float result_share;
};

/* The model as the optimizer trains it; the data must outlive the optimizer. */
struct optimizer_model gomoku_model_of(const struct gomoku_training_data *data);

/* Small random weights from the seed, and an output of 0. */
void gomoku_model_random_init(struct gomoku_model *model, uint64_t seed);

/* The mean of the positions' errors. */
double gomoku_model_error(const struct gomoku_model *model,
                          const struct gomoku_training_data *data);

/* The classical evaluation and the network together, in units of GOMOKU_NETWORK_UNIT. */
float gomoku_model_output(const struct gomoku_model *model, const struct gomoku_training_data *data,
                          size_t position);

/* The error of one position; adds its gradient by each weight to `gradients`. */
double gomoku_model_gradients(const struct gomoku_model *model,
                              const struct gomoku_training_data *data, size_t position,
                              struct gomoku_model *gradients);

/* In integers, as the engine has it. */
void gomoku_model_round(const struct gomoku_model *model, struct gomoku_network *network);

#endif
