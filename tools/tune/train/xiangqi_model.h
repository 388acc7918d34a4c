/* SPDX-License-Identifier: MIT */
/* Xiangqi's network with floating-point weights, and the gradients of its error.
 *
 * The error of a position is the square of (expected points - target). The target is a mixture of
 * the game's result, weighted by `result_share`, and the score of a search. Scores become expected
 * points by the logistic function in units of NETWORK_UNIT. Each position is used twice,
 * once reflected. */
#ifndef TUNE_XIANGQI_MODEL_H
#define TUNE_XIANGQI_MODEL_H

#include "optimizer.h"
#include "training_lines.h"
#include "xiangqi/network.h"

#define XIANGQI_SYMMETRIES 2

/* The weights of the network, or gradients of the same shape. */
struct xiangqi_model {
    float first[NETWORK_INPUTS][NETWORK_HIDDEN];
    float first_bias[NETWORK_HIDDEN];
    float second[NETWORK_OUTPUT_BUCKETS][2][NETWORK_HIDDEN];
    float second_bias[NETWORK_OUTPUT_BUCKETS];
};

#define XIANGQI_MODEL_WEIGHTS (sizeof(struct xiangqi_model) / sizeof(float))

struct xiangqi_training_position {
    int16_t score;       /* of the search, in centipawns for the side to move */
    uint8_t result;      /* half points of the side to move: 0 loss, 1 draw, 2 win */
    uint8_t side, count; /* the side to move; the number of pieces */
    uint8_t kings[2];    /* their squares, Red's first */
    uint8_t pieces[NETWORK_PIECES], squares[NETWORK_PIECES];
};

/* Packs the pieces of a position. The caller sets score and result. */
void xiangqi_training_position_init(struct xiangqi_training_position *training,
                                    const struct xiangqi_position *position);

/* For struct network_trainer: `weights` is a struct xiangqi_model, `context` is a
 * struct training_data, and `result` is a struct network. */

/* Returns the model for the optimizer, with XIANGQI_SYMMETRIES * data->count positions. The data
 * must outlive the optimizer. */
struct optimizer_model xiangqi_model_of(const void *context);

/* Sets small random weights, derived from the seed. */
void xiangqi_model_random_init(void *weights, uint64_t seed);

/* Sets weights that count only material. All weights must be 0 before. */
void xiangqi_model_material_init(void *weights);

/* Returns the network's output for position `number` of XIANGQI_SYMMETRIES * count: the log odds of
 * the expected points, which are a score in units of NETWORK_UNIT. */
float xiangqi_model_output(const struct xiangqi_model *model, const struct training_data *data,
                           size_t number);

/* Returns the error of one position and adds its gradient to `gradients`. */
double xiangqi_model_gradients(const struct xiangqi_model *model, const struct training_data *data,
                               size_t number, struct xiangqi_model *gradients);

/* Rounds the weights to the engine's integers. */
void xiangqi_model_round(const void *weights, void *result);

#endif
