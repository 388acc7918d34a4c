/* SPDX-License-Identifier: MIT */
#include "xiangqi_model.h"

#include <math.h>
#include <string.h>

#include "xiangqi/rules.h"

/* The largest weights, so that their sums fit the network's integers. */
#define FIRST_LIMIT  ((float)NETWORK_FIRST_LIMIT / NETWORK_ONE_FIRST)
#define SECOND_LIMIT ((float)NETWORK_SECOND_LIMIT / NETWORK_ONE_SECOND)

#define HIDDEN NETWORK_HIDDEN

/* A network that counts material: the centipawns of one side's pieces at the start, the number of
 * hidden units that count them, and the weight of each. Near the start, a centipawn of
 * xiangqi_values is a centipawn of the output. */
#define MATERIAL_ALL    5000.0f
#define MATERIAL_UNITS  16
#define MATERIAL_OUTPUT (MATERIAL_ALL / (2 * NETWORK_UNIT * MATERIAL_UNITS))

/* The number of floats that the compiler adds in one vector. */
#define LANES 8

/* The values of all layers for one position. */
struct forward_pass {
    int inputs[2][NETWORK_PIECES]; /* by perspective, the side to move first */
    int count, bucket;
    float active[2][HIDDEN];
    float output;
};

static const struct xiangqi_training_position *position_of(const struct training_data *data,
                                                           size_t number)
{
    return (const struct xiangqi_training_position *)data->positions + number / XIANGQI_SYMMETRIES;
}

static float target_of(const struct xiangqi_training_position *position, float result_share)
{
    return result_share * (float)position->result / 2 +
           (1 - result_share) * optimizer_logistic((float)position->score / NETWORK_UNIT);
}

void xiangqi_training_position_init(struct xiangqi_training_position *training,
                                    const struct xiangqi_position *position)
{
    *training = (struct xiangqi_training_position){.side = position->side};
    for (board_set left = occupied(position); left;) {
        const int square = set_pop(&left);
        training->squares[training->count] = (uint8_t)square;
        training->pieces[training->count++] = position->squares[square];
    }
    for (int side = 0; side < 2; side++) {
        training->kings[side] = (uint8_t)king_square(position, side);
    }
}

static int mirror(int square, bool mirrored)
{
    return mirrored ? rank_of(square) * FILES + FILES - 1 - file_of(square) : square;
}

static void find_inputs(const struct xiangqi_training_position *training, bool mirrored,
                        struct forward_pass *pass)
{
    pass->count = training->count;
    pass->bucket = network_output_bucket(training->count);
    for (int i = 0; i < 2; i++) {
        const int perspective = training->side ^ i;
        const int view = network_view(perspective, mirror(training->kings[perspective], mirrored));
        for (int k = 0; k < training->count; k++) {
            pass->inputs[i][k] = network_input(perspective, view, training->pieces[k] - 1,
                                               mirror(training->squares[k], mirrored));
        }
    }
}

/* Computes the activations of one perspective, each 0 .. 1. */
static void activate(const struct xiangqi_model *model, const int *inputs, int count,
                     float *restrict active)
{
    memcpy(active, model->first_bias, sizeof model->first_bias);
    for (int i = 0; i < count; i++) {
        const float *restrict row = model->first[inputs[i]];
        for (int k = 0; k < HIDDEN; k++) {
            active[k] += row[k];
        }
    }
    for (int k = 0; k < HIDDEN; k++) {
        const float x = active[k] < 0 ? 0 : active[k];
        active[k] = x > 1 ? 1 : x;
    }
}

/* Returns the weighted sum of the squared activations. */
static float output_sum(const float *restrict active, const float *restrict second)
{
    float lanes[LANES] = {0}, sum = 0;
    for (int k = 0; k < HIDDEN; k += LANES) {
        for (int lane = 0; lane < LANES; lane++) {
            lanes[lane] += active[k + lane] * active[k + lane] * second[k + lane];
        }
    }
    for (int lane = 0; lane < LANES; lane++) {
        sum += lanes[lane];
    }
    return sum;
}

static void forward(const struct xiangqi_model *model, const struct training_data *data,
                    size_t number, struct forward_pass *pass)
{
    find_inputs(position_of(data, number), number % XIANGQI_SYMMETRIES, pass);
    pass->output = model->second_bias[pass->bucket];
    for (int i = 0; i < 2; i++) {
        activate(model, pass->inputs[i], pass->count, pass->active[i]);
        pass->output += output_sum(pass->active[i], model->second[pass->bucket][i]);
    }
}

float xiangqi_model_output(const struct xiangqi_model *model, const struct training_data *data,
                           size_t number)
{
    struct forward_pass pass = {.count = 0};
    forward(model, data, number, &pass);
    return pass.output;
}

/* Propagates the gradient of the output back through one perspective. */
static void backward(const struct xiangqi_model *model, const struct forward_pass *pass,
                     int perspective, float gradient, struct xiangqi_model *gradients)
{
    float back[HIDDEN] = {0};
    const float *restrict active = pass->active[perspective];
    const float *restrict second = model->second[pass->bucket][perspective];
    float *restrict second_gradients = gradients->second[pass->bucket][perspective];
    float *restrict bias_gradients = gradients->first_bias;
    for (int k = 0; k < HIDDEN; k++) {
        const float x = active[k];
        second_gradients[k] += gradient * x * x;
        back[k] = (float)(x > 0) * (float)(x < 1) * gradient * second[k] * 2 * x;
        bias_gradients[k] += back[k];
    }
    for (int i = 0; i < pass->count; i++) {
        float *restrict row = gradients->first[pass->inputs[perspective][i]];
        for (int k = 0; k < HIDDEN; k++) {
            row[k] += back[k];
        }
    }
}

double xiangqi_model_gradients(const struct xiangqi_model *model, const struct training_data *data,
                               size_t number, struct xiangqi_model *gradients)
{
    struct forward_pass pass = {.count = 0};
    forward(model, data, number, &pass);
    const float expected = optimizer_logistic(pass.output);
    const float error = expected - target_of(position_of(data, number), data->result_share);
    const float gradient = 2 * error * expected * (1 - expected);
    gradients->second_bias[pass.bucket] += gradient;
    for (int perspective = 0; perspective < 2; perspective++) {
        backward(model, &pass, perspective, gradient, gradients);
    }
    return (double)error * error;
}

static double gradients_of(const void *context, const float *weights, size_t position,
                           float *gradients)
{
    return xiangqi_model_gradients((const struct xiangqi_model *)weights, context, position,
                                   (struct xiangqi_model *)gradients);
}

struct optimizer_model xiangqi_model_of(const void *context)
{
    const struct training_data *data = context;
    const size_t second = offsetof(struct xiangqi_model, second) / sizeof(float);
    return (struct optimizer_model){
        .parts = {{second, FIRST_LIMIT}, {XIANGQI_MODEL_WEIGHTS - second, SECOND_LIMIT}},
        .gradients = gradients_of,
        .context = data,
        .positions = XIANGQI_SYMMETRIES * data->count,
        .symmetries = XIANGQI_SYMMETRIES,
    };
}

void xiangqi_model_random_init(void *weights, uint64_t seed)
{
    struct xiangqi_model *model = weights;
    struct rng rng = {seed};
    memset(model, 0, sizeof *model);
    optimizer_fill_random(&model->first[0][0], sizeof model->first / sizeof(float),
                          1 / sqrtf(NETWORK_PIECES), &rng);
    optimizer_fill_random(&model->second[0][0][0], sizeof model->second / sizeof(float),
                          1 / sqrtf(2 * HIDDEN), &rng);
}

/* Sets sixteen equal units. Each is the value of a perspective's own pieces as a share of
 * MATERIAL_ALL; the output is the difference of the squares of both perspectives. */
void xiangqi_model_material_init(void *weights)
{
    struct xiangqi_model *model = weights;
    for (int unit = 0; unit < MATERIAL_UNITS; unit++) {
        for (int input = 0; input < KINDS * SQUARES; input++) {
            const int kind = input / SQUARES;
            model->first[input][unit] = (float)xiangqi_values[kind] / MATERIAL_ALL;
        }
        for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
            model->second[bucket][0][unit] = MATERIAL_OUTPUT;
            model->second[bucket][1][unit] = -MATERIAL_OUTPUT;
        }
    }
}

void xiangqi_model_round(const void *weights, void *result)
{
    const struct xiangqi_model *model = weights;
    struct network *network = result;
    const int one = NETWORK_ONE_FIRST * NETWORK_ONE_SECOND;
    memset(network, 0, sizeof *network);
    optimizer_round(&model->first[0][0], sizeof model->first / sizeof(float), NETWORK_ONE_FIRST,
                    &network->first[0][0]);
    optimizer_round(model->first_bias, HIDDEN, NETWORK_ONE_FIRST, network->first_bias);
    optimizer_round(&model->second[0][0][0], sizeof model->second / sizeof(float),
                    NETWORK_ONE_SECOND, &network->second[0][0][0]);
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
        network->second_bias[bucket] = (int32_t)lroundf(model->second_bias[bucket] * (float)one);
    }
}
