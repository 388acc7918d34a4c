/* SPDX-License-Identifier: MIT */
#include "ataxx_model.h"

#include <math.h>
#include <string.h>

/* The largest weights: those that the network's integers can hold. */
#define ROW_LIMIT    ((float)NETWORK_ROW_LIMIT / NETWORK_ONE_FEATURE)
#define HIDDEN_LIMIT ((float)NETWORK_HIDDEN_LIMIT / NETWORK_ONE_HIDDEN)
#define OUTPUT_LIMIT ((float)NETWORK_OUTPUT_LIMIT / NETWORK_ONE_OUTPUT)

/* The ranges of the initial random weights. */
#define INIT_ROW    0.05f
#define INIT_HIDDEN 0.2f
#define INIT_OUTPUT 0.5f

/* The weights that count material: of a piece in its feature, of the feature in a hidden unit, and
 * of the unit in the output. A piece is 50 centipawns, the product of the three and
 * NETWORK_UNIT. */
#define MATERIAL_FEATURE (1.0f / 64)
#define MATERIAL_HIDDEN  1.0f
#define MATERIAL_OUTPUT  16.0f

/* The number of floats that the compiler adds in one vector. */
#define LANES 8

/* The values of all layers for one position. */
struct forward_pass {
    struct ataxx_patterns patterns;
    bitboard_t blocked;
    float features[2][NETWORK_FEATURES]; /* by perspective, the side to move first */
    float active[NETWORK_HIDDEN];
    float output;
};

bitboard_t ataxx_turned(bitboard_t set, int symmetry)
{
    bitboard_t turned = 0;
    while (set) {
        const int place = bit_pop(&set);
        int file = place % ATAXX_STRIDE, rank = place / ATAXX_STRIDE;
        file = symmetry & 1 ? ATAXX_SIZE - 1 - file : file;
        rank = symmetry & 2 ? ATAXX_SIZE - 1 - rank : rank;
        turned |= ataxx_bit(symmetry & 4 ? ataxx_place(rank, file) : ataxx_place(file, rank));
    }
    return turned;
}

static const struct ataxx_training_position *position_of(const struct training_data *data,
                                                         size_t number)
{
    return (const struct ataxx_training_position *)data->positions + number / ATAXX_SYMMETRIES;
}

static float target_of(const struct ataxx_training_position *position, float result_share)
{
    return result_share * (float)position->result / 2 +
           (1 - result_share) * optimizer_logistic((float)position->score / NETWORK_UNIT);
}

static float clip(float x)
{
    x = x > 0 ? x : 0;
    return x < 1 ? x : 1;
}

static void add_row(float *restrict sums, const float *restrict row)
{
    for (int i = 0; i < NETWORK_FEATURES; i++) {
        sums[i] += row[i];
    }
}

static int square_of(int place)
{
    return place / ATAXX_STRIDE * ATAXX_SIZE + place % ATAXX_STRIDE;
}

static void find_features(const struct ataxx_model *model, struct forward_pass *pass)
{
    for (int perspective = 0; perspective < 2; perspective++) {
        float *features = pass->features[perspective];
        memcpy(features, model->row_bias, sizeof model->row_bias);
        for (bitboard_t blocked = pass->blocked; blocked;) {
            add_row(features, model->blocked[square_of(bit_pop(&blocked))]);
        }
        for (int block = 0; block < ATAXX_BLOCKS; block++) {
            add_row(features, model->rows[block][pass->patterns.number[perspective][block]]);
        }
        for (int i = 0; i < NETWORK_FEATURES; i++) {
            features[i] = clip(features[i]);
        }
    }
}

static void forward(const struct ataxx_model *model, const struct training_data *data,
                    size_t number, struct forward_pass *pass)
{
    const struct ataxx_training_position *training = position_of(data, number);
    const int symmetry = (int)(number % ATAXX_SYMMETRIES);
    const struct ataxx_position position = {
        .pieces = {ataxx_turned(training->own, symmetry), ataxx_turned(training->other, symmetry)},
    };
    ataxx_find_patterns(&position, &pass->patterns);
    pass->blocked = ataxx_turned(training->blocked, symmetry);
    find_features(model, pass);
    const float *features = &pass->features[0][0];
    pass->output = model->output_bias;
    for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
        const float *weights = &model->hidden[unit][0][0];
        float lanes[LANES] = {0}, sum = model->hidden_bias[unit];
        for (int i = 0; i < 2 * NETWORK_FEATURES; i += LANES) {
            for (int lane = 0; lane < LANES; lane++) {
                lanes[lane] += features[i + lane] * weights[i + lane];
            }
        }
        for (int lane = 0; lane < LANES; lane++) {
            sum += lanes[lane];
        }
        pass->active[unit] = clip(sum);
        pass->output += pass->active[unit] * model->output[unit];
    }
}

float ataxx_model_output(const struct ataxx_model *model, const struct training_data *data,
                         size_t number)
{
    struct forward_pass pass;
    forward(model, data, number, &pass);
    return pass.output;
}

/* Adds the gradients of the rows. `back` has the gradients of the features and is changed to those
 * of the sums. */
static void backward(const struct forward_pass *pass, float back[2][NETWORK_FEATURES],
                     struct ataxx_model *gradients)
{
    for (int perspective = 0; perspective < 2; perspective++) {
        const float *features = pass->features[perspective];
        for (int i = 0; i < NETWORK_FEATURES; i++) {
            back[perspective][i] *= (float)(features[i] > 0) * (float)(features[i] < 1);
        }
        add_row(gradients->row_bias, back[perspective]);
        for (bitboard_t blocked = pass->blocked; blocked;) {
            add_row(gradients->blocked[square_of(bit_pop(&blocked))], back[perspective]);
        }
        for (int block = 0; block < ATAXX_BLOCKS; block++) {
            add_row(gradients->rows[block][pass->patterns.number[perspective][block]],
                    back[perspective]);
        }
    }
}

double ataxx_model_gradients(const struct ataxx_model *model, const struct training_data *data,
                             size_t number, struct ataxx_model *gradients)
{
    struct forward_pass pass;
    forward(model, data, number, &pass);
    const float expected = optimizer_logistic(pass.output);
    const float error = expected - target_of(position_of(data, number), data->result_share);
    const float gradient = 2 * error * expected * (1 - expected);
    float back[2][NETWORK_FEATURES] = {{0}};
    gradients->output_bias += gradient;
    for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
        const float active = pass.active[unit];
        gradients->output[unit] += gradient * active;
        if (active <= 0 || active >= 1) {
            continue;
        }
        const float through = gradient * model->output[unit];
        gradients->hidden_bias[unit] += through;
        const float *weights = &model->hidden[unit][0][0], *features = &pass.features[0][0];
        float *weight_gradients = &gradients->hidden[unit][0][0], *all = &back[0][0];
        for (int i = 0; i < 2 * NETWORK_FEATURES; i++) {
            weight_gradients[i] += through * features[i];
            all[i] += through * weights[i];
        }
    }
    backward(&pass, back, gradients);
    return (double)error * error;
}

static double gradients_of(const void *context, const float *weights, size_t position,
                           float *gradients)
{
    return ataxx_model_gradients((const struct ataxx_model *)weights, context, position,
                                 (struct ataxx_model *)gradients);
}

struct optimizer_model ataxx_model_of(const void *context)
{
    const struct training_data *data = context;
    const size_t hidden = offsetof(struct ataxx_model, hidden) / sizeof(float);
    const size_t output = offsetof(struct ataxx_model, output) / sizeof(float);
    return (struct optimizer_model){
        .parts = {{hidden, ROW_LIMIT},
                  {output - hidden, HIDDEN_LIMIT},
                  {ATAXX_MODEL_WEIGHTS - output, OUTPUT_LIMIT}},
        .gradients = gradients_of,
        .context = data,
        .positions = ATAXX_SYMMETRIES * data->count,
        .symmetries = ATAXX_SYMMETRIES,
    };
}

void ataxx_model_random_init(void *weights, uint64_t seed)
{
    struct ataxx_model *model = weights;
    struct rng rng = {seed};
    memset(model, 0, sizeof *model);
    optimizer_fill_random(&model->rows[0][0][0], sizeof model->rows / sizeof(float), INIT_ROW,
                          &rng);
    optimizer_fill_random(&model->hidden[0][0][0], sizeof model->hidden / sizeof(float),
                          INIT_HIDDEN, &rng);
    optimizer_fill_random(model->output, NETWORK_HIDDEN, INIT_OUTPUT, &rng);
    for (int i = 0; i < NETWORK_FEATURES; i++) {
        model->row_bias[i] = 0.5f;
    }
    for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
        model->hidden_bias[unit] = 0.5f;
    }
}

/* Each square is the first of its block's pattern, except at the upper and right edge, where it is
 * the second, third or fourth. The first feature of a perspective counts its own pieces. A hidden
 * unit is their difference, shifted so that an even position is 0.5. */
void ataxx_model_material_init(void *opaque)
{
    struct ataxx_model *model = opaque;
    static const int weights[4] = {1, 3, 9, 27};
    for (int block = 0; block < ATAXX_BLOCKS; block++) {
        const bool right = block % (ATAXX_SIZE - 1) == ATAXX_SIZE - 2;
        const bool upper = block / (ATAXX_SIZE - 1) == ATAXX_SIZE - 2;
        const bool counts[4] = {true, right, upper, right && upper};
        for (int pattern = 0; pattern < ATAXX_PATTERNS; pattern++) {
            for (int i = 0; i < 4; i++) {
                const bool own = pattern / weights[i] % 3 == 1;
                model->rows[block][pattern][0] += own && counts[i] ? MATERIAL_FEATURE : 0;
            }
        }
    }
    model->hidden[0][0][0] = MATERIAL_HIDDEN;
    model->hidden[0][1][0] = -MATERIAL_HIDDEN;
    model->hidden_bias[0] = 0.5f;
    model->output[0] = MATERIAL_OUTPUT;
    model->output_bias = -MATERIAL_OUTPUT / 2;
}

void ataxx_model_round(const void *weights, void *result)
{
    const struct ataxx_model *model = weights;
    struct ataxx_network *network = result;
    memset(network, 0, sizeof *network);
    optimizer_round(&model->rows[0][0][0], sizeof model->rows / sizeof(float), NETWORK_ONE_FEATURE,
                    &network->rows[0][0][0]);
    optimizer_round(&model->blocked[0][0], sizeof model->blocked / sizeof(float),
                    NETWORK_ONE_FEATURE, &network->blocked[0][0]);
    optimizer_round(model->row_bias, NETWORK_FEATURES, NETWORK_ONE_FEATURE, network->row_bias);
    optimizer_round(&model->hidden[0][0][0], sizeof model->hidden / sizeof(float),
                    NETWORK_ONE_HIDDEN, &network->hidden[0][0][0]);
    optimizer_round(model->output, NETWORK_HIDDEN, NETWORK_ONE_OUTPUT, network->output);
    for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
        network->hidden_bias[unit] = (int32_t)lroundf(
            model->hidden_bias[unit] * (float)(NETWORK_ONE_FEATURE * NETWORK_ONE_HIDDEN));
    }
    network->output_bias =
        (int32_t)lroundf(model->output_bias * (float)(NETWORK_ONE_HIDDEN * NETWORK_ONE_OUTPUT));
}
