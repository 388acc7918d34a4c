/* SPDX-License-Identifier: MIT */
/* Training positions, and the error of a network's output.
 *
 * The error of a position is the square of (expected points - target). The target is a mixture of
 * the game's result, weighted by its share, and the score of a search. Outputs and scores become
 * expected points by the logistic function. */
#ifndef TUNE_TRAINING_H
#define TUNE_TRAINING_H

#include <stddef.h>
#include <stdint.h>

/* The output 1.0 of every network in centipawns. */
#define TRAINING_UNIT 200

/* Scores are clipped to this many centipawns. */
#define TRAINING_SCORE_LIMIT 1500

/* The first member of a training position of every game. */
struct training_target {
    int16_t score;     /* of the search, in centipawns for the side to move */
    int16_t classical; /* centipawns to which the output is added; 0: the network is alone */
    uint8_t result;    /* half points of the side to move: 0 loss, 1 draw, 2 win */
    uint8_t pieces;    /* on the board */
};

struct training_loss {
    /* The share of the game's result in a target, 0 .. 1: `few` with at most TRAINING_FEW_PIECES
     * pieces, `many` with at least TRAINING_MANY_PIECES, interpolated linearly in between. The
     * result is more reliable in endings: on a full board the players are too weak to win every won
     * position. */
    float few, many;
    /* The unit of the logistic function in centipawns. A small unit gives weight to differences
     * near equality, a large one to the size of a decisive advantage. */
    float unit;
};

#define TRAINING_FEW_PIECES  6
#define TRAINING_MANY_PIECES 24

/* The training positions of a game, and the parameters of the error. The count does not include
 * symmetries. */
struct training_data {
    void *positions; /* each a struct training_position of the game */
    size_t count, room;
    void *parts; /* of varying number in each position, if a game has such */
    size_t part_count, part_room;
    struct training_loss loss;
    void *rows; /* weights that the model has computed for the current batch, or NULL */
};

/* One game in TRAINING_HOLD_BACK is used for validation only. */
#define TRAINING_HOLD_BACK 50

struct training_sets {
    struct training_data training, validation;
};

/* Returns the set of a game; `game` is its number in the file, from 0. */
static inline struct training_data *training_set(struct training_sets *sets, long game)
{
    return game % TRAINING_HOLD_BACK ? &sets->training : &sets->validation;
}

/* Returns the place after the last position, for a position of `size` bytes. The caller fills it
 * and increments the count. */
void *training_next(struct training_data *data, size_t size);

/* Returns the place after the last part, for `count` parts of `size` bytes. The caller fills them
 * and increases the number of parts. */
void *training_parts(struct training_data *data, size_t count, size_t size);

void training_finish(struct training_data *data);

/* Returns a score within TRAINING_SCORE_LIMIT. */
int16_t training_score(long centipawns);

float training_result_share(const struct training_loss *loss, int pieces);

/* Returns the error of an output, in units of TRAINING_UNIT, and its derivative by the output. */
double training_error(const struct training_loss *loss, const struct training_target *target,
                      float output, float *derivative);

#endif
