/* Gomoku's network in real numbers, and the gradients of its error.
 *
 * The network learns what to add to the sum of the squares' worths. The error of a position is the
 * square of what both together expect less what came about: between the game's result and the score
 * that a search saw, mixed by `result_share`; scores become expectations by the logistic function
 * in units of GOMOKU_NETWORK_UNIT. */
#ifndef TUNE_GOMOKU_MODEL_H
#define TUNE_GOMOKU_MODEL_H

#include "gomoku/network.h"
#include "optimizer.h"

/* The network in real numbers, and anything that has its shape. */
struct gomoku_model {
    float own[GOMOKU_CROSSES][GOMOKU_FEATURES]; /* row 0 stays 0: what has it only is no square */
    float other[GOMOKU_CROSSES][GOMOKU_FEATURES];
    float hidden[GOMOKU_HIDDEN][GOMOKU_COLOURS][GOMOKU_FEATURES];
    float hidden_bias[GOMOKU_RULES][GOMOKU_HIDDEN];
    float output[GOMOKU_HIDDEN];
    float output_bias[GOMOKU_RULES];
};

#define GOMOKU_MODEL_WEIGHTS (sizeof(struct gomoku_model) / sizeof(float))

/* So many squares that are the same to the mover and to the other. */
struct gomoku_cell {
    uint16_t number[GOMOKU_COLOURS]; /* the mover's first, gomoku_cross_of */
    uint16_t count;
};

struct gomoku_sample {
    size_t first; /* of its cells */
    uint16_t cells;
    uint8_t rule;
    uint8_t result;  /* the mover's half points: 0 lost, 1 drawn, 2 won */
    int16_t score;   /* his, centipawns */
    int16_t by_hand; /* what the worths say, the mover's centipawns */
};

/* What it learns from. */
struct gomoku_lesson {
    const struct gomoku_sample *samples;
    const struct gomoku_cell *cells;
    size_t count;
    float result_share;
};

/* How it is learned; the lesson must outlive the optimizer. */
struct optimizer_model gomoku_model_of(const struct gomoku_lesson *lesson);

/* Small random weights from the seed, and an output of 0. */
void gomoku_model_begin(struct gomoku_model *model, uint64_t seed);

/* The mean of the samples' errors. */
double gomoku_model_error(const struct gomoku_model *model, const struct gomoku_lesson *lesson);

/* What the worths and the network make of a sample, in units of GOMOKU_NETWORK_UNIT. */
float gomoku_model_output(const struct gomoku_model *model, const struct gomoku_lesson *lesson,
                          size_t sample);

/* The error of one sample; adds its slope by each weight to `gradients`. */
double gomoku_model_gradients(const struct gomoku_model *model, const struct gomoku_lesson *lesson,
                              size_t sample, struct gomoku_model *gradients);

/* In integers, as the engine has it. */
void gomoku_model_round(const struct gomoku_model *model, struct gomoku_network *network);

#endif
