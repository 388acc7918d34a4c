#include "descent.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define SHARDS DESCENT_MAX_THREADS

#define BETA_MEAN   0.9f
#define BETA_SQUARE 0.999f
#define TINY        1e-8f

#define PI 3.14159265358979

struct helper {
    struct descent *descent;
    int index;
    pthread_t thread;
};

struct descent {
    struct descent_model model;
    size_t count; /* of weights */
    float *weights, *mean, *square;
    float *slopes[SHARDS];
    double errors[SHARDS];
    const size_t *batch;
    size_t batch_size;
    long step;
    float rate;
    int threads;
    bool over;
    pthread_barrier_t barrier;
    struct helper helpers[DESCENT_MAX_THREADS];
};

/* The shards of the batch that are this thread's. */
static void learn_shards(struct descent *descent, int thread)
{
    for (int shard = thread; shard < SHARDS; shard += descent->threads) {
        memset(descent->slopes[shard], 0, descent->count * sizeof(float));
        descent->errors[shard] = 0;
        for (size_t i = (size_t)shard; i < descent->batch_size; i += SHARDS) {
            descent->errors[shard] +=
                descent->model.slopes(descent->model.context, descent->weights, descent->batch[i],
                                      descent->slopes[shard]);
        }
    }
}

/* Moves the weights first .. last - 1 of one part. */
static void move_weights(struct descent *descent, size_t first, size_t last, float limit)
{
    float mean_scale = 1 - powf(BETA_MEAN, (float)descent->step);
    float square_scale = 1 - powf(BETA_SQUARE, (float)descent->step);
    for (size_t i = first; i < last; i++) {
        float slope = 0;
        for (int shard = 0; shard < SHARDS; shard++) {
            slope += descent->slopes[shard][i];
        }
        slope /= (float)descent->batch_size;
        float mean = BETA_MEAN * descent->mean[i] + (1 - BETA_MEAN) * slope;
        float square = BETA_SQUARE * descent->square[i] + (1 - BETA_SQUARE) * slope * slope;
        float weight = descent->weights[i] -
                       descent->rate * (mean / mean_scale) / (sqrtf(square / square_scale) + TINY);
        descent->mean[i] = mean;
        descent->square[i] = square;
        descent->weights[i] = weight > limit ? limit : weight < -limit ? -limit : weight;
    }
}

/* Moves this thread's share of every part. */
static void descend(struct descent *descent, int thread)
{
    size_t first = 0;
    for (const struct descent_part *part = descent->model.parts; part->weights; part++) {
        size_t threads = (size_t)descent->threads;
        move_weights(descent, first + part->weights * (size_t)thread / threads,
                     first + part->weights * (size_t)(thread + 1) / threads, part->limit);
        first += part->weights;
    }
}

static void *help(void *opaque)
{
    struct helper *helper = opaque;
    struct descent *descent = helper->descent;
    for (;;) {
        pthread_barrier_wait(&descent->barrier);
        if (descent->over) {
            return NULL;
        }
        learn_shards(descent, helper->index);
        pthread_barrier_wait(&descent->barrier);
        descend(descent, helper->index);
        pthread_barrier_wait(&descent->barrier);
    }
}

/* One step downhill; returns the sum of the samples' errors before it. */
static double step(struct descent *descent, const size_t *samples, size_t count, float rate)
{
    descent->batch = samples;
    descent->batch_size = count;
    descent->rate = rate;
    descent->step++;
    pthread_barrier_wait(&descent->barrier);
    learn_shards(descent, 0);
    pthread_barrier_wait(&descent->barrier);
    descend(descent, 0);
    pthread_barrier_wait(&descent->barrier);
    double error = 0;
    for (int shard = 0; shard < SHARDS; shard++) {
        error += descent->errors[shard];
    }
    return error;
}

float *descent_weights(struct descent *descent)
{
    return descent->weights;
}

struct descent *descent_new(const struct descent_model *model, int threads)
{
    struct descent *descent = calloc(1, sizeof *descent);
    if (!descent) {
        return NULL;
    }
    descent->model = *model;
    for (const struct descent_part *part = model->parts; part->weights; part++) {
        descent->count += part->weights;
    }
    /* Weights, their means and squares, and the slopes of each shard, in one piece. */
    float *memory = calloc(descent->count * (3 + SHARDS), sizeof(float));
    if (!memory) {
        free(descent);
        return NULL;
    }
    descent->weights = memory;
    descent->mean = memory + descent->count;
    descent->square = memory + 2 * descent->count;
    for (int shard = 0; shard < SHARDS; shard++) {
        descent->slopes[shard] = memory + (size_t)(3 + shard) * descent->count;
    }
    descent->threads = threads < 1                     ? 1
                       : threads > DESCENT_MAX_THREADS ? DESCENT_MAX_THREADS
                                                       : threads;
    pthread_barrier_init(&descent->barrier, NULL, (unsigned)descent->threads);
    for (int i = 1; i < descent->threads; i++) {
        descent->helpers[i].descent = descent;
        descent->helpers[i].index = i;
        if (pthread_create(&descent->helpers[i].thread, NULL, help, &descent->helpers[i]) != 0) {
            /* Those that wait already cannot be called back: the program is about to end. */
            return NULL;
        }
    }
    return descent;
}

void descent_delete(struct descent *descent)
{
    descent->over = true;
    pthread_barrier_wait(&descent->barrier);
    for (int i = 1; i < descent->threads; i++) {
        pthread_join(descent->helpers[i].thread, NULL);
    }
    pthread_barrier_destroy(&descent->barrier);
    free(descent->weights);
    free(descent);
}

static void shuffle(size_t *samples, size_t count, struct rng *rng)
{
    for (size_t i = count; i > 1; i--) {
        size_t other = rng_below(rng, i);
        size_t swap = samples[i - 1];
        samples[i - 1] = samples[other];
        samples[other] = swap;
    }
}

bool descent_go(struct descent *descent, const struct descent_course *course)
{
    size_t *samples = malloc(course->samples * sizeof *samples);
    if (!samples) {
        return false;
    }
    for (size_t i = 0; i < course->samples; i++) {
        samples[i] = i;
    }
    struct rng rng = {course->seed};
    double batches = ceil((double)course->samples / (double)course->batch) * course->epochs;
    double done = 0;
    for (int epoch = 1; epoch <= course->epochs; epoch++) {
        double error = 0;
        shuffle(samples, course->samples, &rng);
        for (size_t first = 0; first < course->samples; first += course->batch) {
            size_t left = course->samples - first;
            float share = (float)((1 + cos(PI * done++ / batches)) / 2);
            error += step(descent, samples + first, left < course->batch ? left : course->batch,
                          course->rate_last + (course->rate_first - course->rate_last) * share);
        }
        if (course->report) {
            course->report(course->opaque, epoch, error / (double)course->samples);
        }
    }
    free(samples);
    return true;
}

float descent_draw(struct rng *rng, float width)
{
    return width * ((float)rng_below(rng, 1 << 20) / (1 << 19) - 1);
}
