/* SPDX-License-Identifier: MIT */
/* Ataxx's network with floating-point weights, and the gradients of its error.
 *
 * The error of a position is the square of (expected points - target). The target is a mixture of
 * the game's result, weighted by `result_share`, and the score of a search. Scores become expected
 * points by the logistic function in units of NETWORK_UNIT. Each position is used eight
 * times, in all rotations and reflections. */
#ifndef TUNE_ATAXX_MODEL_H
#define TUNE_ATAXX_MODEL_H

#include "ataxx/network.h"
#include "optimizer.h"
#include "training_lines.h"

#define ATAXX_SYMMETRIES 8

/* The weights of the network, or gradients of the same shape. */
struct ataxx_model {
    float rows[ATAXX_BLOCKS][ATAXX_PATTERNS][NETWORK_FEATURES];
    float blocked[ATAXX_SQUARES][NETWORK_FEATURES];
    float row_bias[NETWORK_FEATURES];
    float hidden[NETWORK_HIDDEN][2][NETWORK_FEATURES];
    float hidden_bias[NETWORK_HIDDEN];
    float output[NETWORK_HIDDEN];
    float output_bias;
};

#define ATAXX_MODEL_WEIGHTS (sizeof(struct ataxx_model) / sizeof(float))

struct ataxx_training_position {
    bitboard_t own, other, blocked; /* of the side to move, of the other side */
    int16_t score;                  /* of the search, in centipawns for the side to move */
    uint8_t result;                 /* half points of the side to move: 0 loss, 1 draw, 2 win */
};

/* Returns a set of squares transformed by one of ATAXX_SYMMETRIES rotations and reflections; 0 is
 * the identity. */
bitboard_t ataxx_turned(bitboard_t set, int symmetry);

/* For struct network_trainer: `weights` is a struct ataxx_model, `context` is a
 * struct training_data, and `result` is a struct ataxx_network. */

/* Returns the model for the optimizer, with ATAXX_SYMMETRIES * data->count positions. The data must
 * outlive the optimizer. */
struct optimizer_model ataxx_model_of(const void *context);

/* Sets small random weights, derived from the seed. */
void ataxx_model_random_init(void *weights, uint64_t seed);

/* Sets weights that count only material. All weights must be 0 before. */
void ataxx_model_material_init(void *weights);

/* Returns the network's output for position `number` of ATAXX_SYMMETRIES * count: the log odds of
 * the expected points, which are a score in units of NETWORK_UNIT. */
float ataxx_model_output(const struct ataxx_model *model, const struct training_data *data,
                         size_t number);

/* Returns the error of one position and adds its gradient to `gradients`. */
double ataxx_model_gradients(const struct ataxx_model *model, const struct training_data *data,
                             size_t number, struct ataxx_model *gradients);

/* Rounds the weights to the engine's integers. */
void ataxx_model_round(const void *weights, void *result);

#endif
