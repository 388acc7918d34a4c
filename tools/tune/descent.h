/* Descends the error of a model with many weights, on threads.
 *
 * Descent is Adam's (Kingma and Ba, "Adam: a method for stochastic optimization", 2015), in
 * batches. Threads share a batch out in shards that are summed in one order: the same samples give
 * the same weights, whatever the number of threads. */
#ifndef TUNE_DESCENT_H
#define TUNE_DESCENT_H

#include <stdbool.h>
#include <stddef.h>

#include "rng.h"

#define DESCENT_MAX_THREADS 4
#define DESCENT_MAX_PARTS   8

/* Weights that lie together, none beyond -limit .. limit. */
struct descent_part {
    size_t weights;
    float limit;
};

/* What is to be learned. The parts, up to one without weights, are all of the model's floats. */
struct descent_model {
    struct descent_part parts[DESCENT_MAX_PARTS];
    /* The error of one sample; adds its slope by each weight to `slopes`. Called by several threads
     * at once. */
    double (*slopes)(const void *context, const float *weights, size_t sample, float *slopes);
    const void *context;
};

struct descent;

/* All weights are 0. NULL: no memory or no thread. */
struct descent *descent_new(const struct descent_model *model, int threads);
void descent_delete(struct descent *descent);

float *descent_weights(struct descent *descent);

/* How the samples 0 .. samples - 1 are gone through: shuffled in each epoch, the same way on every
 * machine, at a rate that falls from the first batch to the last by half a cosine. A step moves a
 * weight by about its rate. */
struct descent_course {
    size_t samples, batch;
    int epochs;
    float rate_first, rate_last;
    uint64_t seed;
    /* After an epoch, 1 .. epochs, with the mean of the errors seen in it; may be NULL. */
    void (*report)(void *opaque, int epoch, double error);
    void *opaque;
};

/* Goes the whole course. False: no memory. */
bool descent_go(struct descent *descent, const struct descent_course *course);

/* Between -width and width. */
float descent_draw(struct rng *rng, float width);

#endif
