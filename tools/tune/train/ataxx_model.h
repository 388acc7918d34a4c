/* SPDX-License-Identifier: MIT */
/* The model of Ataxx's network. Each position is used eight times, in all rotations and
 * reflections. */
#ifndef TUNE_ATAXX_MODEL_H
#define TUNE_ATAXX_MODEL_H

#include "ataxx/network.h"
#include "network_job.h"

#define MODEL_NETWORK    struct ataxx_network
#define MODEL_SYMMETRIES 8
#define MODEL_STAGES     1
#define MODEL_RULES      1
#define MODEL_SUM        1.0f

struct training_position {
    struct training_target target;
    bitboard_t own, other, blocked; /* of the side to move, of the other side */
};

struct model_rows {
    float rows[ATAXX_BLOCKS][ATAXX_PATTERNS][NETWORK_FEATURES];
    float blocked[ATAXX_SQUARES][NETWORK_FEATURES];
    float row_bias[NETWORK_FEATURES];
};

struct model_features {
    struct ataxx_patterns patterns;
    bitboard_t blocked;
};

/* Returns a set of squares transformed by one of MODEL_SYMMETRIES rotations and reflections; 0 is
 * the identity. */
bitboard_t ataxx_turned(bitboard_t set, int symmetry);

#include "layers_model.h"

#endif
