/* SPDX-License-Identifier: MIT */
/* A program that trains a network on games: its command line, its training run and its reports.
 *
 *     GAME-network [epochs=N] [batch=N] [rate=N] [result=PERCENT] [threads=N] [seed=N]
 *                  [from=NETWORK] out=FILE GAMES...
 *     GAME-network material=1 out=FILE
 *
 * The second form writes a network that counts only material, with which the first games are
 * played.
 *
 * `result` is the percentage of the game's result in the target of a position; the rest is the
 * score of the search. `rate` is the initial learning rate in millionths. `batch` is the number of
 * positions per batch. `from`, if a game supports it, is the network to continue from instead of
 * random weights. One game in TRAINING_HOLD_BACK is used for validation only. The same command line
 * gives the same network. network_job.c is compiled for each game with its model (model.h);
 * GAME_model.c defines `network_trainer`, which contains what else depends on the game. */
#ifndef TUNE_NETWORK_JOB_H
#define TUNE_NETWORK_JOB_H

#include "arguments.h"
#include "optimizer.h"
#include "training.h"

struct model;

/* How to train one game's network. */
struct network_trainer {
    const char *program;
    int epochs, result_percent; /* defaults */
    size_t batch;               /* in positions, default */
    float rate_first;           /* default */
    /* Either converts a FEN to a training position except for its score and result, and returns
     * false and the reason if the FEN is invalid. GAMES are then lines "FEN SCORE RESULT", with an
     * empty line after each game. SCORE is that of a search in centipawns, and RESULT the half
     * points at the end of the game (0, 1 or 2), both for the side to move. */
    bool (*read)(const char *fen, void *position, struct error *error);
    /* Or reads a file of games. Returns their number; -1 after printing an error. */
    long (*load)(const char *path, struct training_sets *sets);
    void *rows; /* memory for struct training_data, or NULL */
    /* Sets weights, all 0 before, to a network that counts only material. NULL: another evaluation
     * plays the first games. */
    void (*material_init)(struct model *model);
    /* Arguments that only this trainer has; NULL: none. `accept` is called before games are loaded,
     * with the parameters of the error, which it may change. Returns false after printing an
     * error. */
    const struct argument *arguments;
    bool (*accept)(struct training_loss *loss);
};

extern const struct network_trainer network_trainer;

#endif
