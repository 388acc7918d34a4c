/* SPDX-License-Identifier: MIT */
/* A program that trains a network on games: its command line, its training run and its reports.
 *
 *     PROGRAM [epochs=N] [batch=N] [rate=N] [result=PERCENT] [threads=N] [seed=N] [from=NETWORK]
 *             out=FILE GAMES...
 *     PROGRAM material=1 out=FILE
 *
 * The second form writes a network that counts only material, with which the first games are
 * played.
 *
 * `result` is the percentage of the game's result in the target of a position; the rest is the
 * score of the search. `rate` is the initial learning rate in millionths. `batch` is the number of
 * positions per batch. `from`, if a game supports it, is the network to continue from instead of
 * random weights. One game in NETWORK_HOLD_BACK is used for validation only. The same command line
 * gives the same network. */
#ifndef TUNE_NETWORK_JOB_H
#define TUNE_NETWORK_JOB_H

#include "arguments.h"
#include "optimizer.h"

#define NETWORK_HOLD_BACK 50

/* How to train one game's network. `opaque` belongs to the trainer. */
struct network_trainer {
    const char *program;
    int epochs, result_percent; /* defaults */
    size_t batch;               /* in positions, default */
    float rate_first;           /* default */
    float rate_last;
    /* Arguments that only this trainer has, set before games are loaded; NULL: none. */
    const struct argument *arguments;
    /* Reads a file of games into the training and validation data and prints a summary on stderr.
     * Returns false after printing an error. */
    bool (*load)(void *opaque, const char *path);
    /* Called after all games are loaded, with the share of the result in the targets, 0 .. 1. */
    void (*begin)(void *opaque, float result_share);
    void *opaque;
    const void *training, *validation;
    /* Returns the model of the training or validation data. */
    struct optimizer_model (*model)(const void *data);
    void (*random_init)(void *weights, uint64_t seed);
    /* Sets weights, all 0 before, to a network that counts only material. NULL: another evaluation
     * plays the first games. */
    void (*material_init)(void *weights);
    /* Reads the weights of a network file of `size` bytes, at most `network_size`. Weights that it
     * does not have become small random numbers. Returns false if no network has this size. NULL:
     * `from` is not supported. */
    bool (*from_network)(void *weights, const void *network, size_t size, uint64_t seed);
    /* Rounds weights to the integers of a network file. */
    void (*round)(const void *weights, void *network);
    size_t weights, network_size; /* in floats, in bytes */
};

/* Runs the command line and returns the program's exit status. */
int network_job(const struct network_trainer *trainer, int count, char **words);

#endif
