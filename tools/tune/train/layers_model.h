/* SPDX-License-Identifier: MIT */
/* The model of a network with hidden layers behind the features of a position (layers.h).
 *
 * A game's header includes this file after the game's network.h and these definitions:
 *   MODEL_NETWORK      type of the network. Its rows come first and all have the unit
 *                      NETWORK_ONE_FEATURE.
 *   MODEL_SYMMETRIES   number of images of a position
 *   MODEL_STAGES       number of sets of layers,
 *   MODEL_RULES        and of biases in each
 *   MODEL_SUM          the features are divided by this number, so that the optimizer's steps suit
 *                      their size and the hidden units stay between 0 and 1, where their gradient
 *                      is not 0
 *   struct training_position   begins with a struct training_target
 *   struct model_rows          the weights behind the features, in the order of the network
 *   struct model_features      what model_features derives from a position for model_back */

/* The weights are for features that are divided by MODEL_SUM. */
struct model_layers {
    float hidden[MODEL_STAGES][NETWORK_HIDDEN][2][NETWORK_FEATURES];
    float hidden_bias[MODEL_STAGES][MODEL_RULES][NETWORK_HIDDEN];
    float output[MODEL_STAGES][NETWORK_HIDDEN];
    float output_bias[MODEL_STAGES][MODEL_RULES];
};

struct model {
    struct model_rows rows;
    struct model_layers layers;
};

/* The values of all layers for one position. */
struct model_pass {
    struct model_features derived;
    int stage, rule;
    float features[2][NETWORK_FEATURES]; /* by perspective, the side to move first */
    float active[NETWORK_HIDDEN];
    float output;
};

/* Computes the features of an image of a position, and its stage and rule, which are 0 before. */
void model_features(const struct model_rows *rows, const struct training_data *data,
                    const struct training_position *position, int symmetry,
                    struct model_pass *pass);

/* Adds the gradients of the rows. `back` has the gradients of the features and may be changed. */
void model_back(const struct model_rows *rows, const struct training_position *position,
                const struct model_pass *pass, float back[2][NETWORK_FEATURES],
                struct model_rows *gradients);

static inline float model_clip(float x)
{
    x = x > 0 ? x : 0;
    return x < 1 ? x : 1;
}

#include "model.h"
