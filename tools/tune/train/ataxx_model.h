/* SPDX-License-Identifier: MIT */
/* The model of Ataxx's network. Each position is used eight times, in all rotations and
 * reflections. */
#ifndef TUNE_ATAXX_MODEL_H
#define TUNE_ATAXX_MODEL_H

#include "ataxx/network.h"
#include "network_job.h"

#define MODEL_SYMMETRIES   8
#define MODEL_LANES        8
#define MODEL_LANES_LAST   8
#define MODEL_FROM_NETWORK model_from_network

struct training_position {
    struct training_target target;
    bitboard_t own, other, blocked; /* of the side to move, of the other side */
};

/* Returns a set of squares transformed by one of MODEL_SYMMETRIES rotations and reflections; 0 is
 * the identity. */
bitboard_t ataxx_turned(bitboard_t set, int symmetry);

/* The second layer's set of weights. */
#define MODEL_BUCKET(position, inputs) ataxx_output_bucket((position)->own | (position)->other)

#include "piece_model.h"

#endif
