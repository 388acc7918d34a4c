/* SPDX-License-Identifier: MIT */
/* Trains xiangqi's network on games of self-play.
 *
 *     xiangqi-network [epochs=8] [result=30] [threads=2] [seed=1] out=FILE GAMES...
 *     xiangqi-network material=1 out=FILE
 *
 * network_job.h describes the arguments. GAMES are files written by xiangqi-selfplay. */
#include "network_job.h"
#include "xiangqi/rules.h"
#include "xiangqi_model.h"

static bool read_position(const char *fen, void *training, struct error *error)
{
    struct xiangqi_position position;
    if (!xiangqi_parse_fen(NULL, fen, &position, error)) {
        return false;
    }
    training_pack(training, &position);
    return true;
}

const struct network_trainer network_trainer = {
    .program = "xiangqi-network",
    .epochs = 8,
    .result_percent = 30,
    .batch = 4096,
    .rate_first = 0.001f,
    .rate_last = 0.00002f,
    .read = read_position,
    .position_size = sizeof(struct training_position),
    MODEL_FUNCTIONS,
    .network_size = sizeof(struct network),
    .material_init = model_material_init,
};
