/* SPDX-License-Identifier: MIT */
/* Trains Ataxx's network on games of self-play.
 *
 *     ataxx-network [epochs=3] [result=30] [threads=2] [seed=1] out=FILE GAMES...
 *     ataxx-network material=1 out=FILE
 *
 * network_job.h describes the arguments. GAMES are files written by ataxx-selfplay. */
#include "ataxx/rules.h"
#include "ataxx_model.h"
#include "network_job.h"

static bool read_position(const char *fen, void *opaque, struct error *error)
{
    struct training_position *training = opaque;
    struct ataxx_position position;
    if (!ataxx_parse_fen(NULL, fen, &position, error)) {
        return false;
    }
    *training = (struct training_position){
        .own = position.pieces[position.side],
        .other = position.pieces[position.side ^ 1],
        .blocked = position.blocked,
    };
    return true;
}

const struct network_trainer network_trainer = {
    .program = "ataxx-network",
    .epochs = 3,
    .result_percent = 30,
    .batch = 4096,
    .rate_first = 0.002f,
    .rate_last = 0.00002f,
    .read = read_position,
    .position_size = sizeof(struct training_position),
    MODEL_FUNCTIONS,
    .network_size = sizeof(struct ataxx_network),
    .material_init = model_material_init,
};
