/* SPDX-License-Identifier: MIT */
/* Ataxx's network in real numbers, and the gradients of its error.
 *
 * The error of a position is the square of (expected points - target). The target mixes the game's
 * result, by `result_share`, and the score that a search found; scores become expected points by
 * the logistic function in units of ATAXX_NETWORK_UNIT. Each position counts as eight, turned and
 * mirrored in all ways. */
#ifndef TUNE_ATAXX_MODEL_H
#define TUNE_ATAXX_MODEL_H

#include "ataxx/network.h"
#include "optimizer.h"

#define ATAXX_SYMMETRIES 8

/* The network in real numbers, and anything of its shape. */
struct ataxx_model {
    float rows[ATAXX_BLOCKS][ATAXX_PATTERNS][ATAXX_FEATURES];
    float blocked[ATAXX_SQUARES][ATAXX_FEATURES];
    float row_bias[ATAXX_FEATURES];
    float hidden[ATAXX_HIDDEN][2][ATAXX_FEATURES];
    float hidden_bias[ATAXX_HIDDEN];
    float output[ATAXX_HIDDEN];
    float output_bias;
};

#define ATAXX_MODEL_WEIGHTS (sizeof(struct ataxx_model) / sizeof(float))

struct ataxx_training_position {
    bitboard_t own, other, blocked; /* of the mover, of the other side */
    int16_t score;                  /* the search's, the mover's centipawns */
    uint8_t result;                 /* the mover's half points: 0 lost, 1 drawn, 2 won */
};

/* The training positions, and the share of the result in their targets, 0 .. 1. */
struct ataxx_training_data {
    const struct ataxx_training_position *positions;
    size_t count; /* without their symmetries */
    float result_share;
};

/* A set turned and mirrored, in one of ATAXX_SYMMETRIES ways; 0 leaves it as it is. */
bitboard_t ataxx_turned(bitboard_t set, int symmetry);

/* The model as the optimizer trains it, on ATAXX_SYMMETRIES * data->count positions; the data must
 * outlive the optimizer. */
struct optimizer_model ataxx_model_of(const struct ataxx_training_data *data);

/* Small random weights from the seed. */
void ataxx_model_random_init(struct ataxx_model *model, uint64_t seed);

/* Weights that count material alone, into a model whose weights are all 0. */
void ataxx_model_material_init(struct ataxx_model *model);

/* The mean of the positions' errors, as they are. */
double ataxx_model_error(const struct ataxx_model *model, const struct ataxx_training_data *data);

/* The expected points' odds of the position `number` of ATAXX_SYMMETRIES * count, as a logarithm:
 * in units of ATAXX_NETWORK_UNIT. */
float ataxx_model_output(const struct ataxx_model *model, const struct ataxx_training_data *data,
                         size_t number);

/* The error of one position; adds its gradient by each weight to `gradients`. */
double ataxx_model_gradients(const struct ataxx_model *model,
                             const struct ataxx_training_data *data, size_t number,
                             struct ataxx_model *gradients);

/* In integers, as the engine has it. */
void ataxx_model_round(const struct ataxx_model *model, struct ataxx_network *network);

#endif
