/* SPDX-License-Identifier: MIT */
/* Files of training positions: lines "FEN SCORE RESULT", with an empty line after each game. SCORE
 * is that of a search in centipawns, and RESULT the half points at the end of the game (0, 1 or 2),
 * both for the side to move. */
#ifndef TUNE_TRAINING_LINES_H
#define TUNE_TRAINING_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

/* Scores are clipped to this many centipawns. */
#define TRAINING_SCORE_LIMIT 1500

/* An array of training positions, whose type depends on the game. */
struct training_list {
    void *positions;
    size_t count, room;
};

struct training_lines {
    size_t position_size;
    /* Converts a position. Returns false and the reason if the FEN is invalid. */
    bool (*read)(const char *fen, int16_t score, uint8_t result, void *training,
                 struct error *error);
    struct training_list training, validation; /* validation: network_job.h */
};

/* Adds the positions of a file and prints a summary on stderr. Returns false after printing an
 * error. */
bool training_lines_load(struct training_lines *lines, const char *path);

void training_lines_finish(struct training_lines *lines);

#endif
