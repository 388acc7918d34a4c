/* SPDX-License-Identifier: MIT */
/* Files of training positions: lines "FEN SCORE RESULT", an empty line behind each game. SCORE is
 * what a search found, in centipawns, and RESULT the half points at the end of the game (0, 1 or
 * 2), both for the side to move. */
#ifndef TUNE_TRAINING_LINES_H
#define TUNE_TRAINING_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

/* Scores are clipped to this, centipawns. */
#define TRAINING_SCORE_LIMIT 1500

/* Training positions of a game's own kind, one behind the other. */
struct training_list {
    void *positions;
    size_t count, room;
};

struct training_lines {
    size_t position_size;
    /* Makes a training position; false and the reason for a FEN that is none. */
    bool (*read)(const char *fen, int16_t score, uint8_t result, void *training,
                 struct error *error);
    struct training_list training, validation; /* of the games held back: network_job.h */
};

/* Adds the positions of a file and says on stderr what was in it; false: said why. */
bool training_lines_load(struct training_lines *lines, const char *path);

void training_lines_finish(struct training_lines *lines);

#endif
