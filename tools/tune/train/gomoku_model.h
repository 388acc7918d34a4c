/* SPDX-License-Identifier: MIT */
/* Gomoku's network with floating-point weights, and the gradients of its error.
 *
 * The network learns a correction of the classical evaluation. The error of a position is the
 * square of (expected points of their sum - target). The target is a mixture of the game's result,
 * weighted by `result_share`, and the score of a search. Scores become expected points by the
 * logistic function in units of NETWORK_UNIT. */
#ifndef TUNE_GOMOKU_MODEL_H
#define TUNE_GOMOKU_MODEL_H

#include "gomoku/network.h"
#include "optimizer.h"

/* A perspective's sums have about two hundred terms. They are divided by this constant, so that the
 * optimizer's steps suit their size and the hidden units stay between 0 and 1, where their gradient
 * is not 0. */
#define GOMOKU_MODEL_SUM 32.0f

/* The weights of the network, or gradients of the same shape. */
struct gomoku_model {
    float own[GOMOKU_PATTERN_CODES][NETWORK_FEATURES]; /* row 0 stays 0 */
    float other[GOMOKU_PATTERN_CODES][NETWORK_FEATURES];
    /* The weights are for sums that are divided by GOMOKU_MODEL_SUM. */
    float hidden[GOMOKU_STAGES][NETWORK_HIDDEN][GOMOKU_COLOURS][NETWORK_FEATURES];
    float hidden_bias[GOMOKU_STAGES][GOMOKU_RULES][NETWORK_HIDDEN];
    float output[GOMOKU_STAGES][NETWORK_HIDDEN];
    float output_bias[GOMOKU_STAGES][GOMOKU_RULES];
};

#define GOMOKU_MODEL_WEIGHTS (sizeof(struct gomoku_model) / sizeof(float))

/* The pattern codes of both sides on a square, and the number of squares that have them. */
struct gomoku_pattern_pair {
    uint16_t code[GOMOKU_COLOURS]; /* of the side to move first */
    uint16_t count;
};

struct gomoku_training_position {
    size_t first; /* index of its first pattern pair */
    uint16_t pair_count;
    uint8_t rule, stage;
    uint8_t result;    /* half points of the side to move: 0 loss, 1 draw, 2 win */
    int16_t score;     /* of the search, in centipawns for the side to move */
    int16_t classical; /* in centipawns for the side to move */
};

/* The training positions, and the share of the result in their targets, 0 .. 1. */
struct gomoku_training_data {
    struct gomoku_training_position *positions;
    struct gomoku_pattern_pair *pairs;
    size_t count, room, pair_count, pair_room;
    float result_share;
};

/* For struct network_trainer: `weights` is a struct gomoku_model, `context` is a
 * struct gomoku_training_data, and `result` is a struct gomoku_network. */

/* Returns the model for the optimizer. The data must outlive the optimizer. */
struct optimizer_model gomoku_model_of(const void *context);

/* Sets small random weights, derived from the seed, and output weights of 0. */
void gomoku_model_random_init(void *weights, uint64_t seed);

/* Returns the sum of the classical evaluation and the network's output, in units of
 * NETWORK_UNIT. */
float gomoku_model_output(const struct gomoku_model *model, const struct gomoku_training_data *data,
                          size_t position);

/* Returns the error of one position and adds its gradient to `gradients`. */
double gomoku_model_gradients(const struct gomoku_model *model,
                              const struct gomoku_training_data *data, size_t position,
                              struct gomoku_model *gradients);

/* Rounds the weights to the engine's integers. */
void gomoku_model_round(const void *weights, void *result);

#endif
