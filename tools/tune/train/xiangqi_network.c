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

static bool read_position(const char *fen, int16_t score, uint8_t result, void *opaque,
                          struct error *error)
{
    struct xiangqi_training_position *training = opaque;
    struct xiangqi_position position;
    if (!xiangqi_parse_fen(NULL, fen, &position, error)) {
        return false;
    }
    xiangqi_training_position_init(training, &position);
    training->score = score;
    training->result = result;
    return true;
}

int main(int count, char **words)
{
    static struct training_lines lines = {
        .position_size = sizeof(struct xiangqi_training_position),
        .read = read_position,
    };
    const struct network_trainer trainer = {
        .program = "xiangqi-network",
        .epochs = 8,
        .result_percent = 30,
        .batch = 4096,
        .rate_first = 0.001f,
        .rate_last = 0.00002f,
        .load = training_lines_load,
        .begin = training_lines_begin,
        .opaque = &lines,
        .training = &lines.training,
        .validation = &lines.validation,
        .model = xiangqi_model_of,
        .random_init = xiangqi_model_random_init,
        .material_init = xiangqi_model_material_init,
        .round = xiangqi_model_round,
        .weights = XIANGQI_MODEL_WEIGHTS,
        .network_size = sizeof(struct network),
    };
    int status = network_job(&trainer, count, words);
    training_lines_finish(&lines);
    return status;
}
