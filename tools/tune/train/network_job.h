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
 * random weights. One game in NETWORK_HOLD_BACK is used for validation only. The same command line
 * gives the same network. GAME_network.c defines `network_trainer`, which contains what depends on
 * the game. */
#ifndef TUNE_NETWORK_JOB_H
#define TUNE_NETWORK_JOB_H

#include "arguments.h"
#include "optimizer.h"
#include "training.h"

#define NETWORK_HOLD_BACK 50

/* How to train one game's network. */
struct network_trainer {
    const char *program;
    int epochs, result_percent; /* defaults */
    size_t batch;               /* in positions, default */
    float rate_first;           /* default */
    float rate_last;
    /* Either converts the positions of files of lines (training.h), */
    training_read_t *read;
    size_t position_size;
    /* or reads a file of games into the training and validation data. Returns the number of games;
     * -1 after printing an error. */
    long (*load)(const char *path, struct training_data *training,
                 struct training_data *validation);
    /* The model (model.h). */
    struct optimizer_model (*model)(const void *data);
    void (*random_init)(void *weights, uint64_t seed);
    void (*round)(const void *weights, void *network);
    size_t weights, network_size; /* in floats, in bytes */
    void *rows;                   /* memory for struct training_data, or NULL */
    /* Sets weights, all 0 before, to a network that counts only material. NULL: another evaluation
     * plays the first games. */
    void (*material_init)(void *weights);
    /* Reads the weights of a network file of `size` bytes, at most `network_size`. Returns false if
     * no network has this size. NULL: `from` is not supported. */
    bool (*from_network)(void *weights, const void *network, size_t size, uint64_t seed);
    /* Arguments that only this trainer has; NULL: none. `accept` is called before games are loaded,
     * and returns false after printing an error. `begin` is called after that, with the
     * parameters of the error, which it may change. */
    const struct argument *arguments;
    bool (*accept)(void);
    void (*begin)(struct training_loss *loss);
};

extern const struct network_trainer network_trainer;

#endif
