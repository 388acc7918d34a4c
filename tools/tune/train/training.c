/* SPDX-License-Identifier: MIT */
#include "training.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "compiler.h"
#include "file.h"
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

struct reader {
    training_read_t *read;
    size_t position_size;
    struct training_sets *sets;
    long games;
};

/* Reads a line into the next element of a set, or ends a game. Changes the line. */
static bool read_line(void *opaque, char *line, long number UNUSED, struct error *error)
{
    struct reader *reader = opaque;
    struct training_data *set = training_set(reader->sets, reader->games);
    if (!*line) {
        reader->games++;
        return true;
    }
    char *result = strrchr(line, ' ');
    if (!result) {
        return error_set(error, "a FEN, a score and a result are expected");
    }
    *result++ = '\0';
    char *score = strrchr(line, ' ');
    if (!score || result[0] < '0' || result[0] > '2' || result[1]) {
        return error_set(error, "the result is to be 0, 1 or 2");
    }
    *score++ = '\0';
    const long cp = strtol(score, NULL, 10);
    struct training_target *target = training_next(set, reader->position_size);
    if (!reader->read(line, target, error)) {
        return false;
    }
    target->score = training_score(cp);
    target->result = (uint8_t)(result[0] - '0');
    set->count++;
    return true;
}

long training_read_lines(const char *path, training_read_t *read, size_t position_size,
                         struct training_sets *sets)
{
    struct reader reader = {read, position_size, sets, 0};
    struct error error;
    if (!text_file_read(path, read_line, &reader, &error)) {
        fprintf(stderr, "%s:%s\n", path, error.text);
        return -1;
    }
    return reader.games;
}
