/* SPDX-License-Identifier: MIT */
/* Chess's network with floating-point weights, and the gradients of its error.
 *
 * The network learns a correction of the classical evaluation. The error of a position is the
 * square of (expected points of their sum - target). The target is a mixture of the game's result,
 * weighted by its share, and the score of a search. Scores become expected points by the logistic
 * function. */
#ifndef TUNE_CHESS_MODEL_H
#define TUNE_CHESS_MODEL_H

#include "chess_training.h"
#include "optimizer.h"

/* The weights of the network, or gradients of the same shape. A row of the first layer is the sum
 * of a row that all king buckets share and a row of its own bucket, so that rare buckets learn from
 * common ones. */
struct chess_model {
    float shared[NETWORK_BUCKET_INPUTS][NETWORK_HIDDEN];
    float first[NETWORK_INPUTS][NETWORK_HIDDEN];
    float first_bias[NETWORK_HIDDEN];
    float second[NETWORK_OUTPUT_BUCKETS][SIDES][NETWORK_HIDDEN];
    float second_bias[NETWORK_OUTPUT_BUCKETS];
};

#define CHESS_MODEL_WEIGHTS (sizeof(struct chess_model) / sizeof(float))

/* The rows of the first layer, with the shared rows added. */
struct chess_model_rows {
    float rows[NETWORK_INPUTS][NETWORK_HIDDEN];
};

void chess_model_add_rows(const struct chess_model *model, struct chess_model_rows *rows);

/* The parameters of the error. */
struct chess_loss {
    /* The share of the game's result in a target, 0 .. 1: `few` with at most CHESS_FEW_PIECES
     * pieces, `many` with at least CHESS_MANY_PIECES, interpolated linearly in between. The result
     * is more reliable in endings: on a full board the players are too weak to win every won
     * position. */
    float few, many;
    /* The unit of the logistic function in centipawns. A small unit gives weight to differences
     * near equality, a large one to the size of a decisive advantage. */
    float unit;
};

#define CHESS_FEW_PIECES  6
#define CHESS_MANY_PIECES 24

float chess_result_share(const struct chess_loss *loss, int pieces);

/* The training positions and the parameters of the error. */
struct chess_training_data {
    const struct training_set *set;
    struct chess_loss loss;
    struct chess_model_rows *rows; /* computed from the weights at the start of each batch */
};

/* For struct network_trainer: `weights` is a struct chess_model, `context` is a
 * struct chess_training_data, and `result` is a struct network. */

/* Returns the model for the optimizer. `training_data` must outlive the optimizer. */
struct optimizer_model chess_model_of(const void *context);

/* Sets small random weights, derived from the seed. */
void chess_model_random_init(void *weights, uint64_t seed);

/* Returns the sum of the classical evaluation and the network's output, in units of
 * NETWORK_UNIT. */
float chess_model_output(const struct chess_model *model, const struct chess_model_rows *rows,
                         const struct training_position *position);

/* Returns the error of one position and adds its gradient to `gradients`, except for the shared
 * rows: chess_model_share_gradients adds those for all positions at once. */
double chess_model_gradients(const struct chess_model *model, const struct chess_model_rows *rows,
                             const struct training_position *position,
                             const struct chess_loss *loss, struct chess_model *gradients);
void chess_model_share_gradients(struct chess_model *gradients);

/* Converts a network of `size` bytes to floating-point weights, some of which may exceed the limits
 * slightly. The network may have fewer hidden units than this build's. A missing unit gets small
 * random weights, derived from the seed, in the first layer and 0 in the second: the output is
 * unchanged, and training can use the unit. Returns false if no network has this size. */
bool chess_model_from_network(void *weights, const void *network, size_t size, uint64_t seed);

/* Rounds the weights to the engine's integers. */
void chess_model_round(const void *weights, void *result);

#endif
