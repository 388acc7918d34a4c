/* SPDX-License-Identifier: MIT */
/* Compiled for each game with a network of pieces. MODEL_HEADER is the game's header. */
#include <math.h>
#include <string.h>

#include MODEL_HEADER
#include "optimizer.h"

/* The largest weights, so that their sums fit the network's integers. */
#define FIRST_LIMIT  ((float)NETWORK_FIRST_LIMIT / NETWORK_ONE_FIRST)
#define SHARED_LIMIT (FIRST_LIMIT * 0.75f)
#define OWN_LIMIT    (FIRST_LIMIT * 0.25f)
#define SECOND_LIMIT ((float)NETWORK_SECOND_LIMIT / NETWORK_ONE_SECOND)

/* The number of floats that the compiler keeps in registers. */
#define BLOCK 64

_Static_assert(NETWORK_HIDDEN % BLOCK == 0, "a row is made of whole blocks");
_Static_assert(NETWORK_UNIT == TRAINING_UNIT, "networks of all games have one unit");

/* The values of all layers for one position. */
struct forward_pass {
    int inputs[2][NETWORK_PIECES]; /* by perspective, the side to move first */
    int count, bucket;
    float active[2][NETWORK_HIDDEN];
    float output;
};

static const struct training_position *position_of(const struct training_data *data, size_t number)
{
    return (const struct training_position *)data->positions + number / MODEL_SYMMETRIES;
}

#ifdef MODEL_SHARED_INPUTS

static const struct model_rows *rows_of(const struct model *model, const struct training_data *data)
{
    (void)model;
    return data->rows;
}

static void begin_batch(const void *context, const float *weights)
{
    const struct training_data *data = context;
    const struct model *model = (const struct model *)weights;
    struct model_rows *rows = data->rows;
    for (int i = 0; i < NETWORK_INPUTS; i++) {
        const float *restrict own = model->first[i];
        const float *restrict shared = model->shared[i % MODEL_SHARED_INPUTS];
        float *restrict row = rows->rows[i];
        for (int k = 0; k < NETWORK_HIDDEN; k++) {
            row[k] = own[k] + shared[k];
        }
    }
}

/* The gradient of a shared row is the sum of those of the rows that share it. */
static void end_shard(const void *context, float *sums)
{
    struct model *gradients = (struct model *)sums;
    (void)context;
    for (int i = 0; i < NETWORK_INPUTS; i++) {
        const float *restrict own = gradients->first[i];
        float *restrict shared = gradients->shared[i % MODEL_SHARED_INPUTS];
        for (int k = 0; k < NETWORK_HIDDEN; k++) {
            shared[k] += own[k];
        }
    }
}

#else

static const struct model_rows *rows_of(const struct model *model, const struct training_data *data)
{
    (void)data;
    return (const struct model_rows *)model->first;
}

#endif

/* Computes the activations of one perspective, each 0 .. 1. */
static void activate(const struct model *model, const struct model_rows *rows, const int *inputs,
                     int count, float *restrict active)
{
    for (int first = 0; first < NETWORK_HIDDEN; first += BLOCK) {
        float sums[BLOCK];
        memcpy(sums, model->first_bias + first, sizeof sums);
        for (int i = 0; i < count; i++) {
            const float *restrict row = rows->rows[inputs[i]] + first;
            for (int k = 0; k < BLOCK; k++) {
                sums[k] += row[k];
            }
        }
        for (int k = 0; k < BLOCK; k++) {
            float x = sums[k] < 0 ? 0 : sums[k];
            active[first + k] = x > 1 ? 1 : x;
        }
    }
}

/* Returns the weighted sum of the squared activations. */
static float output_sum(const float *restrict active, const float *restrict second)
{
    float sums[MODEL_LANES] = {0}, total = 0;
    for (int first = 0; first < NETWORK_HIDDEN; first += MODEL_LANES) {
        for (int k = 0; k < MODEL_LANES; k++) {
            sums[k] += active[first + k] * active[first + k] * second[first + k];
        }
    }
    for (int half = MODEL_LANES / 2; half >= MODEL_LANES_LAST; half /= 2) {
        for (int k = 0; k < half; k++) {
            sums[k] += sums[half + k];
        }
    }
    for (int k = 0; k < MODEL_LANES_LAST; k++) {
        total += sums[k];
    }
    return total;
}

static void forward(const struct model *model, const struct training_data *data, size_t number,
                    struct forward_pass *pass)
{
    const struct training_position *position = position_of(data, number);
    pass->count = model_inputs(position, (int)(number % MODEL_SYMMETRIES), pass->inputs);
    pass->bucket = network_output_bucket(pass->count);
    pass->output = model->second_bias[pass->bucket];
    for (int i = 0; i < 2; i++) {
        activate(model, rows_of(model, data), pass->inputs[i], pass->count, pass->active[i]);
        pass->output += output_sum(pass->active[i], model->second[pass->bucket][i]);
    }
    pass->output += (float)position->target.classical / NETWORK_UNIT;
}

float model_output(const struct model *model, const struct training_data *data, size_t number)
{
    struct forward_pass pass;
    forward(model, data, number, &pass);
    return pass.output;
}

/* Propagates the gradient of the output back through one perspective. */
static void backward(const struct model *model, const struct forward_pass *pass, int perspective,
                     float gradient, struct model *gradients)
{
    float back[NETWORK_HIDDEN];
    const float *restrict active = pass->active[perspective];
    const float *restrict second = model->second[pass->bucket][perspective];
    float *restrict second_gradients = gradients->second[pass->bucket][perspective];
    float *restrict bias_gradients = gradients->first_bias;
    for (int k = 0; k < NETWORK_HIDDEN; k++) {
        float x = active[k];
        float slope = gradient * second[k] * 2 * x; /* 0 if the activation is 0 */
        second_gradients[k] += gradient * x * x;
        back[k] = x < 1 ? slope : 0;
        bias_gradients[k] += back[k];
    }
    for (int first = 0; first < NETWORK_HIDDEN; first += BLOCK) {
        float block[BLOCK];
        memcpy(block, back + first, sizeof block);
        for (int i = 0; i < pass->count; i++) {
            float *restrict row = gradients->first[pass->inputs[perspective][i]] + first;
            for (int k = 0; k < BLOCK; k++) {
                row[k] += block[k];
            }
        }
    }
}

double model_gradients(const struct model *model, const struct training_data *data, size_t number,
                       struct model *gradients)
{
    struct forward_pass pass;
    float gradient;
    forward(model, data, number, &pass);
    const double error =
        training_error(&data->loss, &position_of(data, number)->target, pass.output, &gradient);
    gradients->second_bias[pass.bucket] += gradient;
    for (int perspective = 0; perspective < 2; perspective++) {
        backward(model, &pass, perspective, gradient, gradients);
    }
    return error;
}

static double gradients_of(const void *context, const float *weights, size_t position,
                           float *gradients)
{
    return model_gradients((const struct model *)weights, context, position,
                           (struct model *)gradients);
}

struct optimizer_model model_of(const void *context)
{
    const struct training_data *data = context;
    const size_t second = offsetof(struct model, second) / sizeof(float);
    const size_t first = offsetof(struct model, first) / sizeof(float);
    return (struct optimizer_model){
#ifdef MODEL_SHARED_INPUTS
        .parts = {{first, SHARED_LIMIT},
                  {second - first, OWN_LIMIT},
                  {MODEL_WEIGHTS - second, SECOND_LIMIT}},
        .begin_batch = begin_batch,
        .end_shard = end_shard,
#else
        .parts = {{second - first, FIRST_LIMIT}, {MODEL_WEIGHTS - second, SECOND_LIMIT}},
#endif
        .gradients = gradients_of,
        .context = data,
        .positions = MODEL_SYMMETRIES * data->count,
        .symmetries = MODEL_SYMMETRIES,
    };
}

void model_random_init(void *weights, uint64_t seed)
{
    struct model *model = weights;
    struct rng rng = {seed};
    memset(model, 0, sizeof *model);
#ifdef MODEL_SHARED_INPUTS
    float *rows = &model->shared[0][0];
    const size_t count = sizeof model->shared / sizeof(float);
#else
    float *rows = &model->first[0][0];
    const size_t count = sizeof model->first / sizeof(float);
#endif
    optimizer_fill_random(rows, count, 1 / sqrtf(NETWORK_PIECES), &rng);
    optimizer_fill_random(&model->second[0][0][0], sizeof model->second / sizeof(float),
                          1 / sqrtf(2 * NETWORK_HIDDEN), &rng);
}

/* The arrays of a struct network with any number of hidden units. */
struct any_network {
    int hidden;
    const int16_t *first, *first_bias, *second;
    int32_t second_bias[NETWORK_OUTPUT_BUCKETS];
};

/* Returns false if no network has this size. */
static bool find_parts(const void *network, size_t size, struct any_network *parts)
{
    const size_t rows = NETWORK_INPUTS + 1 + 2 * NETWORK_OUTPUT_BUCKETS;
    const size_t bias = sizeof parts->second_bias;
    const size_t hidden = size < bias ? 0 : (size - bias) / (rows * sizeof(int16_t));
    if (hidden < 1 || hidden > NETWORK_HIDDEN || size != hidden * rows * sizeof(int16_t) + bias) {
        return false;
    }
    parts->hidden = (int)hidden;
    parts->first = network;
    parts->first_bias = parts->first + hidden * (size_t)NETWORK_INPUTS;
    parts->second = parts->first_bias + hidden;
    memcpy(parts->second_bias, (const char *)network + size - bias, bias);
    return true;
}

/* Converts the rows of the first layer. A shared row becomes the mean of the rows that share it,
 * and those the differences from it. */
static void convert_rows(const struct any_network *network, struct model *model)
{
    for (int i = 0; i < NETWORK_INPUTS; i++) {
        for (int k = 0; k < network->hidden; k++) {
            const float own = (float)network->first[(ptrdiff_t)i * network->hidden + k];
            model->first[i][k] = own / NETWORK_ONE_FIRST;
        }
    }
#ifdef MODEL_SHARED_INPUTS
    const int sharing = NETWORK_INPUTS / MODEL_SHARED_INPUTS;
    for (int place = 0; place < MODEL_SHARED_INPUTS; place++) {
        for (int k = 0; k < network->hidden; k++) {
            float sum = 0;
            for (int i = place; i < NETWORK_INPUTS; i += MODEL_SHARED_INPUTS) {
                sum += network->first[(ptrdiff_t)i * network->hidden + k];
            }
            model->shared[place][k] = sum / (float)(sharing * NETWORK_ONE_FIRST);
            for (int i = place; i < NETWORK_INPUTS; i += MODEL_SHARED_INPUTS) {
                model->first[i][k] -= model->shared[place][k];
            }
        }
    }
#endif
}

bool model_from_network(void *weights, const void *network, size_t size, uint64_t seed)
{
    struct model *model = weights;
    const float second_unit = 1.0f / NETWORK_ONE_SECOND;
    struct any_network parts;
    if (!find_parts(network, size, &parts)) {
        return false;
    }
    model_random_init(model, seed);
    memset(model->second, 0, sizeof model->second);
    convert_rows(&parts, model);
    for (int k = 0; k < parts.hidden; k++) {
        model->first_bias[k] = (float)parts.first_bias[k] / NETWORK_ONE_FIRST;
    }
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
        for (int perspective = 0; perspective < 2; perspective++) {
            const int16_t *row =
                parts.second + (ptrdiff_t)(bucket * 2 + perspective) * parts.hidden;
            for (int k = 0; k < parts.hidden; k++) {
                model->second[bucket][perspective][k] = (float)row[k] * second_unit;
            }
        }
        model->second_bias[bucket] =
            (float)parts.second_bias[bucket] * second_unit / NETWORK_ONE_FIRST;
    }
    return true;
}

void model_round(const void *weights, void *result)
{
    const struct model *model = weights;
    struct network *network = result;
    memset(network, 0, sizeof *network);
    for (int i = 0; i < NETWORK_INPUTS; i++) {
        float row[NETWORK_HIDDEN];
        memcpy(row, model->first[i], sizeof row);
#ifdef MODEL_SHARED_INPUTS
        for (int k = 0; k < NETWORK_HIDDEN; k++) {
            row[k] += model->shared[i % MODEL_SHARED_INPUTS][k];
        }
#endif
        optimizer_round(row, NETWORK_HIDDEN, NETWORK_ONE_FIRST, network->first[i]);
    }
    optimizer_round(model->first_bias, NETWORK_HIDDEN, NETWORK_ONE_FIRST, network->first_bias);
    optimizer_round(&model->second[0][0][0], sizeof model->second / sizeof(float),
                    NETWORK_ONE_SECOND, &network->second[0][0][0]);
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
        network->second_bias[bucket] = (int32_t)lroundf(
            model->second_bias[bucket] * (float)(NETWORK_ONE_FIRST * NETWORK_ONE_SECOND));
    }
}
