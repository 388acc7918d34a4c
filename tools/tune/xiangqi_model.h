/* SPDX-License-Identifier: MIT */
/* Xiangqi's network in real numbers, and the gradients of its error.
 *
 * The error of a position is the square of (expected points - target). The target mixes the game's
 * result, by `result_share`, and the score that a search found; scores become expected points by
 * the logistic function in units of XIANGQI_NETWORK_UNIT. Each position counts as two, as it is and
 * mirrored. */
#ifndef TUNE_XIANGQI_MODEL_H
#define TUNE_XIANGQI_MODEL_H

#include "optimizer.h"
#include "xiangqi/network.h"

#define XIANGQI_SYMMETRIES 2

/* The network in real numbers, and anything of its shape. */
struct xiangqi_model {
    float first[XIANGQI_NETWORK_INPUTS][XIANGQI_NETWORK_HIDDEN];
    float first_bias[XIANGQI_NETWORK_HIDDEN];
    float second[XIANGQI_NETWORK_OUTPUT_BUCKETS][2][XIANGQI_NETWORK_HIDDEN];
    float second_bias[XIANGQI_NETWORK_OUTPUT_BUCKETS];
};

#define XIANGQI_MODEL_WEIGHTS (sizeof(struct xiangqi_model) / sizeof(float))

struct xiangqi_training_position {
    int16_t score;       /* the search's, the mover's centipawns */
    uint8_t result;      /* the mover's half points: 0 lost, 1 drawn, 2 won */
    uint8_t side, count; /* who moves; pieces */
    uint8_t kings[2];    /* their squares, Red's first */
    uint8_t pieces[XIANGQI_NETWORK_PIECES], squares[XIANGQI_NETWORK_PIECES];
};

/* The training positions, and the share of the result in their targets, 0 .. 1. */
struct xiangqi_training_data {
    const struct xiangqi_training_position *positions;
    size_t count; /* without their mirrors */
    float result_share;
};

/* The pieces of a position; score and result are left to the caller. */
void xiangqi_training_position_init(struct xiangqi_training_position *training,
                                    const struct xiangqi_position *position);

/* The model as the optimizer trains it, on XIANGQI_SYMMETRIES * data->count positions; the data
 * must outlive the optimizer. */
struct optimizer_model xiangqi_model_of(const struct xiangqi_training_data *data);

/* Small random weights from the seed. */
void xiangqi_model_random_init(struct xiangqi_model *model, uint64_t seed);

/* Weights that count material alone, into a model whose weights are all 0. */
void xiangqi_model_material_init(struct xiangqi_model *model);

/* The mean of the positions' errors, as they are. */
double xiangqi_model_error(const struct xiangqi_model *model,
                           const struct xiangqi_training_data *data);

/* The expected points' odds of the position `number` of XIANGQI_SYMMETRIES * count, as a logarithm:
 * in units of XIANGQI_NETWORK_UNIT. */
float xiangqi_model_output(const struct xiangqi_model *model,
                           const struct xiangqi_training_data *data, size_t number);

/* The error of one position; adds its gradient by each weight to `gradients`. */
double xiangqi_model_gradients(const struct xiangqi_model *model,
                               const struct xiangqi_training_data *data, size_t number,
                               struct xiangqi_model *gradients);

/* In integers, as the engine has it. */
void xiangqi_model_round(const struct xiangqi_model *model, struct xiangqi_network *network);

#endif
