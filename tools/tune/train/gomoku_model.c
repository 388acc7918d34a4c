/* SPDX-License-Identifier: MIT */
#include "gomoku_model.h"

#include <math.h>
#include <string.h>

/* The largest weights: those that the network's integers can hold. */
#define ROW_LIMIT    ((float)NETWORK_ROW_LIMIT / NETWORK_ONE_FEATURE)
#define HIDDEN_LIMIT (GOMOKU_MODEL_SUM * (float)NETWORK_HIDDEN_LIMIT / NETWORK_ONE_HIDDEN)
#define OUTPUT_LIMIT ((float)NETWORK_OUTPUT_LIMIT / NETWORK_ONE_OUTPUT)

/* The ranges of the initial random weights. */
#define INIT_ROW    0.1f
#define INIT_HIDDEN 0.5f
#define INIT_OUTPUT 0.25f

/* The number of floats that the compiler adds in one vector. */
#define LANES 8

/* The values of all layers for one position. */
struct forward_pass {
    /* Divided by GOMOKU_MODEL_SUM; by perspective, the side to move first. */
    float sums[GOMOKU_COLOURS][NETWORK_FEATURES];
    float active[NETWORK_HIDDEN];
    float output;
};

static float target_of(const struct gomoku_training_position *position, float result_share)
{
    return result_share * (float)position->result / 2 +
           (1 - result_share) * optimizer_logistic((float)position->score / NETWORK_UNIT);
}

static float clip(float x)
{
    x = x > 0 ? x : 0;
    return x < 1 ? x : 1;
}

/* Adds the features of `count` squares with the same pattern pair to a perspective's
 * accumulator. */
static void add_pair(const float *restrict own, const float *restrict other, float count,
                     float *restrict sums)
{
    for (int i = 0; i < NETWORK_FEATURES; i++) {
        sums[i] += count * clip(own[i] + other[i]);
    }
}

static void forward(const struct gomoku_model *model, const struct gomoku_training_data *data,
                    const struct gomoku_training_position *position, struct forward_pass *pass)
{
    memset(pass->sums, 0, sizeof pass->sums);
    for (int i = 0; i < position->pair_count; i++) {
        const struct gomoku_pattern_pair *pair = &data->pairs[position->first + (size_t)i];
        for (int perspective = 0; perspective < GOMOKU_COLOURS; perspective++) {
            add_pair(model->own[pair->code[perspective]], model->other[pair->code[1 - perspective]],
                     (float)pair->count / GOMOKU_MODEL_SUM, pass->sums[perspective]);
        }
    }
    const float *sums = &pass->sums[0][0];
    const int stage = position->stage, rule = position->rule;
    pass->output = model->output_bias[stage][rule] + (float)position->classical / NETWORK_UNIT;
    for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
        const float *weights = &model->hidden[stage][unit][0][0];
        float lanes[LANES] = {0}, sum = model->hidden_bias[stage][rule][unit];
        for (int i = 0; i < GOMOKU_COLOURS * NETWORK_FEATURES; i += LANES) {
            for (int lane = 0; lane < LANES; lane++) {
                lanes[lane] += sums[i + lane] * weights[i + lane];
            }
        }
        for (int lane = 0; lane < LANES; lane++) {
            sum += lanes[lane];
        }
        pass->active[unit] = clip(sum);
        pass->output += pass->active[unit] * model->output[stage][unit];
    }
}

float gomoku_model_output(const struct gomoku_model *model, const struct gomoku_training_data *data,
                          size_t position)
{
    struct forward_pass pass;
    forward(model, data, &data->positions[position], &pass);
    return pass.output;
}

/* Adds the gradients of the rows; `back` has those of a perspective's accumulator. */
static void backward(const float *restrict own, const float *restrict other,
                     const float *restrict back, float count, float *restrict own_gradients,
                     float *restrict other_gradients)
{
    for (int i = 0; i < NETWORK_FEATURES; i++) {
        float x = own[i] + other[i];
        float gradient = (float)(x > 0) * (float)(x < 1) * count * back[i];
        own_gradients[i] += gradient;
        other_gradients[i] += gradient;
    }
}

double gomoku_model_gradients(const struct gomoku_model *model,
                              const struct gomoku_training_data *data, size_t number,
                              struct gomoku_model *gradients)
{
    const struct gomoku_training_position *position = &data->positions[number];
    struct forward_pass pass;
    forward(model, data, position, &pass);
    float expected = optimizer_logistic(pass.output);
    float error = expected - target_of(position, data->result_share);
    float gradient = 2 * error * expected * (1 - expected);

    float back[GOMOKU_COLOURS][NETWORK_FEATURES] = {{0}};
    const int stage = position->stage, rule = position->rule;
    gradients->output_bias[stage][rule] += gradient;
    for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
        float active = pass.active[unit];
        gradients->output[stage][unit] += gradient * active;
        if (active <= 0 || active >= 1) {
            continue;
        }
        float through = gradient * model->output[stage][unit];
        gradients->hidden_bias[stage][rule][unit] += through;
        const float *weights = &model->hidden[stage][unit][0][0], *sums = &pass.sums[0][0];
        float *weight_gradients = &gradients->hidden[stage][unit][0][0], *all = &back[0][0];
        for (int i = 0; i < GOMOKU_COLOURS * NETWORK_FEATURES; i++) {
            weight_gradients[i] += through * sums[i];
            all[i] += through * weights[i];
        }
    }
    for (int i = 0; i < position->pair_count; i++) {
        const struct gomoku_pattern_pair *pair = &data->pairs[position->first + (size_t)i];
        const float share = (float)pair->count / GOMOKU_MODEL_SUM;
        for (int perspective = 0; perspective < GOMOKU_COLOURS; perspective++) {
            int own = pair->code[perspective], other = pair->code[1 - perspective];
            backward(model->own[own], model->other[other], back[perspective], share,
                     gradients->own[own], gradients->other[other]);
        }
    }
    /* The rows of code 0 are not trained: they stay 0. */
    memset(gradients->own[0], 0, sizeof gradients->own[0]);
    memset(gradients->other[0], 0, sizeof gradients->other[0]);
    return (double)error * error;
}

static double gradients_of(const void *context, const float *weights, size_t position,
                           float *gradients)
{
    return gomoku_model_gradients((const struct gomoku_model *)weights, context, position,
                                  (struct gomoku_model *)gradients);
}

struct optimizer_model gomoku_model_of(const void *context)
{
    const struct gomoku_training_data *data = context;
    const size_t hidden = offsetof(struct gomoku_model, hidden) / sizeof(float);
    const size_t output = offsetof(struct gomoku_model, output) / sizeof(float);
    return (struct optimizer_model){
        .parts = {{hidden, ROW_LIMIT},
                  {output - hidden, HIDDEN_LIMIT},
                  {GOMOKU_MODEL_WEIGHTS - output, OUTPUT_LIMIT}},
        .gradients = gradients_of,
        .context = data,
        .positions = data->count,
        .symmetries = 1,
    };
}

void gomoku_model_random_init(void *weights, uint64_t seed)
{
    struct gomoku_model *model = weights;
    struct rng rng = {seed};
    memset(model, 0, sizeof *model);
    for (int code = 1; code < GOMOKU_PATTERN_CODES; code++) {
        for (int i = 0; i < NETWORK_FEATURES; i++) {
            model->own[code][i] = optimizer_random_weight(&rng, INIT_ROW);
            model->other[code][i] = optimizer_random_weight(&rng, INIT_ROW);
        }
    }
    for (int stage = 0; stage < GOMOKU_STAGES; stage++) {
        for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
            optimizer_fill_random(&model->hidden[stage][unit][0][0],
                                  (size_t)GOMOKU_COLOURS * NETWORK_FEATURES, INIT_HIDDEN, &rng);
            for (int rule = 0; rule < GOMOKU_RULES; rule++) {
                model->hidden_bias[stage][rule][unit] = 0.5f;
            }
            model->output[stage][unit] = optimizer_random_weight(&rng, INIT_OUTPUT);
        }
    }
}

void gomoku_model_round(const void *weights, void *result)
{
    const struct gomoku_model *model = weights;
    struct gomoku_network *network = result;
    const float one_sum = NETWORK_ONE_HIDDEN / GOMOKU_MODEL_SUM;
    memset(network, 0, sizeof *network);
    optimizer_round(&model->own[0][0], sizeof model->own / sizeof(float), NETWORK_ONE_FEATURE,
                    &network->own[0][0]);
    optimizer_round(&model->other[0][0], sizeof model->other / sizeof(float), NETWORK_ONE_FEATURE,
                    &network->other[0][0]);
    optimizer_round(&model->hidden[0][0][0][0], sizeof model->hidden / sizeof(float), one_sum,
                    &network->hidden[0][0][0][0]);
    optimizer_round(&model->output[0][0], sizeof model->output / sizeof(float), NETWORK_ONE_OUTPUT,
                    &network->output[0][0]);
    for (int stage = 0; stage < GOMOKU_STAGES; stage++) {
        for (int rule = 0; rule < GOMOKU_RULES; rule++) {
            for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
                network->hidden_bias[stage][rule][unit] =
                    (int32_t)lroundf(model->hidden_bias[stage][rule][unit] *
                                     (float)(NETWORK_ONE_FEATURE * NETWORK_ONE_HIDDEN));
            }
            network->output_bias[stage][rule] = (int32_t)lroundf(
                model->output_bias[stage][rule] * (float)(NETWORK_ONE_HIDDEN * NETWORK_ONE_OUTPUT));
        }
    }
}
