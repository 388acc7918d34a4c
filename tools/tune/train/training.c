/* SPDX-License-Identifier: MIT */
#include "training.h"

#include <stdlib.h>

#include "array.h"
#include "optimizer.h"

void *training_next(struct training_data *data, size_t size)
{
    data->positions = array_grow(data->positions, &data->room, data->count + 1, size);
    return (char *)data->positions + data->count * size;
}

void *training_parts(struct training_data *data, size_t count, size_t size)
{
    data->parts = array_grow(data->parts, &data->part_room, data->part_count + count, size);
    return (char *)data->parts + data->part_count * size;
}

void training_finish(struct training_data *data)
{
    free(data->positions);
    free(data->parts);
}

float training_result_share(const struct training_loss *loss, int pieces)
{
    const int bounded = pieces < TRAINING_FEW_PIECES    ? TRAINING_FEW_PIECES
                        : pieces > TRAINING_MANY_PIECES ? TRAINING_MANY_PIECES
                                                        : pieces;
    const float way =
        (float)(bounded - TRAINING_FEW_PIECES) / (TRAINING_MANY_PIECES - TRAINING_FEW_PIECES);
    return loss->few + (loss->many - loss->few) * way;
}

double training_error(const struct training_loss *loss, const struct training_target *target,
                      float output, float *derivative)
{
    const float share = training_result_share(loss, target->pieces);
    const float aim = share * (float)target->result / 2 +
                      (1 - share) * optimizer_logistic((float)target->score / loss->unit);
    const float scale = TRAINING_UNIT / loss->unit;
    const float expected = optimizer_logistic(scale * output);
    const float error = expected - aim;
    *derivative = scale * 2 * error * expected * (1 - expected);
    return (double)error * error;
}

int16_t training_score(long centipawns)
{
    return (int16_t)(centipawns > TRAINING_SCORE_LIMIT    ? TRAINING_SCORE_LIMIT
                     : centipawns < -TRAINING_SCORE_LIMIT ? -TRAINING_SCORE_LIMIT
                                                          : centipawns);
}
