/* SPDX-License-Identifier: MIT */
#include "gomoku_model.h"

#include <string.h>

/* The ranges of the initial random weights. */
#define INIT_ROW    0.1f
#define INIT_HIDDEN 0.5f
#define INIT_OUTPUT 0.25f

/* Adds the features of `count` squares with the same pattern pair to a perspective's
 * accumulator. */
static void add_pair(const float *restrict own, const float *restrict other, float count,
                     float *restrict sums)
{
    for (int i = 0; i < NETWORK_FEATURES; i++) {
        sums[i] += count * model_clip(own[i] + other[i]);
    }
}

void model_features(const struct model_rows *rows, const struct training_data *data,
                    const struct training_position *position, int symmetry, struct model_pass *pass)
{
    (void)symmetry;
    pass->stage = position->stage;
    pass->rule = position->rule;
    pass->derived.pairs = (const struct gomoku_pattern_pair *)data->parts + position->first;
    memset(pass->features, 0, sizeof pass->features);
    for (int i = 0; i < position->pair_count; i++) {
        const struct gomoku_pattern_pair *pair = &pass->derived.pairs[i];
        for (int perspective = 0; perspective < GOMOKU_COLOURS; perspective++) {
            add_pair(rows->own[pair->code[perspective]], rows->other[pair->code[1 - perspective]],
                     (float)pair->count / MODEL_SUM, pass->features[perspective]);
        }
    }
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

void model_back(const struct model_rows *rows, const struct training_position *position,
                const struct model_pass *pass, float back[2][NETWORK_FEATURES],
                struct model_rows *gradients)
{
    for (int i = 0; i < position->pair_count; i++) {
        const struct gomoku_pattern_pair *pair = &pass->derived.pairs[i];
        const float share = (float)pair->count / MODEL_SUM;
        for (int perspective = 0; perspective < GOMOKU_COLOURS; perspective++) {
            int own = pair->code[perspective], other = pair->code[1 - perspective];
            backward(rows->own[own], rows->other[other], back[perspective], share,
                     gradients->own[own], gradients->other[other]);
        }
    }
    /* The rows of code 0 are not trained: they stay 0. */
    memset(gradients->own[0], 0, sizeof gradients->own[0]);
    memset(gradients->other[0], 0, sizeof gradients->other[0]);
}

void model_random_init(void *weights, uint64_t seed)
{
    struct model *model = weights;
    struct model_layers *layers = &model->layers;
    struct rng rng = {seed};
    memset(model, 0, sizeof *model);
    for (int code = 1; code < GOMOKU_PATTERN_CODES; code++) {
        for (int i = 0; i < NETWORK_FEATURES; i++) {
            model->rows.own[code][i] = optimizer_random_weight(&rng, INIT_ROW);
            model->rows.other[code][i] = optimizer_random_weight(&rng, INIT_ROW);
        }
    }
    for (int stage = 0; stage < GOMOKU_STAGES; stage++) {
        for (int unit = 0; unit < NETWORK_HIDDEN; unit++) {
            optimizer_fill_random(&layers->hidden[stage][unit][0][0],
                                  (size_t)GOMOKU_COLOURS * NETWORK_FEATURES, INIT_HIDDEN, &rng);
            for (int rule = 0; rule < GOMOKU_RULES; rule++) {
                layers->hidden_bias[stage][rule][unit] = 0.5f;
            }
            layers->output[stage][unit] = optimizer_random_weight(&rng, INIT_OUTPUT);
        }
    }
}

/* The output is 0, so that the engine plays by the classical evaluation alone. */
void model_material_init(void *weights)
{
    (void)weights;
}
