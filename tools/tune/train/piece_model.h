/* SPDX-License-Identifier: MIT */
/* The model of a network of pieces on their squares (accumulators.h).
 *
 * A game's header includes this file after the game's network.h and these definitions:
 *   MODEL_SYMMETRIES      number of images of a position
 *   MODEL_SHARED_INPUTS   optional. Input i has a row of its own, and shares another row with all
 *                         inputs that are equal to i modulo this number: rare views of a
 *                         perspective learn from common ones.
 *   MODEL_BUCKET(position, inputs)   optional: the second layer's set of weights, if it is not that
 *                         of network_output_bucket
 *   MODEL_LANES           number of sums into which the compiler splits a sum over hidden units,
 *   MODEL_LANES_LAST      and to which they are halved before the last ones are added in order
 *   struct training_position   begins with a struct training_target
 *   model_inputs               below */
#define MODEL_NETWORK struct network

struct model {
#ifdef MODEL_SHARED_INPUTS
    float shared[MODEL_SHARED_INPUTS][NETWORK_HIDDEN];
#endif
    float first[NETWORK_INPUTS][NETWORK_HIDDEN];
    float first_bias[NETWORK_HIDDEN];
    float second[NETWORK_OUTPUT_BUCKETS][2][NETWORK_HIDDEN];
    float second_bias[NETWORK_OUTPUT_BUCKETS];
};

/* The rows of the first layer, with the shared rows added. */
struct model_rows {
    float rows[NETWORK_INPUTS][NETWORK_HIDDEN];
};

/* Lists the network's inputs for both perspectives of an image of a position, the side to move
 * first. Returns the number of inputs of each. */
int model_inputs(const struct training_position *position, int symmetry,
                 int inputs[2][NETWORK_PIECES]);

/* Converts a network of `size` bytes to floating-point weights, some of which may exceed the limits
 * slightly. The network may have fewer hidden units than this build's. A missing unit gets small
 * random weights, derived from the seed, in the first layer and 0 in the second: the output is
 * unchanged, and training can use the unit. Returns false if no network has this size. */
bool model_from_network(struct model *model, const void *network, size_t size, uint64_t seed);

#include "model.h"
