/* SPDX-License-Identifier: MIT */
/* Minimises the error of a model with many weights, on several threads, by Adam (Kingma and Ba,
 * "Adam: a method for stochastic optimization", 2015) in batches. A batch is divided into shards
 * whose gradients are summed in one order: the same positions give the same weights, whatever the
 * number of threads. */
#ifndef TUNE_OPTIMIZER_H
#define TUNE_OPTIMIZER_H

#include <stdbool.h>
#include <stddef.h>

#include "rng.h"

#define OPTIMIZER_MAX_THREADS 4
#define OPTIMIZER_MAX_PARTS   8

/* Weights that lie together, none beyond -limit .. limit. */
struct optimizer_part {
    size_t weights;
    float limit;
};

/* What is to be learned. The parts, up to one without weights, are all of the model's floats. */
struct optimizer_model {
    struct optimizer_part parts[OPTIMIZER_MAX_PARTS];
    /* The error of one position; adds its gradient to `gradients`. Called by several threads at
     * once. */
    double (*gradients)(const void *context, const float *weights, size_t position,
                        float *gradients);
    /* Either may be NULL. Before each batch: whatever the context keeps of the weights is to be
     * made again. After the positions of a shard: finishes its gradients; called by several threads
     * at once. */
    void (*begin_batch)(const void *context, const float *weights);
    void (*end_shard)(const void *context, float *gradients);
    const void *context;
};

struct optimizer;

/* All weights are 0. NULL: no memory or no thread. */
struct optimizer *optimizer_create(const struct optimizer_model *model, int threads);
void optimizer_destroy(struct optimizer *optimizer);

float *optimizer_weights(struct optimizer *optimizer);

/* A training run over the positions 0 .. positions - 1: shuffled in each epoch, the same way on
 * every machine, with a learning rate that falls from the first batch to the last by half a cosine.
 * A step changes a weight by about the learning rate. */
struct training_run {
    size_t positions, batch;
    int epochs;
    float rate_first, rate_last;
    uint64_t seed;
    /* After an epoch, 1 .. epochs, with the mean of the errors seen in it; may be NULL. */
    void (*report)(void *opaque, int epoch, double error);
    void *opaque;
};

/* Trains for the whole run. False: no memory. */
bool optimizer_run(struct optimizer *optimizer, const struct training_run *run);

/* A random weight between -width and width. */
float optimizer_random_weight(struct rng *rng, float width);

#endif
