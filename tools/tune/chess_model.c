/* SPDX-License-Identifier: MIT */
#include "chess_model.h"

#include <math.h>
#include <string.h>

/* The weights stay within these, so that the integers made of them stay within theirs. */
#define FIRST_LIMIT  ((float)CHESS_NETWORK_FIRST_LIMIT / CHESS_NETWORK_ONE_FIRST)
#define SHARED_LIMIT (FIRST_LIMIT * 0.75f)
#define OWN_LIMIT    (FIRST_LIMIT * 0.25f)
#define SECOND_LIMIT ((float)CHESS_NETWORK_SECOND_LIMIT / CHESS_NETWORK_ONE_SECOND)

/* Floats that the compiler adds side by side. */
#define LANES 8

static float logistic(float x)
{
    return 1.0f / (1.0f + expf(-x));
}

static float target_of(const struct training_position *position, float result_share)
{
    return result_share * (float)position->result / 2 +
           (1 - result_share) * logistic((float)position->score / CHESS_NETWORK_UNIT);
}

/* What the network's output is added to. */
static float classical(const struct training_position *position)
{
    return (float)position->classical / CHESS_NETWORK_UNIT;
}

/* One perspective's activations, 0 .. 1. */
static void activate(const struct chess_model *model, const int *inputs, int count,
                     float *restrict active)
{
    memcpy(active, model->first_bias, sizeof model->first_bias);
    for (int i = 0; i < count; i++) {
        const float *restrict row = model->first[inputs[i]];
        const float *restrict shared = model->shared[inputs[i] % CHESS_NETWORK_BUCKET_INPUTS];
        for (int k = 0; k < CHESS_NETWORK_HIDDEN; k++) {
            active[k] += row[k] + shared[k];
        }
    }
    for (int k = 0; k < CHESS_NETWORK_HIDDEN; k++) {
        float x = active[k] < 0 ? 0 : active[k];
        active[k] = x > 1 ? 1 : x;
    }
}

/* The squares of the activations, weighed. */
static float output_sum(const float *restrict active, const float *restrict second)
{
    float lanes[LANES] = {0}, sum = 0;
    for (int k = 0; k < CHESS_NETWORK_HIDDEN; k += LANES) {
        for (int lane = 0; lane < LANES; lane++) {
            lanes[lane] += active[k + lane] * active[k + lane] * second[k + lane];
        }
    }
    for (int lane = 0; lane < LANES; lane++) {
        sum += lanes[lane];
    }
    return sum;
}

static float forward(const struct chess_model *model, int inputs[SIDES][CHESS_NETWORK_PIECES],
                     int count, float active[SIDES][CHESS_NETWORK_HIDDEN])
{
    int phase = chess_network_output_bucket(count);
    float output = model->second_bias[phase];
    for (int perspective = 0; perspective < SIDES; perspective++) {
        activate(model, inputs[perspective], count, active[perspective]);
        output += output_sum(active[perspective], model->second[phase][perspective]);
    }
    return output;
}

float chess_model_output(const struct chess_model *model, const struct training_position *position)
{
    int inputs[SIDES][CHESS_NETWORK_PIECES];
    float active[SIDES][CHESS_NETWORK_HIDDEN];
    int count = training_position_inputs(position, inputs);
    return forward(model, inputs, count, active) + classical(position);
}

/* The gradient of the output goes back through one perspective. */
static void backward(const struct chess_model *model, const int *inputs, int count, int perspective,
                     const float *restrict active, float gradient, struct chess_model *gradients)
{
    int phase = chess_network_output_bucket(count);
    float back[CHESS_NETWORK_HIDDEN];
    const float *restrict second = model->second[phase][perspective];
    float *restrict second_gradients = gradients->second[phase][perspective];
    float *restrict bias_gradients = gradients->first_bias;
    for (int k = 0; k < CHESS_NETWORK_HIDDEN; k++) {
        float x = active[k];
        second_gradients[k] += gradient * x * x;
        back[k] = x > 0 && x < 1 ? gradient * second[k] * 2 * x : 0;
        bias_gradients[k] += back[k];
    }
    for (int i = 0; i < count; i++) {
        float *restrict row = gradients->first[inputs[i]];
        float *restrict shared = gradients->shared[inputs[i] % CHESS_NETWORK_BUCKET_INPUTS];
        for (int k = 0; k < CHESS_NETWORK_HIDDEN; k++) {
            row[k] += back[k];
            shared[k] += back[k];
        }
    }
}

double chess_model_gradients(const struct chess_model *model,
                             const struct training_position *position, float result_share,
                             struct chess_model *gradients)
{
    int inputs[SIDES][CHESS_NETWORK_PIECES];
    float active[SIDES][CHESS_NETWORK_HIDDEN];
    int count = training_position_inputs(position, inputs);
    float expected = logistic(forward(model, inputs, count, active) + classical(position));
    float error = expected - target_of(position, result_share);
    float gradient = 2 * error * expected * (1 - expected);
    gradients->second_bias[chess_network_output_bucket(count)] += gradient;
    for (int perspective = 0; perspective < SIDES; perspective++) {
        backward(model, inputs[perspective], count, perspective, active[perspective], gradient,
                 gradients);
    }
    return (double)error * error;
}

static double gradients_of(const void *context, const float *weights, size_t position,
                           float *gradients)
{
    const struct chess_training_data *training_data = context;
    return chess_model_gradients((const struct chess_model *)weights,
                                 &training_data->set->positions[position],
                                 training_data->result_share, (struct chess_model *)gradients);
}

struct optimizer_model chess_model_of(const struct chess_training_data *training_data)
{
    const size_t first = offsetof(struct chess_model, first) / sizeof(float);
    const size_t second = offsetof(struct chess_model, second) / sizeof(float);
    return (struct optimizer_model){
        .parts = {{first, SHARED_LIMIT},
                  {second - first, OWN_LIMIT},
                  {CHESS_MODEL_WEIGHTS - second, SECOND_LIMIT}},
        .gradients = gradients_of,
        .context = training_data,
    };
}

double chess_model_error(const struct chess_model *model,
                         const struct chess_training_data *training_data)
{
    double sum = 0;
    for (size_t i = 0; i < training_data->set->count; i++) {
        const struct training_position *position = &training_data->set->positions[i];
        double error = logistic(chess_model_output(model, position)) -
                       target_of(position, training_data->result_share);
        sum += error * error;
    }
    return sum / (double)(training_data->set->count ? training_data->set->count : 1);
}

void chess_model_random_init(struct chess_model *model, uint64_t seed)
{
    struct rng rng = {seed};
    memset(model, 0, sizeof *model);
    for (int place = 0; place < CHESS_NETWORK_BUCKET_INPUTS; place++) {
        for (int k = 0; k < CHESS_NETWORK_HIDDEN; k++) {
            model->shared[place][k] =
                optimizer_random_weight(&rng, 1 / sqrtf(CHESS_NETWORK_PIECES));
        }
    }
    for (int phase = 0; phase < CHESS_NETWORK_OUTPUT_BUCKETS; phase++) {
        for (int k = 0; k < SIDES * CHESS_NETWORK_HIDDEN; k++) {
            (&model->second[phase][0][0])[k] =
                optimizer_random_weight(&rng, 1 / sqrtf(SIDES * CHESS_NETWORK_HIDDEN));
        }
    }
}

static int16_t rounded(float weight, int one)
{
    return (int16_t)lroundf(weight * (float)one);
}

void chess_model_round(const struct chess_model *model, struct chess_network *network)
{
    for (int i = 0; i < CHESS_NETWORK_INPUTS; i++) {
        for (int k = 0; k < CHESS_NETWORK_HIDDEN; k++) {
            network->first[i][k] =
                rounded(model->shared[i % CHESS_NETWORK_BUCKET_INPUTS][k] + model->first[i][k],
                        CHESS_NETWORK_ONE_FIRST);
        }
    }
    for (int k = 0; k < CHESS_NETWORK_HIDDEN; k++) {
        network->first_bias[k] = rounded(model->first_bias[k], CHESS_NETWORK_ONE_FIRST);
    }
    for (int phase = 0; phase < CHESS_NETWORK_OUTPUT_BUCKETS; phase++) {
        for (int perspective = 0; perspective < SIDES; perspective++) {
            for (int k = 0; k < CHESS_NETWORK_HIDDEN; k++) {
                network->second[phase][perspective][k] =
                    rounded(model->second[phase][perspective][k], CHESS_NETWORK_ONE_SECOND);
            }
        }
        network->second_bias[phase] = (int32_t)lroundf(
            model->second_bias[phase] * CHESS_NETWORK_ONE_FIRST * CHESS_NETWORK_ONE_SECOND);
    }
}
