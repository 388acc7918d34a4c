/* SPDX-License-Identifier: MIT */
/* A network with floating-point weights, and the gradients of its error.
 *
 * piece_model.c and layers_model.c define these functions for the two kinds of networks. They are
 * compiled for each game, whose header, MODEL_HEADER, includes this file. `weights` is a struct
 * model, `data` a struct training_data, and `network` what the engine embeds. */

#define MODEL_WEIGHTS (sizeof(struct model) / sizeof(float))

/* Returns the model for the optimizer, with MODEL_SYMMETRIES positions for each of the data. The
 * data must outlive the optimizer. */
struct optimizer_model model_of(const void *data);

/* Sets small random weights, derived from the seed. */
void model_random_init(void *weights, uint64_t seed);

/* Returns the network's output for position `number`, plus the classical evaluation: the log odds
 * of the expected points, in units of TRAINING_UNIT. */
float model_output(const struct model *model, const struct training_data *data, size_t number);

/* Returns the error of one position and adds its gradient to `gradients`. */
double model_gradients(const struct model *model, const struct training_data *data, size_t number,
                       struct model *gradients);

/* Rounds the weights to the engine's integers. */
void model_round(const void *weights, void *network);

/* The members of struct network_trainer. */
#define MODEL_FUNCTIONS                                                                            \
    .model = model_of, .random_init = model_random_init, .round = model_round,                     \
    .weights = MODEL_WEIGHTS
