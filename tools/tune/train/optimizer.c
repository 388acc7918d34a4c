/* SPDX-License-Identifier: MIT */
#include "optimizer.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "array.h"
#include "compiler.h"

#define SHARDS OPTIMIZER_MAX_THREADS

#define BETA_MEAN   0.9f
#define BETA_SQUARE 0.999f
#define TINY        1e-8f

#define PI 3.14159265358979

struct worker {
    struct optimizer *optimizer;
    int index;
    void *scratch;
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
        const size_t first = (size_t)shard, all = optimizer->batch_size;
        const struct optimizer_list list = {
            .positions = optimizer->batch + first,
            .count = all > first ? (all - first + SHARDS - 1) / SHARDS : 0,
            .step = SHARDS,
            .scratch = optimizer->workers[thread].scratch,
        };
        optimizer->errors[shard] = optimizer->model.gradients(
            optimizer->model.context, optimizer->weights, &list, optimizer->gradients[shard]);
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

/* The bytes of one number per weight, in whole cache lines. */
static size_t weights_bytes(const struct optimizer *optimizer)
{
    return (optimizer->count * sizeof(float) + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
}

/* The means and squares, and the gradients of each shard, are one block. */
static size_t all_bytes(const struct optimizer *optimizer)
{
    return weights_bytes(optimizer) * (2 + SHARDS);
}

static bool allocate(struct optimizer *optimizer)
{
    bool done = true;
    for (int i = 0; i < optimizer->threads; i++) {
        optimizer->workers[i].scratch = alloc_zeroed(CACHE_LINE, optimizer->model.scratch);
        done &= optimizer->model.scratch == 0 || optimizer->workers[i].scratch;
    }
    optimizer->mean = alloc_zeroed(CACHE_LINE, all_bytes(optimizer));
    if (!optimizer->mean) {
        return false;
    }
    const size_t floats = weights_bytes(optimizer) / sizeof(float);
    optimizer->square = optimizer->mean + floats;
    for (int shard = 0; shard < SHARDS; shard++) {
        optimizer->gradients[shard] = optimizer->mean + (size_t)(2 + shard) * floats;
    }
    return done;
}

static void release(struct optimizer *optimizer)
{
    for (int i = 0; i < optimizer->threads; i++) {
        alloc_release(optimizer->workers[i].scratch, optimizer->model.scratch);
    }
    alloc_release(optimizer->mean, all_bytes(optimizer));
    free(optimizer);
}

static void finish(struct optimizer *optimizer)
{
    optimizer->finished = true;
    pthread_barrier_wait(&optimizer->barrier);
    for (int i = 1; i < optimizer->threads; i++) {
        pthread_join(optimizer->workers[i].thread, NULL);
    }
    pthread_barrier_destroy(&optimizer->barrier);
    release(optimizer);
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
    optimizer->threads = threads < 1                       ? 1
                         : threads > OPTIMIZER_MAX_THREADS ? OPTIMIZER_MAX_THREADS
                                                           : threads;
    if (!allocate(optimizer)) {
        release(optimizer);
        return NULL;
    }
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

double optimizer_gradients(const struct optimizer_model *model, const float *weights,
                           const size_t *positions, size_t count, float *gradients)
{
    void *scratch = alloc_zeroed(CACHE_LINE, model->scratch);
    const struct optimizer_list list = {positions, count, 1, scratch};
    double sum = (double)NAN;
    if (scratch || model->scratch == 0) {
        if (model->begin_batch) {
            model->begin_batch(model->context, weights);
        }
        sum = model->gradients(model->context, weights, &list, gradients);
    }
    alloc_release(scratch, model->scratch);
    return sum;
}

double optimizer_error(const struct optimizer_model *model, const float *weights)
{
    const size_t count = model->positions / model->symmetries;
    const size_t bytes = count_weights(model) * sizeof(float);
    FREED float *gradients = alloc_local(bytes);
    FREED size_t *positions = alloc_local((count + 1) * sizeof *positions);
    if (!gradients || !positions) {
        return (double)NAN;
    }
    memset(gradients, 0, bytes);
    for (size_t i = 0; i < count; i++) {
        positions[i] = i * model->symmetries;
    }
    return optimizer_gradients(model, weights, positions, count, gradients) /
           (double)(count ? count : 1);
}
