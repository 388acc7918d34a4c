/* SPDX-License-Identifier: MIT */
/* A network with floating-point weights, and the gradients of its error.
 *
 * piece_model.c and layers_model.c define these functions for the two kinds of networks. They are
 * compiled for each game, whose header, MODEL_HEADER, includes this file and defines MODEL_NETWORK,
 * the type of the network that the engine embeds. */

#define MODEL_WEIGHTS (sizeof(struct model) / sizeof(float))

/* Returns the model for the optimizer, with MODEL_SYMMETRIES positions for each of the data. The
 * data must outlive it. */
struct optimizer_model model_of(const struct training_data *data);

/* Sets small random weights, derived from the seed. */
void model_random_init(struct model *model, uint64_t seed);

/* Defined by the games whose training begins with nothing: sets weights, all 0 before, to those
 * with which the first games are played. */
void model_material_init(struct model *model);

/* Returns the network's output for position `number`, plus the classical evaluation: the log odds
 * of the expected points, in units of TRAINING_UNIT. */
float model_output(const struct model *model, const struct training_data *data, size_t number);

/* Rounds the weights to the engine's integers. */
void model_round(const struct model *model, MODEL_NETWORK *network);

static inline const struct training_position *model_position(const struct training_data *data,
                                                             size_t number)
{
    return (const struct training_position *)data->positions + number / MODEL_SYMMETRIES;
}
