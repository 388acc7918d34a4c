/* Teaches the evaluation's network: the network in real numbers, and the descent of its error.
 *
 * The network learns what to add to the sum of weights. The error of a position is the square of
 * what both together expect less what came about: between
 * the game's result and the score that a search saw, mixed by `result_share`; scores become
 * expectations by the logistic function in units of NETWORK_UNIT. Descent is Adam's (Kingma and Ba,
 * "Adam: a method for stochastic optimization", 2015), in batches. Threads share a batch out in
 * shards that are summed in one order: the same samples give the same network, whatever the number
 * of threads. */
#ifndef TUNE_TRAINER_H
#define TUNE_TRAINER_H

#include "samples.h"

#define TRAINER_MAX_THREADS 4

/* The network in real numbers, and anything that has its shape. */
struct trainer_weights {
    float first[NETWORK_INPUTS][NETWORK_HIDDEN];
    float first_bias[NETWORK_HIDDEN];
    float second[NETWORK_PHASES][SIDES][NETWORK_HIDDEN];
    float second_bias[NETWORK_PHASES];
};

#define TRAINER_WEIGHTS (sizeof(struct trainer_weights) / sizeof(float))

struct trainer;

/* A network of small random weights from the seed, and its helpers' threads; NULL: no memory or no
 * thread. */
struct trainer *trainer_new(int threads, float result_share, uint64_t seed);
void trainer_delete(struct trainer *trainer);

/* One step downhill on `count` samples, by about `rate` for each weight; returns the sum of their
 * errors before it. */
double trainer_learn(struct trainer *trainer, const struct sample *samples, size_t count,
                     float rate);

/* The sum of the samples' errors. */
double trainer_error(const struct trainer *trainer, const struct samples *samples);

/* The weights, to be looked at. */
const struct trainer_weights *trainer_weights(const struct trainer *trainer);

/* What the sum of weights and a network in real numbers make of a sample, in units of NETWORK_UNIT.
 */
float trainer_output(const struct trainer_weights *weights, const struct sample *sample);

/* The error of one sample; adds its slope by each weight to `slopes`. */
double trainer_slopes(const struct trainer_weights *weights, const struct sample *sample,
                      float result_share, struct trainer_weights *slopes);

/* In integers, as the engine has it. */
void trainer_round(const struct trainer_weights *weights, struct network *network);

#endif
