/* SPDX-License-Identifier: MIT */
/* Compiled for each game with hidden layers. MODEL_HEADER is the game's header, which also defines
 * model_random_init. */
#include <math.h>
#include <string.h>

#include MODEL_HEADER

/* The largest weights: those that the network's integers can hold. */
#define ROW_LIMIT    ((float)NETWORK_ROW_LIMIT / NETWORK_ONE_FEATURE)
#define HIDDEN_LIMIT (MODEL_SUM * (float)NETWORK_HIDDEN_LIMIT / NETWORK_ONE_HIDDEN)
#define OUTPUT_LIMIT ((float)NETWORK_OUTPUT_LIMIT / NETWORK_ONE_OUTPUT)

/* The number of floats that the compiler adds in one vector. */
#define LANES 8

_Static_assert(NETWORK_UNIT == TRAINING_UNIT, "networks of all games have one unit");

static void forward(const struct model *model, const struct training_data *data, size_t number,
                    struct model_pass *pass)
{
    const struct training_position *position = model_position(data, number);
    const struct model_layers *layers = &model->layers;
    pass->stage = pass->rule = 0;
    model_features(&model->rows, data, position, (int)(number % MODEL_SYMMETRIES), pass);
    const float *features = &pass->features[0][0];
    const int stage = pass->stage, rule = pass->rule;
    pass->output =
        layers->output_bias[stage][rule] + (float)position->target.classical / NETWORK_UNIT;
    for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
        const float *weights = &layers->hidden[stage][unit][0][0];
        float lanes[LANES] = {0}, sum = layers->hidden_bias[stage][rule][unit];
        for (int i = 0; i < 2 * NETWORK_FEATURES; i += LANES) {
            for (int lane = 0; lane < LANES; lane++) {
                lanes[lane] += features[i + lane] * weights[i + lane];
            }
        }
        for (int lane = 0; lane < LANES; lane++) {
            sum += lanes[lane];
        }
        pass->active[unit] = model_clip(sum);
        pass->output += pass->active[unit] * layers->output[stage][unit];
    }
}

float model_output(const struct model *model, const struct training_data *data, size_t number)
{
    struct model_pass pass;
    forward(model, data, number, &pass);
    return pass.output;
}

/* Adds the gradients of one position. Returns its error. */
static double add_gradients(const void *context, const float *floats, size_t number, float *sums)
{
    const struct training_data *data = context;
    const struct training_position *position = model_position(data, number);
    const struct model *model = (const struct model *)floats;
    struct model *all_gradients = (struct model *)sums;
    const struct model_layers *layers = &model->layers;
    struct model_layers *gradients = &all_gradients->layers;
    struct model_pass pass;
    float back[2][NETWORK_FEATURES] = {{0}}, gradient;
    forward(model, data, number, &pass);
    const double error = training_error(&data->loss, &position->target, pass.output, &gradient);
    const int stage = pass.stage, rule = pass.rule;
    gradients->output_bias[stage][rule] += gradient;
    for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
        const float active = pass.active[unit];
        gradients->output[stage][unit] += gradient * active;
        if (active <= 0 || active >= 1) {
            continue;
        }
        const float through = gradient * layers->output[stage][unit];
        gradients->hidden_bias[stage][rule][unit] += through;
        const float *weights = &layers->hidden[stage][unit][0][0];
        const float *features = &pass.features[0][0];
        float *weight_gradients = &gradients->hidden[stage][unit][0][0], *all = &back[0][0];
        for (int i = 0; i < 2 * NETWORK_FEATURES; i++) {
            weight_gradients[i] += through * features[i];
            all[i] += through * weights[i];
        }
    }
    model_back(&model->rows, position, &pass, back, &all_gradients->rows);
    return error;
}

static double gradients_of(const void *context, const float *weights,
                           const struct optimizer_list *list, float *sums)
{
    double error = 0;
    for (size_t i = 0; i < list->count; i++) {
        error += add_gradients(context, weights, list->positions[i * list->step], sums);
    }
    return error;
}

struct optimizer_model model_of(const struct training_data *data)
{
    const size_t hidden = offsetof(struct model, layers) / sizeof(float);
    const size_t output = hidden + offsetof(struct model_layers, output) / sizeof(float);
    return (struct optimizer_model){
        .parts = {{hidden, ROW_LIMIT},
                  {output - hidden, HIDDEN_LIMIT},
                  {MODEL_WEIGHTS - output, OUTPUT_LIMIT}},
        .gradients = gradients_of,
        .context = data,
        .positions = MODEL_SYMMETRIES * data->count,
        .symmetries = MODEL_SYMMETRIES,
    };
}

/* Rounds biases to units of both layers beside them. */
static void round_biases(const float *weights, size_t bytes, int one, void *result)
{
    for (size_t i = 0; i < bytes / sizeof *weights; i++) {
        ((int32_t *)result)[i] = (int32_t)lroundf(weights[i] * (float)one);
    }
}

void model_round(const struct model *model, MODEL_NETWORK *network)
{
    const struct model_layers *layers = &model->layers;
    memset(network, 0, sizeof *network);
    optimizer_round((const float *)&model->rows, sizeof model->rows / sizeof(float),
                    NETWORK_ONE_FEATURE, (int16_t *)network);
    optimizer_round(&layers->hidden[0][0][0][0], sizeof layers->hidden / sizeof(float),
                    NETWORK_ONE_HIDDEN / MODEL_SUM, (int16_t *)network->hidden);
    optimizer_round(&layers->output[0][0], sizeof layers->output / sizeof(float),
                    NETWORK_ONE_OUTPUT, (int16_t *)network->output);
    round_biases(&layers->hidden_bias[0][0][0], sizeof layers->hidden_bias,
                 NETWORK_ONE_FEATURE * NETWORK_ONE_HIDDEN, &network->hidden_bias);
    round_biases(&layers->output_bias[0][0], sizeof layers->output_bias,
                 NETWORK_ONE_HIDDEN * NETWORK_ONE_OUTPUT, &network->output_bias);
}
