/* SPDX-License-Identifier: MIT */
/* Compiled for each game with a network of pieces. MODEL_HEADER is the game's header. */
#include <math.h>
#include <string.h>

#include MODEL_HEADER

/* The largest weights, so that their sums fit the network's integers. */
#define FIRST_LIMIT  ((float)NETWORK_FIRST_LIMIT / NETWORK_ONE_FIRST)
#define SHARED_LIMIT (FIRST_LIMIT * 0.75f)
#define OWN_LIMIT    (FIRST_LIMIT * 0.25f)
#define SECOND_LIMIT ((float)NETWORK_SECOND_LIMIT / NETWORK_ONE_SECOND)

/* The rows of 16-bit weights in a network: of the inputs, their biases, and the second layer. */
#define NETWORK_ROWS ((size_t)NETWORK_INPUTS + 1 + (size_t)2 * NETWORK_OUTPUT_BUCKETS)

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
    const struct training_position *position = model_position(data, number);
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

static double gradients_of(const void *context, const float *weights, size_t number, float *sums)
{
    const struct training_data *data = context;
    const struct model *model = (const struct model *)weights;
    struct model *gradients = (struct model *)sums;
    struct forward_pass pass;
    float gradient;
    forward(model, data, number, &pass);
    const double error =
        training_error(&data->loss, &model_position(data, number)->target, pass.output, &gradient);
    gradients->second_bias[pass.bucket] += gradient;
    for (int perspective = 0; perspective < 2; perspective++) {
        backward(model, &pass, perspective, gradient, gradients);
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
