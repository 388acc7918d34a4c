/* SPDX-License-Identifier: MIT */
/* Minimises the error of a model with many weights on several threads, by Adam (Kingma and Ba,
 * "Adam: a method for stochastic optimization", 2015) in batches. A batch is divided into shards
 * whose gradients are summed in a fixed order, so the result does not depend on the number of
 * threads. */
#ifndef TUNE_OPTIMIZER_H
#define TUNE_OPTIMIZER_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "rng.h"

#define OPTIMIZER_MAX_THREADS 4
#define OPTIMIZER_MAX_PARTS   8

/* Consecutive weights that are kept within -limit .. limit. */
struct optimizer_part {
    size_t weights;
    float limit;
};

/* Positions, every `step`-th of those that `positions` points to, and memory to work with. */
struct optimizer_list {
    const size_t *positions;
    size_t count, step;
    void *scratch;
};

/* The model to optimize. The parts cover all of its weights; a part with 0 weights ends the
 * list. */
struct optimizer_model {
    struct optimizer_part parts[OPTIMIZER_MAX_PARTS];
    size_t positions, symmetries; /* each `symmetries` positions are one and its images */
    /* Adds the gradients of all positions of the list to `gradients`, one position after the other.
     * Returns the sum of their errors. Called by several threads at the same time. */
    double (*gradients)(const void *context, const float *weights,
                        const struct optimizer_list *list, float *gradients);
    size_t scratch; /* bytes of memory that `gradients` needs, for each thread */
    /* Both may be NULL. begin_batch is called before each batch to update what the context derives
     * from the weights. end_shard is called after the positions of a shard to complete its
     * gradients, by several threads at the same time. */
    void (*begin_batch)(const void *context, const float *weights);
    void (*end_shard)(const void *context, float *gradients);
    const void *context;
};

/* A training run over all positions of the model. They are shuffled in each epoch, in the
 * same way on every machine. The learning rate falls from the first batch to the last along half a
 * cosine. A step changes a weight by about the learning rate. */
struct training_run {
    size_t batch;
    int epochs, threads; /* threads: 1 .. OPTIMIZER_MAX_THREADS; another number is clipped */
    float rate_first, rate_last;
    uint64_t seed;
    /* Called after each epoch, 1 .. epochs, with the mean error of its positions; may be NULL. */
    void (*report)(void *opaque, int epoch, double error);
    void *opaque;
};

/* Performs the whole run, from the given weights on. Returns false if an allocation fails or a
 * thread cannot be started. */
bool optimizer_run(const struct optimizer_model *model, const struct training_run *run,
                   float *weights);

/* Adds the gradients of these positions. Returns the sum of their errors; NAN if an allocation
 * fails. */
double optimizer_gradients(const struct optimizer_model *model, const float *weights,
                           const size_t *positions, size_t count, float *gradients);

/* Returns the mean error of the positions, without their images; NAN if an allocation fails. */
double optimizer_error(const struct optimizer_model *model, const float *weights);

/* Returns a random weight between -width and width. */
float optimizer_random_weight(struct rng *rng, float width);

/* Sets `count` weights to random ones. */
void optimizer_fill_random(float *weights, size_t count, float width, struct rng *rng);

/* Rounds weights to integers, so that 1 becomes `one`. */
void optimizer_round(const float *weights, size_t count, float one, int16_t *result);

static inline float optimizer_logistic(float x)
{
    return 1.0f / (1.0f + expf(-x));
}

#endif
