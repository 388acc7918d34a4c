/* SPDX-License-Identifier: MIT */
#include "training_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "network_job.h"

static bool grow(struct training_data *list, size_t position_size)
{
    const size_t room = 2 * list->room + 1024;
    void *positions = realloc(list->positions, room * position_size);
    if (positions) {
        list->positions = positions;
        list->room = room;
    }
    return positions != NULL;
}

/* Reads a line into the next element of a list. Changes the line. */
static bool read_line(const struct training_lines *lines, char *line, struct training_data *list,
                      struct error *error)
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
    if (list->count == list->room && !grow(list, lines->position_size)) {
        return error_set(error, "out of memory for %zu positions", list->count + 1);
    }
    if (!lines->read(line, (int16_t)clipped, (uint8_t)(result[0] - '0'),
                     (char *)list->positions + list->count * lines->position_size, error)) {
        return false;
    }
    list->count++;
    return true;
}

bool training_lines_load(void *opaque, const char *path)
{
    struct training_lines *lines = opaque;
    long games = 0;
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        return false;
    }
    struct text_lines text = {.file = file};
    struct error error, reason;
    char *line;
    while (text_lines_next(&text, &line, &error)) {
        if (!*line) {
            games++;
        } else if (!read_line(lines, line,
                              games % NETWORK_HOLD_BACK ? &lines->training : &lines->validation,
                              &reason)) {
            error_set(&error, "%ld: %.250s", text.number, reason.text);
            break;
        }
    }
    text_lines_finish(&text);
    fclose(file);
    if (error.text[0]) {
        fprintf(stderr, "%s:%s\n", path, error.text);
        return false;
    }
    fprintf(stderr, "%s: %ld games; %zu positions so far, %zu held back\n", path, games,
            lines->training.count, lines->validation.count);
    return games > 0;
}

void training_lines_begin(void *opaque, float result_share)
{
    struct training_lines *lines = opaque;
    lines->training.result_share = lines->validation.result_share = result_share;
}

void training_lines_finish(struct training_lines *lines)
{
    free(lines->training.positions);
    free(lines->validation.positions);
}
