/* SPDX-License-Identifier: MIT */
/* Compiled for each game with a network of pieces. MODEL_HEADER is the game's header. */
#include <math.h>
#include <string.h>

#include MODEL_HEADER

#include "alloc.h"
#include "optimizer.h"

/* The largest weights, so that their sums fit the network's integers. */
#define FIRST_LIMIT  ((float)NETWORK_FIRST_LIMIT / NETWORK_ONE_FIRST)
#define SHARED_LIMIT (FIRST_LIMIT * 0.75f)
#define OWN_LIMIT    (FIRST_LIMIT * 0.25f)
#define SECOND_LIMIT ((float)NETWORK_SECOND_LIMIT / NETWORK_ONE_SECOND)

/* The rows of 16-bit weights in a network: of the inputs, their biases, and the second layer. */
#define NETWORK_ROWS ((size_t)NETWORK_INPUTS + 1 + (size_t)2 * NETWORK_OUTPUT_BUCKETS)

/* The number of floats that the compiler keeps in registers. */
#define BLOCK 64

#ifndef MODEL_BUCKET
#define MODEL_BUCKET(position, inputs) network_output_bucket(inputs)
#endif

_Static_assert(NETWORK_HIDDEN % BLOCK == 0, "a row is made of whole blocks");
_Static_assert(NETWORK_UNIT == TRAINING_UNIT, "networks of all games have one unit");

/* The positions that are computed together: one block of all rows, which fits the cache, after the
 * other. */
#define GROUP 2048

#define BLOCKS (NETWORK_HIDDEN / BLOCK)

_Static_assert(NETWORK_INPUTS <= UINT16_MAX, "an input's number fits 16 bits");

/* The values of all layers for one position, except the activations. */
struct forward_pass {
    uint16_t inputs[2][NETWORK_PIECES]; /* by perspective, the side to move first */
    int count, bucket;
    float output, gradient;
};

/* The positions of a group. The activations are replaced by their gradients on the way back. */
struct group {
    _Alignas(CACHE_LINE) float active[BLOCKS][GROUP][2][BLOCK];
    float rows[NETWORK_INPUTS][BLOCK]; /* one block of all rows, or of their gradients */
    struct forward_pass passes[GROUP];
    int count;
};

#ifdef MODEL_SHARED_INPUTS

static const struct model_rows *rows_of(const struct model *model UNUSED,
                                        const struct training_data *data)
{
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
static void end_shard(const void *context UNUSED, float *sums)
{
    struct model *gradients = (struct model *)sums;
    for (int i = 0; i < NETWORK_INPUTS; i++) {
        const float *restrict own = gradients->first[i];
        float *restrict shared = gradients->shared[i % MODEL_SHARED_INPUTS];
        for (int k = 0; k < NETWORK_HIDDEN; k++) {
            shared[k] += own[k];
        }
    }
}

#else

static const struct model_rows *rows_of(const struct model *model,
                                        const struct training_data *data UNUSED)
{
    return (const struct model_rows *)model->first;
}

#endif

/* Computes one block of the activations of one perspective, each 0 .. 1. */
INLINE void activate(float (*rows)[BLOCK], const float *bias, const uint16_t *inputs, int count,
                     float *restrict active)
{
    float sums[BLOCK];
    memcpy(sums, bias, sizeof sums);
    for (int i = 0; i < count; i++) {
        const float *restrict row = rows[inputs[i]];
        for (int k = 0; k < BLOCK; k++) {
            sums[k] += row[k];
        }
    }
    for (int k = 0; k < BLOCK; k++) {
        float x = sums[k] < 0 ? 0 : sums[k];
        active[k] = x > 1 ? 1 : x;
    }
}

/* Returns the weighted sum of a position's squared activations in one perspective. */
static float output_sum(const struct group *group, int number, int perspective,
                        const float *restrict second)
{
    float sums[MODEL_LANES] = {0}, total = 0;
    for (int first = 0; first < NETWORK_HIDDEN; first += MODEL_LANES) {
        const float *restrict active =
            &group->active[first / BLOCK][number][perspective][first % BLOCK];
        for (int k = 0; k < MODEL_LANES; k++) {
            sums[k] += active[k] * active[k] * second[first + k];
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

/* Lists the inputs of a position. */
static void list_inputs(const struct training_data *data, size_t number, struct forward_pass *pass)
{
    const struct training_position *position = model_position(data, number);
    int inputs[2][NETWORK_PIECES];
    pass->count = model_inputs(position, (int)(number % MODEL_SYMMETRIES), inputs);
    pass->bucket = MODEL_BUCKET(position, pass->count);
    for (int perspective = 0; perspective < 2; perspective++) {
        for (int i = 0; i < pass->count; i++) {
            pass->inputs[perspective][i] = (uint16_t)inputs[perspective][i];
        }
    }
}

/* Computes the activations and outputs of a group. Its positions are every `step`-th. */
static void forward(const struct model *model, const struct training_data *data,
                    const size_t *positions, size_t step, struct group *group)
{
    const struct model_rows *all = rows_of(model, data);
    for (int i = 0; i < group->count; i++) {
        list_inputs(data, positions[(size_t)i * step], &group->passes[i]);
    }
    for (int block = 0; block < BLOCKS; block++) {
        for (int row = 0; row < NETWORK_INPUTS; row++) {
            memcpy(group->rows[row], all->rows[row] + (size_t)block * BLOCK,
                   sizeof group->rows[row]);
        }
        for (int i = 0; i < group->count; i++) {
            const struct forward_pass *pass = &group->passes[i];
            for (int perspective = 0; perspective < 2; perspective++) {
                activate(group->rows, model->first_bias + (size_t)block * BLOCK,
                         pass->inputs[perspective], pass->count,
                         group->active[block][i][perspective]);
            }
        }
    }
    for (int i = 0; i < group->count; i++) {
        struct forward_pass *pass = &group->passes[i];
        const struct training_position *position =
            model_position(data, positions[(size_t)i * step]);
        pass->output = model->second_bias[pass->bucket];
        for (int perspective = 0; perspective < 2; perspective++) {
            pass->output +=
                output_sum(group, i, perspective, model->second[pass->bucket][perspective]);
        }
        pass->output += (float)position->target.classical / NETWORK_UNIT;
    }
}

float model_output(const struct model *model, const struct training_data *data, size_t number)
{
    const struct training_position *position = model_position(data, number);
    const struct model_rows *rows = rows_of(model, data);
    int inputs[2][NETWORK_PIECES];
    const int count = model_inputs(position, (int)(number % MODEL_SYMMETRIES), inputs);
    const int bucket = MODEL_BUCKET(position, count);
    float output = model->second_bias[bucket] + (float)position->target.classical / NETWORK_UNIT;
    for (int perspective = 0; perspective < 2; perspective++) {
        float sums[NETWORK_HIDDEN];
        memcpy(sums, model->first_bias, sizeof sums);
        for (int i = 0; i < count; i++) {
            const float *restrict row = rows->rows[inputs[perspective][i]];
            for (int k = 0; k < NETWORK_HIDDEN; k++) {
                sums[k] += row[k];
            }
        }
        for (int k = 0; k < NETWORK_HIDDEN; k++) {
            const float active = sums[k] < 0 ? 0 : sums[k] > 1 ? 1 : sums[k];
            output += active * active * model->second[bucket][perspective][k];
        }
    }
    return output;
}

/* Propagates the gradient of a position's output back to its activations, which they replace. */
static void back_to_units(const struct model *model, struct group *group, int number,
                          int perspective, struct model *gradients)
{
    const struct forward_pass *pass = &group->passes[number];
    const float gradient = pass->gradient;
    const float *restrict second = model->second[pass->bucket][perspective];
    float *restrict second_gradients = gradients->second[pass->bucket][perspective];
    float *restrict bias_gradients = gradients->first_bias;
    for (int first = 0; first < NETWORK_HIDDEN; first += BLOCK) {
        float *restrict active = group->active[first / BLOCK][number][perspective];
        for (int k = 0; k < BLOCK; k++) {
            float x = active[k];
            float slope = gradient * second[first + k] * 2 * x; /* 0 if the activation is 0 */
            second_gradients[first + k] += gradient * x * x;
            active[k] = x < 1 ? slope : 0;
            bias_gradients[first + k] += active[k];
        }
    }
}

/* Adds one block of the gradients of one perspective to those of its inputs' rows. */
INLINE void back_to_rows(const float *restrict back, const uint16_t *inputs, int count,
                         float (*gradients)[BLOCK])
{
    float block[BLOCK];
    memcpy(block, back, sizeof block);
    for (int i = 0; i < count; i++) {
        float *restrict row = gradients[inputs[i]];
        for (int k = 0; k < BLOCK; k++) {
            row[k] += block[k];
        }
    }
}

/* Propagates the gradients of a group's outputs back to all weights. */
static void backward(const struct model *model, struct group *group, struct model *gradients)
{
    for (int i = 0; i < group->count; i++) {
        gradients->second_bias[group->passes[i].bucket] += group->passes[i].gradient;
        for (int perspective = 0; perspective < 2; perspective++) {
            back_to_units(model, group, i, perspective, gradients);
        }
    }
    for (int block = 0; block < BLOCKS; block++) {
        for (int row = 0; row < NETWORK_INPUTS; row++) {
            memcpy(group->rows[row], gradients->first[row] + (size_t)block * BLOCK,
                   sizeof group->rows[row]);
        }
        for (int i = 0; i < group->count; i++) {
            const struct forward_pass *pass = &group->passes[i];
            for (int perspective = 0; perspective < 2; perspective++) {
                back_to_rows(group->active[block][i][perspective], pass->inputs[perspective],
                             pass->count, group->rows);
            }
        }
        for (int row = 0; row < NETWORK_INPUTS; row++) {
            memcpy(gradients->first[row] + (size_t)block * BLOCK, group->rows[row],
                   sizeof group->rows[row]);
        }
    }
}

static double gradients_of(const void *context, const float *weights,
                           const struct optimizer_list *list, float *sums)
{
    const struct training_data *data = context;
    const struct model *model = (const struct model *)weights;
    struct group *group = list->scratch;
    double error = 0;
    for (size_t done = 0; done < list->count; done += GROUP) {
        const size_t *first = list->positions + done * list->step;
        group->count = (int)(list->count - done < GROUP ? list->count - done : GROUP);
        forward(model, data, first, list->step, group);
        for (int i = 0; i < group->count; i++) {
            struct forward_pass *pass = &group->passes[i];
            const struct training_position *position =
                model_position(data, first[(size_t)i * list->step]);
            error += training_error(&data->loss, &position->target, pass->output, &pass->gradient);
        }
        backward(model, group, (struct model *)sums);
    }
    return error;
}

struct optimizer_model model_of(const struct training_data *data)
{
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
        .scratch = sizeof(struct group),
        .context = data,
        .positions = MODEL_SYMMETRIES * data->count,
        .symmetries = MODEL_SYMMETRIES,
    };
}

void model_random_init(struct model *model, uint64_t seed)
{
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

/* Returns the number of hidden units of a network of this size; 0 if no network has it. */
static size_t hidden_units(size_t size)
{
    const size_t biases = sizeof(int32_t) * NETWORK_OUTPUT_BUCKETS;
    const size_t unit = NETWORK_ROWS * sizeof(int16_t);
    const size_t hidden = size < biases ? 0 : (size - biases) / unit;
    return hidden <= NETWORK_HIDDEN && size == hidden * unit + biases ? hidden : 0;
}

#ifdef MODEL_SHARED_INPUTS
/* A shared row becomes the mean of the rows that share it, and those the differences from it. */
static void share_rows(struct model *model, const int16_t *rows, size_t hidden)
{
    const int sharing = NETWORK_INPUTS / MODEL_SHARED_INPUTS;
    for (int place = 0; place < MODEL_SHARED_INPUTS; place++) {
        for (size_t k = 0; k < hidden; k++) {
            float sum = 0;
            for (int i = place; i < NETWORK_INPUTS; i += MODEL_SHARED_INPUTS) {
                sum += rows[(size_t)i * hidden + k];
            }
            model->shared[place][k] = sum / (float)(sharing * NETWORK_ONE_FIRST);
            for (int i = place; i < NETWORK_INPUTS; i += MODEL_SHARED_INPUTS) {
                model->first[i][k] -= model->shared[place][k];
            }
        }
    }
}
#endif

bool model_from_network(struct model *model, const void *network, size_t size, uint64_t seed)
{
    const size_t hidden = hidden_units(size);
    const int16_t *narrow = network;
    int32_t biases[NETWORK_OUTPUT_BUCKETS];
    if (hidden == 0) {
        return false;
    }
    model_random_init(model, seed);
    memset(model->second, 0, sizeof model->second);
    for (size_t row = 0; row < NETWORK_ROWS; row++) {
        const float one = (int)row <= NETWORK_INPUTS ? NETWORK_ONE_FIRST : NETWORK_ONE_SECOND;
        for (size_t k = 0; k < hidden; k++) {
            (&model->first[0][0])[row * NETWORK_HIDDEN + k] = (float)*narrow++ / one;
        }
    }
    memcpy(biases, narrow, sizeof biases);
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
        model->second_bias[bucket] =
            (float)biases[bucket] / (NETWORK_ONE_FIRST * NETWORK_ONE_SECOND);
    }
#ifdef MODEL_SHARED_INPUTS
    share_rows(model, network, hidden);
#endif
    return true;
}

void model_round(const struct model *model, struct network *network)
{
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
