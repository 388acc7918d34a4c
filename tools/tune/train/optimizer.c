/* SPDX-License-Identifier: MIT */
#include "optimizer.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"

#define SHARDS OPTIMIZER_MAX_THREADS

#define BETA_MEAN   0.9f
#define BETA_SQUARE 0.999f
#define TINY        1e-8f

#define PI 3.14159265358979

struct worker {
    struct optimizer *optimizer;
    int index;
    pthread_t thread;
};

struct optimizer {
    struct optimizer_model model;
    size_t count; /* number of weights */
    float *weights, *mean, *square;
    float *gradients[SHARDS];
    double errors[SHARDS];
    const size_t *batch;
    size_t batch_size;
    long step;
    float rate;
    int threads;
    bool finished;
    pthread_barrier_t barrier;
    struct worker workers[OPTIMIZER_MAX_THREADS];
};

static size_t count_weights(const struct optimizer_model *model)
{
    size_t count = 0;
    for (const struct optimizer_part *part = model->parts; part->weights; part++) {
        count += part->weights;
    }
    assert(count > 0);
    return count;
}

/* Computes the gradients of this thread's shards of the batch. */
static void compute_gradients(struct optimizer *optimizer, int thread)
{
    for (int shard = thread; shard < SHARDS; shard += optimizer->threads) {
        memset(optimizer->gradients[shard], 0, optimizer->count * sizeof(float));
        optimizer->errors[shard] = 0;
        for (size_t i = (size_t)shard; i < optimizer->batch_size; i += SHARDS) {
            optimizer->errors[shard] +=
                optimizer->model.gradients(optimizer->model.context, optimizer->weights,
                                           optimizer->batch[i], optimizer->gradients[shard]);
        }
        if (optimizer->model.end_shard) {
            optimizer->model.end_shard(optimizer->model.context, optimizer->gradients[shard]);
        }
    }
}

/* Updates the weights first .. last - 1 of one part by one step of Adam. */
static void adam_step(struct optimizer *optimizer, size_t first, size_t last, float limit)
{
    float mean_scale = 1 - powf(BETA_MEAN, (float)optimizer->step);
    float square_scale = 1 - powf(BETA_SQUARE, (float)optimizer->step);
    for (size_t i = first; i < last; i++) {
        float gradient = 0;
        for (int shard = 0; shard < SHARDS; shard++) {
            gradient += optimizer->gradients[shard][i];
        }
        gradient /= (float)optimizer->batch_size;
        float mean = BETA_MEAN * optimizer->mean[i] + (1 - BETA_MEAN) * gradient;
        float square = BETA_SQUARE * optimizer->square[i] + (1 - BETA_SQUARE) * gradient * gradient;
        float weight = optimizer->weights[i] - optimizer->rate * (mean / mean_scale) /
                                                   (sqrtf(square / square_scale) + TINY);
        optimizer->mean[i] = mean;
        optimizer->square[i] = square;
        optimizer->weights[i] = weight > limit ? limit : weight < -limit ? -limit : weight;
    }
}

/* Updates this thread's share of every part by one step of Adam. */
static void update_weights(struct optimizer *optimizer, int thread)
{
    size_t first = 0;
    for (const struct optimizer_part *part = optimizer->model.parts; part->weights; part++) {
        size_t threads = (size_t)optimizer->threads;
        adam_step(optimizer, first + part->weights * (size_t)thread / threads,
                  first + part->weights * (size_t)(thread + 1) / threads, part->limit);
        first += part->weights;
    }
}

static void *worker_loop(void *opaque)
{
    struct worker *worker = opaque;
    struct optimizer *optimizer = worker->optimizer;
    for (;;) {
        pthread_barrier_wait(&optimizer->barrier);
        if (optimizer->finished) {
            return NULL;
        }
        compute_gradients(optimizer, worker->index);
        pthread_barrier_wait(&optimizer->barrier);
        update_weights(optimizer, worker->index);
        pthread_barrier_wait(&optimizer->barrier);
    }
}

/* Trains on one batch. Returns the sum of the positions' errors before the step. */
static double step(struct optimizer *optimizer, const size_t *positions, size_t count, float rate)
{
    optimizer->batch = positions;
    optimizer->batch_size = count;
    optimizer->rate = rate;
    optimizer->step++;
    if (optimizer->model.begin_batch) {
        optimizer->model.begin_batch(optimizer->model.context, optimizer->weights);
    }
    pthread_barrier_wait(&optimizer->barrier);
    compute_gradients(optimizer, 0);
    pthread_barrier_wait(&optimizer->barrier);
    update_weights(optimizer, 0);
    pthread_barrier_wait(&optimizer->barrier);
    double error = 0;
    for (int shard = 0; shard < SHARDS; shard++) {
        error += optimizer->errors[shard];
    }
    return error;
}

static void finish(struct optimizer *optimizer)
{
    optimizer->finished = true;
    pthread_barrier_wait(&optimizer->barrier);
    for (int i = 1; i < optimizer->threads; i++) {
        pthread_join(optimizer->workers[i].thread, NULL);
    }
    pthread_barrier_destroy(&optimizer->barrier);
    free(optimizer->mean);
    free(optimizer);
}

/* Starts the threads besides the first. Returns NULL if an allocation fails or a thread cannot be
 * started. */
static struct optimizer *create(const struct optimizer_model *model, int threads, float *weights)
{
    struct optimizer *optimizer = calloc(1, sizeof *optimizer);
    if (!optimizer) {
        return NULL;
    }
    optimizer->model = *model;
    optimizer->weights = weights;
    optimizer->count = count_weights(model);
    /* One allocation for the means and squares, and the gradients of each shard. */
    optimizer->mean = calloc(optimizer->count * (2 + SHARDS), sizeof(float));
    if (!optimizer->mean) {
        free(optimizer);
        return NULL;
    }
    optimizer->square = optimizer->mean + optimizer->count;
    for (int shard = 0; shard < SHARDS; shard++) {
        optimizer->gradients[shard] = optimizer->mean + (size_t)(2 + shard) * optimizer->count;
    }
    optimizer->threads = threads < 1                       ? 1
                         : threads > OPTIMIZER_MAX_THREADS ? OPTIMIZER_MAX_THREADS
                                                           : threads;
    pthread_barrier_init(&optimizer->barrier, NULL, (unsigned)optimizer->threads);
    for (int i = 1; i < optimizer->threads; i++) {
        optimizer->workers[i].optimizer = optimizer;
        optimizer->workers[i].index = i;
        if (pthread_create(&optimizer->workers[i].thread, NULL, worker_loop,
                           &optimizer->workers[i]) != 0) {
            /* The threads that were created already wait forever, but the program is about to
             * end. */
            return NULL;
        }
    }
    return optimizer;
}

bool optimizer_run(const struct optimizer_model *model, const struct training_run *run,
                   float *weights)
{
    size_t *positions = malloc(model->positions * sizeof *positions);
    struct optimizer *optimizer = positions ? create(model, run->threads, weights) : NULL;
    if (!optimizer) {
        free(positions);
        return false;
    }
    for (size_t i = 0; i < model->positions; i++) {
        positions[i] = i;
    }
    struct rng rng = {run->seed};
    double batches = ceil((double)model->positions / (double)run->batch) * run->epochs;
    double done = 0;
    for (int epoch = 1; epoch <= run->epochs; epoch++) {
        double error = 0;
        array_shuffle(positions, model->positions, sizeof *positions, &rng);
        for (size_t first = 0; first < model->positions; first += run->batch) {
            size_t left = model->positions - first;
            float share = (float)((1 + cos(PI * done++ / batches)) / 2);
            error += step(optimizer, positions + first, left < run->batch ? left : run->batch,
                          run->rate_last + (run->rate_first - run->rate_last) * share);
        }
        if (run->report) {
            run->report(run->opaque, epoch, error / (double)model->positions);
        }
    }
    finish(optimizer);
    free(positions);
    return true;
}

float optimizer_random_weight(struct rng *rng, float width)
{
    return width * ((float)rng_below(rng, 1 << 20) / (1 << 19) - 1);
}

void optimizer_fill_random(float *weights, size_t count, float width, struct rng *rng)
{
    for (size_t i = 0; i < count; i++) {
        weights[i] = optimizer_random_weight(rng, width);
    }
}

void optimizer_round(const float *weights, size_t count, float one, int16_t *result)
{
    for (size_t i = 0; i < count; i++) {
        result[i] = (int16_t)lroundf(weights[i] * one);
    }
}

double optimizer_error(const struct optimizer_model *model, const float *weights)
{
    size_t count = 0;
    float *gradients = calloc(count_weights(model), sizeof *gradients);
    double sum = gradients ? 0 : (double)NAN;
    if (gradients && model->begin_batch) {
        model->begin_batch(model->context, weights);
    }
    for (size_t i = 0; gradients && i < model->positions; i += model->symmetries, count++) {
        sum += model->gradients(model->context, weights, i, gradients);
    }
    free(gradients);
    return sum / (double)(count ? count : 1);
}
