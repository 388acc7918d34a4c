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

static bool read_position(const char *fen, int16_t score, uint8_t result, void *opaque,
                          struct error *error)
{
    struct ataxx_training_position *training = opaque;
    struct ataxx_position position;
    if (!ataxx_parse_fen(NULL, fen, &position, error)) {
        return false;
    }
    *training = (struct ataxx_training_position){
        .own = position.pieces[position.side],
        .other = position.pieces[position.side ^ 1],
        .blocked = position.blocked,
        .score = score,
        .result = result,
    };
    return true;
}

int main(int count, char **words)
{
    static struct training_lines lines = {
        .position_size = sizeof(struct ataxx_training_position),
        .read = read_position,
    };
    const struct network_trainer trainer = {
        .program = "ataxx-network",
        .epochs = 3,
        .result_percent = 30,
        .batch = 4096,
        .rate_first = 0.002f,
        .rate_last = 0.00002f,
        .load = training_lines_load,
        .begin = training_lines_begin,
        .opaque = &lines,
        .training = &lines.training,
        .validation = &lines.validation,
        .model = ataxx_model_of,
        .random_init = ataxx_model_random_init,
        .material_init = ataxx_model_material_init,
        .round = ataxx_model_round,
        .weights = ATAXX_MODEL_WEIGHTS,
        .network_size = sizeof(struct ataxx_network),
    };
    int status = network_job(&trainer, count, words);
    training_lines_finish(&lines);
    return status;
}
