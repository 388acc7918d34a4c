#include "trainer.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"

#define SHARDS TRAINER_MAX_THREADS

#define BETA_MEAN   0.9f
#define BETA_SQUARE 0.999f
#define TINY        1e-8f

/* The weights stay within these, so that the integers made of them stay within theirs. */
#define FIRST_LIMIT  ((float)NETWORK_FIRST_LIMIT / NETWORK_ONE_FIRST)
#define SECOND_LIMIT ((float)NETWORK_SECOND_LIMIT / NETWORK_ONE_SECOND)

/* Floats that the compiler adds side by side. */
#define LANES 8

struct helper {
    struct trainer *trainer;
    int index;
    pthread_t thread;
};

struct trainer {
    struct trainer_weights weights, mean, square;
    struct trainer_weights slopes[SHARDS];
    double errors[SHARDS];
    const struct sample *batch;
    size_t batch_size;
    long step;
    float rate, result_share;
    int threads;
    bool over;
    pthread_barrier_t barrier;
    struct helper helpers[TRAINER_MAX_THREADS];
};

static float logistic(float x)
{
    return 1.0f / (1.0f + expf(-x));
}

static float target_of(const struct sample *sample, float result_share)
{
    return result_share * (float)sample->result / 2 +
           (1 - result_share) * logistic((float)sample->score / NETWORK_UNIT);
}

/* What the network's output is added to. */
static float by_hand(const struct sample *sample)
{
    return (float)sample->by_hand / NETWORK_UNIT;
}

/* One view's activations, 0 .. 1. */
static void activate(const struct trainer_weights *weights, const int *inputs, int count,
                     float *restrict active)
{
    memcpy(active, weights->first_bias, sizeof weights->first_bias);
    for (int i = 0; i < count; i++) {
        const float *restrict row = weights->first[inputs[i]];
        for (int k = 0; k < NETWORK_HIDDEN; k++) {
            active[k] += row[k];
        }
    }
    for (int k = 0; k < NETWORK_HIDDEN; k++) {
        float x = active[k] < 0 ? 0 : active[k];
        active[k] = x > 1 ? 1 : x;
    }
}

/* The squares of the activations, weighed. */
static float weigh(const float *restrict active, const float *restrict second)
{
    float lanes[LANES] = {0}, sum = 0;
    for (int k = 0; k < NETWORK_HIDDEN; k += LANES) {
        for (int lane = 0; lane < LANES; lane++) {
            lanes[lane] += active[k + lane] * active[k + lane] * second[k + lane];
        }
    }
    for (int lane = 0; lane < LANES; lane++) {
        sum += lanes[lane];
    }
    return sum;
}

static float forward(const struct trainer_weights *weights, int inputs[SIDES][NETWORK_PIECES],
                     int count, float active[SIDES][NETWORK_HIDDEN])
{
    int phase = network_phase(count);
    float output = weights->second_bias[phase];
    for (int view = 0; view < SIDES; view++) {
        activate(weights, inputs[view], count, active[view]);
        output += weigh(active[view], weights->second[phase][view]);
    }
    return output;
}

float trainer_output(const struct trainer_weights *weights, const struct sample *sample)
{
    int inputs[SIDES][NETWORK_PIECES];
    float active[SIDES][NETWORK_HIDDEN];
    int count = sample_inputs(sample, inputs);
    return forward(weights, inputs, count, active) + by_hand(sample);
}

/* The slope of the output goes back through one view. */
static void backward(const struct trainer_weights *weights, const int *inputs, int count, int view,
                     const float *restrict active, float slope, struct trainer_weights *slopes)
{
    int phase = network_phase(count);
    float back[NETWORK_HIDDEN];
    const float *restrict second = weights->second[phase][view];
    float *restrict second_slopes = slopes->second[phase][view];
    float *restrict bias_slopes = slopes->first_bias;
    for (int k = 0; k < NETWORK_HIDDEN; k++) {
        float x = active[k];
        second_slopes[k] += slope * x * x;
        back[k] = x > 0 && x < 1 ? slope * second[k] * 2 * x : 0;
        bias_slopes[k] += back[k];
    }
    for (int i = 0; i < count; i++) {
        float *restrict row = slopes->first[inputs[i]];
        for (int k = 0; k < NETWORK_HIDDEN; k++) {
            row[k] += back[k];
        }
    }
}

double trainer_slopes(const struct trainer_weights *weights, const struct sample *sample,
                      float result_share, struct trainer_weights *slopes)
{
    int inputs[SIDES][NETWORK_PIECES];
    float active[SIDES][NETWORK_HIDDEN];
    int count = sample_inputs(sample, inputs);
    float expected = logistic(forward(weights, inputs, count, active) + by_hand(sample));
    float error = expected - target_of(sample, result_share);
    float slope = 2 * error * expected * (1 - expected);
    slopes->second_bias[network_phase(count)] += slope;
    for (int view = 0; view < SIDES; view++) {
        backward(weights, inputs[view], count, view, active[view], slope, slopes);
    }
    return (double)error * error;
}

/* The shards of the batch that are this thread's. */
static void learn_shards(struct trainer *trainer, int thread)
{
    for (int shard = thread; shard < SHARDS; shard += trainer->threads) {
        struct trainer_weights *slopes = &trainer->slopes[shard];
        memset(slopes, 0, sizeof *slopes);
        trainer->errors[shard] = 0;
        for (size_t i = (size_t)shard; i < trainer->batch_size; i += SHARDS) {
            trainer->errors[shard] += trainer_slopes(&trainer->weights, &trainer->batch[i],
                                                     trainer->result_share, slopes);
        }
    }
}

/* Moves this thread's part of the weights. */
static void descend(struct trainer *trainer, int thread)
{
    size_t first = TRAINER_WEIGHTS * (size_t)thread / (size_t)trainer->threads;
    size_t last = TRAINER_WEIGHTS * (size_t)(thread + 1) / (size_t)trainer->threads;
    float *weights = (float *)&trainer->weights;
    float *mean = (float *)&trainer->mean, *square = (float *)&trainer->square;
    float mean_scale = 1 - powf(BETA_MEAN, (float)trainer->step);
    float square_scale = 1 - powf(BETA_SQUARE, (float)trainer->step);
    const size_t second = offsetof(struct trainer_weights, second) / sizeof(float);
    for (size_t i = first; i < last; i++) {
        float slope = 0;
        for (int shard = 0; shard < SHARDS; shard++) {
            slope += ((const float *)&trainer->slopes[shard])[i];
        }
        slope /= (float)trainer->batch_size;
        mean[i] = BETA_MEAN * mean[i] + (1 - BETA_MEAN) * slope;
        square[i] = BETA_SQUARE * square[i] + (1 - BETA_SQUARE) * slope * slope;
        float weight = weights[i] - trainer->rate * (mean[i] / mean_scale) /
                                        (sqrtf(square[i] / square_scale) + TINY);
        float limit = i < second ? FIRST_LIMIT : SECOND_LIMIT;
        weights[i] = weight > limit ? limit : weight < -limit ? -limit : weight;
    }
}

static void *help(void *opaque)
{
    struct helper *helper = opaque;
    struct trainer *trainer = helper->trainer;
    for (;;) {
        pthread_barrier_wait(&trainer->barrier);
        if (trainer->over) {
            return NULL;
        }
        learn_shards(trainer, helper->index);
        pthread_barrier_wait(&trainer->barrier);
        descend(trainer, helper->index);
        pthread_barrier_wait(&trainer->barrier);
    }
}

double trainer_learn(struct trainer *trainer, const struct sample *samples, size_t count,
                     float rate)
{
    trainer->batch = samples;
    trainer->batch_size = count;
    trainer->rate = rate;
    trainer->step++;
    pthread_barrier_wait(&trainer->barrier);
    learn_shards(trainer, 0);
    pthread_barrier_wait(&trainer->barrier);
    descend(trainer, 0);
    pthread_barrier_wait(&trainer->barrier);
    double error = 0;
    for (int shard = 0; shard < SHARDS; shard++) {
        error += trainer->errors[shard];
    }
    return error;
}

double trainer_error(const struct trainer *trainer, const struct samples *samples)
{
    double sum = 0;
    for (size_t i = 0; i < samples->count; i++) {
        const struct sample *sample = &samples->samples[i];
        double error = logistic(trainer_output(&trainer->weights, sample)) -
                       target_of(sample, trainer->result_share);
        sum += error * error;
    }
    return sum;
}

const struct trainer_weights *trainer_weights(const struct trainer *trainer)
{
    return &trainer->weights;
}

/* Between -width and width. */
static float draw(struct rng *rng, float width)
{
    return width * ((float)rng_below(rng, 1 << 20) / (1 << 19) - 1);
}

static void begin(struct trainer_weights *weights, struct rng *rng)
{
    for (int input = 0; input < NETWORK_INPUTS; input++) {
        for (int k = 0; k < NETWORK_HIDDEN; k++) {
            weights->first[input][k] = draw(rng, 1 / sqrtf(NETWORK_PIECES));
        }
    }
    for (int phase = 0; phase < NETWORK_PHASES; phase++) {
        for (int k = 0; k < SIDES * NETWORK_HIDDEN; k++) {
            (&weights->second[phase][0][0])[k] = draw(rng, 1 / sqrtf(SIDES * NETWORK_HIDDEN));
        }
    }
}

struct trainer *trainer_new(int threads, float result_share, uint64_t seed)
{
    struct trainer *trainer = calloc(1, sizeof *trainer);
    if (!trainer) {
        return NULL;
    }
    struct rng rng = {seed};
    begin(&trainer->weights, &rng);
    trainer->result_share = result_share;
    trainer->threads = threads;
    pthread_barrier_init(&trainer->barrier, NULL, (unsigned)threads);
    for (int i = 1; i < threads; i++) {
        trainer->helpers[i].trainer = trainer;
        trainer->helpers[i].index = i;
        if (pthread_create(&trainer->helpers[i].thread, NULL, help, &trainer->helpers[i]) != 0) {
            /* Those that wait already cannot be called back: the program is about to end. */
            return NULL;
        }
    }
    return trainer;
}

void trainer_delete(struct trainer *trainer)
{
    trainer->over = true;
    pthread_barrier_wait(&trainer->barrier);
    for (int i = 1; i < trainer->threads; i++) {
        pthread_join(trainer->helpers[i].thread, NULL);
    }
    pthread_barrier_destroy(&trainer->barrier);
    free(trainer);
}

static int16_t rounded(float weight, int one)
{
    return (int16_t)lroundf(weight * (float)one);
}

void trainer_round(const struct trainer_weights *weights, struct network *network)
{
    for (int i = 0; i < NETWORK_INPUTS; i++) {
        for (int k = 0; k < NETWORK_HIDDEN; k++) {
            network->first[i][k] = rounded(weights->first[i][k], NETWORK_ONE_FIRST);
        }
    }
    for (int k = 0; k < NETWORK_HIDDEN; k++) {
        network->first_bias[k] = rounded(weights->first_bias[k], NETWORK_ONE_FIRST);
    }
    for (int phase = 0; phase < NETWORK_PHASES; phase++) {
        for (int view = 0; view < SIDES; view++) {
            for (int k = 0; k < NETWORK_HIDDEN; k++) {
                network->second[phase][view][k] =
                    rounded(weights->second[phase][view][k], NETWORK_ONE_SECOND);
            }
        }
        network->second_bias[phase] =
            (int32_t)lroundf(weights->second_bias[phase] * NETWORK_ONE_FIRST * NETWORK_ONE_SECOND);
    }
}
