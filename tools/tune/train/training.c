/* SPDX-License-Identifier: MIT */
#include "training.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "file.h"
#include "network_job.h"
#include "optimizer.h"

void *training_next(struct training_data *data, size_t size)
{
    data->positions = array_grow(data->positions, &data->room, data->count + 1, size);
    return (char *)data->positions + data->count * size;
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

/* Reads a line into the next element of a list. Changes the line. */
static bool read_line(training_read_t *read, size_t position_size, char *line,
                      struct training_data *list, struct error *error)
{
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
    const long clipped = cp > TRAINING_SCORE_LIMIT    ? TRAINING_SCORE_LIMIT
                         : cp < -TRAINING_SCORE_LIMIT ? -TRAINING_SCORE_LIMIT
                                                      : cp;
    struct training_target *target = training_next(list, position_size);
    if (!read(line, target, error)) {
        return false;
    }
    target->score = (int16_t)clipped;
    target->result = (uint8_t)(result[0] - '0');
    list->count++;
    return true;
}

long training_read_lines(const char *path, training_read_t *read, size_t position_size,
                         struct training_data *training, struct training_data *validation)
{
    long games = 0;
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return -1;
    }
    struct text_lines text = {.file = file};
    struct error error, reason;
    char *line;
    while (text_lines_next(&text, &line, &error)) {
        if (!*line) {
            games++;
        } else if (!read_line(read, position_size, line,
                              games % NETWORK_HOLD_BACK ? training : validation, &reason)) {
            error_set(&error, "%ld: %.250s", text.number, reason.text);
            break;
        }
    }
    text_lines_finish(&text);
    fclose(file);
    if (error.text[0]) {
        fprintf(stderr, "%s:%s\n", path, error.text);
        return -1;
    }
    return games;
}
