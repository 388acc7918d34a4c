/* SPDX-License-Identifier: MIT */
/* The model of gomoku's network, which learns a correction of the classical evaluation. */
#ifndef TUNE_GOMOKU_MODEL_H
#define TUNE_GOMOKU_MODEL_H

#include "gomoku/network.h"
#include "network_job.h"

#define MODEL_NETWORK    struct gomoku_network
#define MODEL_SYMMETRIES 1
#define MODEL_STAGES     GOMOKU_STAGES
#define MODEL_RULES      GOMOKU_RULES
#define MODEL_SUM        32.0f /* a perspective's sums have about two hundred terms */

/* The pattern codes of both sides on a square, and the number of squares that have them. */
struct gomoku_pattern_pair {
    uint16_t code[GOMOKU_COLOURS]; /* of the side to move first */
    uint16_t count;
};

struct training_position {
    struct training_target target;
    uint16_t pair_count;
    size_t first; /* index of its first pattern pair in the parts of the data */
    uint8_t rule, stage;
};

struct model_rows {
    float own[GOMOKU_PATTERN_CODES][NETWORK_FEATURES]; /* row 0 stays 0 */
    float other[GOMOKU_PATTERN_CODES][NETWORK_FEATURES];
};

struct model_features {
    const struct gomoku_pattern_pair *pairs;
};

#include "layers_model.h"

#endif
