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

/* An array of training positions, whose type depends on the game, and the share of the result in
 * their targets, 0 .. 1. The count does not include symmetries. */
struct training_data {
    void *positions;
    size_t count, room;
    float result_share;
};

struct training_lines {
    size_t position_size;
    /* Converts a position. Returns false and the reason if the FEN is invalid. */
    bool (*read)(const char *fen, int16_t score, uint8_t result, void *training,
                 struct error *error);
    struct training_data training, validation; /* validation: network_job.h */
};

/* `load` and `begin` of struct network_trainer; `opaque` is a struct training_lines. */
bool training_lines_load(void *opaque, const char *path);
void training_lines_begin(void *opaque, float result_share);

void training_lines_finish(struct training_lines *lines);

#endif
