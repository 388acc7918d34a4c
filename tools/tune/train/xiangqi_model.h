/* SPDX-License-Identifier: MIT */
/* The model of xiangqi's network. Each position is used twice, once reflected. */
#ifndef TUNE_XIANGQI_MODEL_H
#define TUNE_XIANGQI_MODEL_H

#include "network_job.h"
#include "xiangqi/network.h"

#define MODEL_SYMMETRIES   2
#define MODEL_LANES        8
#define MODEL_LANES_LAST   8
#define MODEL_FROM_NETWORK model_from_network

struct training_position {
    struct training_target target;
    uint8_t side;     /* to move */
    uint8_t kings[2]; /* their squares, Red's first */
    uint8_t pieces[NETWORK_PIECES], squares[NETWORK_PIECES];
};

/* Packs the pieces of a position. The caller sets score and result. */
void training_pack(struct training_position *training, const struct xiangqi_position *position);

#include "piece_model.h"

#endif
