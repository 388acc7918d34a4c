/* Chess's network in real numbers, and the slopes of its error.
 *
 * The network learns what to add to the sum of weights. The error of a position is the square of
 * what both together expect less what came about: between
 * the game's result and the score that a search saw, mixed by `result_share`; scores become
 * expectations by the logistic function in units of CHESS_NETWORK_UNIT. */
#ifndef TUNE_CHESS_MODEL_H
#define TUNE_CHESS_MODEL_H

#include "chess_samples.h"
#include "descent.h"

/* The network in real numbers, and anything that has its shape. A row of the first layer is the
 * sum of what the piece on its square is wherever the king stands, and of what it is besides with
 * the king there: so what is rare learns from what is common. */
struct chess_model {
    float shared[CHESS_NETWORK_BUCKET_INPUTS][CHESS_NETWORK_HIDDEN];
    float first[CHESS_NETWORK_INPUTS][CHESS_NETWORK_HIDDEN];
    float first_bias[CHESS_NETWORK_HIDDEN];
    float second[CHESS_NETWORK_OUTPUT_BUCKETS][SIDES][CHESS_NETWORK_HIDDEN];
    float second_bias[CHESS_NETWORK_OUTPUT_BUCKETS];
};

#define CHESS_MODEL_WEIGHTS (sizeof(struct chess_model) / sizeof(float))

/* What it learns from. */
struct chess_lesson {
    const struct samples *samples;
    float result_share;
};

/* How it is learned; the lesson must outlive the descent. */
struct descent_model chess_model_of(const struct chess_lesson *lesson);

/* Small random weights from the seed. */
void chess_model_begin(struct chess_model *model, uint64_t seed);

/* The mean of the samples' errors. */
double chess_model_error(const struct chess_model *model, const struct chess_lesson *lesson);

/* What the sum of weights and the network make of a sample, in units of CHESS_NETWORK_UNIT. */
float chess_model_output(const struct chess_model *model, const struct sample *sample);

/* The error of one sample; adds its slope by each weight to `slopes`. */
double chess_model_slopes(const struct chess_model *model, const struct sample *sample,
                          float result_share, struct chess_model *slopes);

/* In integers, as the engine has it. */
void chess_model_round(const struct chess_model *model, struct chess_network *network);

#endif
