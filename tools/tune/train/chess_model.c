/* SPDX-License-Identifier: MIT */
#include "chess_model.h"

#include <math.h>
#include <string.h>

/* The largest weights, so that their sums fit the network's integers. */
#define FIRST_LIMIT  ((float)NETWORK_FIRST_LIMIT / NETWORK_ONE_FIRST)
#define SHARED_LIMIT (FIRST_LIMIT * 0.75f)
#define OWN_LIMIT    (FIRST_LIMIT * 0.25f)
#define SECOND_LIMIT ((float)NETWORK_SECOND_LIMIT / NETWORK_ONE_SECOND)

/* The number of floats that the compiler keeps in registers. */
#define BLOCK 64

_Static_assert(NETWORK_HIDDEN % BLOCK == 0, "a row is made of whole blocks");

float chess_result_share(const struct chess_loss *loss, int pieces)
{
    const int bounded = pieces < CHESS_FEW_PIECES    ? CHESS_FEW_PIECES
                        : pieces > CHESS_MANY_PIECES ? CHESS_MANY_PIECES
                                                     : pieces;
    const float way = (float)(bounded - CHESS_FEW_PIECES) / (CHESS_MANY_PIECES - CHESS_FEW_PIECES);
    return loss->few + (loss->many - loss->few) * way;
}

static float target_of(const struct training_position *position, const struct chess_loss *loss)
{
    const float share = chess_result_share(loss, bit_count(position->occupied));
    return share * (float)position->result / 2 +
           (1 - share) * optimizer_logistic((float)position->score / loss->unit);
}

/* The factor from the model's output to the argument of the logistic function. */
static float loss_scale(const struct chess_loss *loss)
{
    return NETWORK_UNIT / loss->unit;
}

/* Returns the classical evaluation, to which the network's output is added. */
static float classical(const struct training_position *position)
{
    return (float)position->classical / NETWORK_UNIT;
}

void chess_model_add_rows(const struct chess_model *model, struct chess_model_rows *rows)
{
    for (int i = 0; i < NETWORK_INPUTS; i++) {
        const float *restrict own = model->first[i];
        const float *restrict shared = model->shared[i % NETWORK_BUCKET_INPUTS];
        float *restrict row = rows->rows[i];
        for (int k = 0; k < NETWORK_HIDDEN; k++) {
            row[k] = own[k] + shared[k];
        }
    }
}

void chess_model_share_gradients(struct chess_model *gradients)
{
    for (int i = 0; i < NETWORK_INPUTS; i++) {
        const float *restrict own = gradients->first[i];
        float *restrict shared = gradients->shared[i % NETWORK_BUCKET_INPUTS];
        for (int k = 0; k < NETWORK_HIDDEN; k++) {
            shared[k] += own[k];
        }
    }
}

/* Computes the activations of one perspective, each 0 .. 1. */
static void activate(const struct chess_model *model, const struct chess_model_rows *rows,
                     const int *inputs, int count, float *restrict active)
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
    float sums[BLOCK] = {0};
    for (int first = 0; first < NETWORK_HIDDEN; first += BLOCK) {
        for (int k = 0; k < BLOCK; k++) {
            sums[k] += active[first + k] * active[first + k] * second[first + k];
        }
    }
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        for (int k = 0; k < half; k++) {
            sums[k] += sums[half + k];
        }
    }
    return sums[0];
}

static float forward(const struct chess_model *model, const struct chess_model_rows *rows,
                     int inputs[SIDES][NETWORK_PIECES], int count,
                     float active[SIDES][NETWORK_HIDDEN])
{
    int phase = network_output_bucket(count);
    float output = model->second_bias[phase];
    for (int perspective = 0; perspective < SIDES; perspective++) {
        activate(model, rows, inputs[perspective], count, active[perspective]);
        output += output_sum(active[perspective], model->second[phase][perspective]);
    }
    return output;
}

float chess_model_output(const struct chess_model *model, const struct chess_model_rows *rows,
                         const struct training_position *position)
{
    int inputs[SIDES][NETWORK_PIECES];
    float active[SIDES][NETWORK_HIDDEN];
    int count = training_position_inputs(position, inputs);
    return forward(model, rows, inputs, count, active) + classical(position);
}

/* Propagates the gradient of the output back through one perspective. */
static void backward(const struct chess_model *model, const int *inputs, int count, int perspective,
                     const float *restrict active, float gradient, struct chess_model *gradients)
{
    int phase = network_output_bucket(count);
    float back[NETWORK_HIDDEN];
    const float *restrict second = model->second[phase][perspective];
    float *restrict second_gradients = gradients->second[phase][perspective];
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
        for (int i = 0; i < count; i++) {
            float *restrict row = gradients->first[inputs[i]] + first;
            for (int k = 0; k < BLOCK; k++) {
                row[k] += block[k];
            }
        }
    }
}

double chess_model_gradients(const struct chess_model *model, const struct chess_model_rows *rows,
                             const struct training_position *position,
                             const struct chess_loss *loss, struct chess_model *gradients)
{
    int inputs[SIDES][NETWORK_PIECES];
    float active[SIDES][NETWORK_HIDDEN];
    int count = training_position_inputs(position, inputs);
    const float output = forward(model, rows, inputs, count, active) + classical(position);
    const float scale = loss_scale(loss);
    const float expected = optimizer_logistic(scale * output);
    const float error = expected - target_of(position, loss);
    const float gradient = scale * 2 * error * expected * (1 - expected);
    gradients->second_bias[network_output_bucket(count)] += gradient;
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
    return chess_model_gradients((const struct chess_model *)weights, training_data->rows,
                                 &training_data->set->positions[position], &training_data->loss,
                                 (struct chess_model *)gradients);
}

static void begin_batch(const void *context, const float *weights)
{
    const struct chess_training_data *training_data = context;
    chess_model_add_rows((const struct chess_model *)weights, training_data->rows);
}

static void end_shard(const void *context, float *gradients)
{
    (void)context;
    chess_model_share_gradients((struct chess_model *)gradients);
}

struct optimizer_model chess_model_of(const void *context)
{
    const struct chess_training_data *training_data = context;
    const size_t first = offsetof(struct chess_model, first) / sizeof(float);
    const size_t second = offsetof(struct chess_model, second) / sizeof(float);
    return (struct optimizer_model){
        .parts = {{first, SHARED_LIMIT},
                  {second - first, OWN_LIMIT},
                  {CHESS_MODEL_WEIGHTS - second, SECOND_LIMIT}},
        .gradients = gradients_of,
        .begin_batch = begin_batch,
        .end_shard = end_shard,
        .context = training_data,
        .positions = training_data->set->count,
        .symmetries = 1,
    };
}

void chess_model_random_init(void *weights, uint64_t seed)
{
    struct chess_model *model = weights;
    struct rng rng = {seed};
    memset(model, 0, sizeof *model);
    optimizer_fill_random(&model->shared[0][0], sizeof model->shared / sizeof(float),
                          1 / sqrtf(NETWORK_PIECES), &rng);
    optimizer_fill_random(&model->second[0][0][0], sizeof model->second / sizeof(float),
                          1 / sqrtf(SIDES * NETWORK_HIDDEN), &rng);
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
    const size_t rows = NETWORK_INPUTS + 1 + SIDES * NETWORK_OUTPUT_BUCKETS;
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

/* Sets the shared row to the mean of the rows of all buckets, and the rows of the buckets to the
 * differences from it. */
static void split_rows(const struct any_network *network, int place, struct chess_model *model)
{
    for (int k = 0; k < network->hidden; k++) {
        float sum = 0;
        for (int i = place; i < NETWORK_INPUTS; i += NETWORK_BUCKET_INPUTS) {
            sum += network->first[(ptrdiff_t)i * network->hidden + k];
        }
        const float shared = sum / (NETWORK_KING_BUCKETS * NETWORK_ONE_FIRST);
        model->shared[place][k] = shared;
        for (int i = place; i < NETWORK_INPUTS; i += NETWORK_BUCKET_INPUTS) {
            const float own = (float)network->first[(ptrdiff_t)i * network->hidden + k];
            model->first[i][k] = own / NETWORK_ONE_FIRST - shared;
        }
    }
}

bool chess_model_from_network(void *weights, const void *network, size_t size, uint64_t seed)
{
    struct chess_model *model = weights;
    const float second_unit = 1.0f / NETWORK_ONE_SECOND;
    struct any_network parts;
    if (!find_parts(network, size, &parts)) {
        return false;
    }
    chess_model_random_init(model, seed);
    memset(model->second, 0, sizeof model->second);
    for (int place = 0; place < NETWORK_BUCKET_INPUTS; place++) {
        split_rows(&parts, place, model);
    }
    for (int k = 0; k < parts.hidden; k++) {
        model->first_bias[k] = (float)parts.first_bias[k] / NETWORK_ONE_FIRST;
    }
    for (int phase = 0; phase < NETWORK_OUTPUT_BUCKETS; phase++) {
        for (int perspective = 0; perspective < SIDES; perspective++) {
            const int16_t *row =
                parts.second + (ptrdiff_t)(phase * SIDES + perspective) * parts.hidden;
            for (int k = 0; k < parts.hidden; k++) {
                model->second[phase][perspective][k] = (float)row[k] * second_unit;
            }
        }
        model->second_bias[phase] =
            (float)parts.second_bias[phase] * second_unit / NETWORK_ONE_FIRST;
    }
    return true;
}

void chess_model_round(const void *weights, void *result)
{
    const struct chess_model *model = weights;
    struct network *network = result;
    for (int i = 0; i < NETWORK_INPUTS; i++) {
        float row[NETWORK_HIDDEN];
        for (int k = 0; k < NETWORK_HIDDEN; k++) {
            row[k] = model->shared[i % NETWORK_BUCKET_INPUTS][k] + model->first[i][k];
        }
        optimizer_round(row, NETWORK_HIDDEN, NETWORK_ONE_FIRST, network->first[i]);
    }
    optimizer_round(model->first_bias, NETWORK_HIDDEN, NETWORK_ONE_FIRST, network->first_bias);
    optimizer_round(&model->second[0][0][0], sizeof model->second / sizeof(float),
                    NETWORK_ONE_SECOND, &network->second[0][0][0]);
    for (int phase = 0; phase < NETWORK_OUTPUT_BUCKETS; phase++) {
        network->second_bias[phase] =
            (int32_t)lroundf(model->second_bias[phase] * NETWORK_ONE_FIRST * NETWORK_ONE_SECOND);
    }
}
