/* SPDX-License-Identifier: MIT */
/* Chess's network in real numbers, and the gradients of its error.
 *
 * The network learns what to add to the classical evaluation. The error of a position is the square
 * of (expected points by both together - target). The target mixes the game's result, by its share,
 * and the score that a search found; scores become expected points by the logistic function. */
#ifndef TUNE_CHESS_MODEL_H
#define TUNE_CHESS_MODEL_H

#include "chess_training.h"
#include "optimizer.h"

/* The network in real numbers, and anything of its shape. A row of the first layer is the sum of a
 * row shared by all buckets of the king and a row of its own bucket, so that rare buckets learn
 * from common ones. */
struct chess_model {
    float shared[CHESS_NETWORK_BUCKET_INPUTS][CHESS_NETWORK_HIDDEN];
    float first[CHESS_NETWORK_INPUTS][CHESS_NETWORK_HIDDEN];
    float first_bias[CHESS_NETWORK_HIDDEN];
    float second[CHESS_NETWORK_OUTPUT_BUCKETS][SIDES][CHESS_NETWORK_HIDDEN];
    float second_bias[CHESS_NETWORK_OUTPUT_BUCKETS];
};

#define CHESS_MODEL_WEIGHTS (sizeof(struct chess_model) / sizeof(float))

/* The rows of the first layer, the sums made: what a position needs. */
struct chess_model_rows {
    float rows[CHESS_NETWORK_INPUTS][CHESS_NETWORK_HIDDEN];
};

void chess_model_add_rows(const struct chess_model *model, struct chess_model_rows *rows);

/* How a position's error is counted. */
struct chess_loss {
    /* The share of the game's result in a target, 0 .. 1: `few` with CHESS_FEW_PIECES and fewer,
     * `many` with CHESS_MANY_PIECES and more, in between on the straight line. Results know more of
     * endings than of full boards, where the players are too weak to win what is won. */
    float few, many;
    /* Centipawns that are 1 for the logistic function: the smaller, the more it counts who is a
     * little better, and the less how much one side is winning. */
    float unit;
};

#define CHESS_FEW_PIECES  6
#define CHESS_MANY_PIECES 24

float chess_result_share(const struct chess_loss *loss, int pieces);

/* The training positions, and how their errors are counted. */
struct chess_training_data {
    const struct training_set *set;
    struct chess_loss loss;
    struct chess_model_rows *rows; /* of the model as it was before the batch, or as it is */
};

/* How it is learned; the training_data must outlive the optimizer. */
struct optimizer_model chess_model_of(const struct chess_training_data *training_data);

/* Small random weights from the seed. */
void chess_model_random_init(struct chess_model *model, uint64_t seed);

/* The mean of the set's errors; makes the rows. */
double chess_model_error(const struct chess_model *model,
                         const struct chess_training_data *training_data);

/* The classical evaluation and the network together, in units of CHESS_NETWORK_UNIT. */
float chess_model_output(const struct chess_model *model, const struct chess_model_rows *rows,
                         const struct training_position *position);

/* The error of one position; adds its gradient by each weight to `gradients`, but for the shared
 * rows: chess_model_share_gradients adds those of all positions at once. */
double chess_model_gradients(const struct chess_model *model, const struct chess_model_rows *rows,
                             const struct training_position *position,
                             const struct chess_loss *loss, struct chess_model *gradients);
void chess_model_share_gradients(struct chess_model *gradients);

/* A network of `size` bytes as real numbers; the bound of every weight may be passed by a little.
 * The network may be narrower, with fewer hidden units than this one: those that it lacks get small
 * random weights from the seed in the first layer and none in the second, so that the network says
 * what it said, and learns more. False: no network has this size. */
bool chess_model_from_network(struct chess_model *model, const void *network, size_t size,
                              uint64_t seed);

/* In integers, as the engine has it. */
void chess_model_round(const struct chess_model *model, struct chess_network *network);

#endif
