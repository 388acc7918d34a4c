/* SPDX-License-Identifier: MIT */
/* A program that trains a network on games: its command line, its training run, its reports.
 *
 *     PROGRAM [epochs=N] [batch=N] [rate=N] [result=PERCENT] [threads=N] [seed=N] [from=NETWORK]
 *             out=FILE GAMES...
 *     PROGRAM material=1 out=FILE
 *
 * The second form writes the network that knows nothing but what pieces are worth, by which the
 * first games are played.
 *
 * `result` is the percentage of a game's result in the targets of its positions; the rest is the
 * score that the search found. `rate` is the first learning rate, in millionths; a batch has
 * `batch` positions. `from` is the network that is learned on, instead of random weights, where a
 * game offers that. One game in NETWORK_HOLD_BACK is kept for validation. The same command line
 * makes the same network. */
#ifndef TUNE_NETWORK_JOB_H
#define TUNE_NETWORK_JOB_H

#include "arguments.h"
#include "optimizer.h"

#define NETWORK_HOLD_BACK 50

/* How one game's network is trained. `opaque` is the trainer's own. */
struct network_trainer {
    const char *program;
    int epochs, result_percent; /* defaults */
    size_t batch;               /* positions, default */
    float rate_first;           /* default */
    float rate_last;
    /* Numbers of this trainer alone, set before games are loaded; NULL: there are none. */
    const struct argument *arguments;
    /* Reads a file of games and says on stderr what was in it; false: said why. */
    bool (*load)(void *opaque, const char *path);
    /* Training positions so far. */
    size_t (*count)(const void *opaque);
    /* All games are loaded: the model and its gradients. */
    struct optimizer_model (*model)(void *opaque, float result_share);
    void (*random_init)(float *weights, uint64_t seed);
    /* The network that knows nothing but what pieces are worth, into so many weights that are 0.
     * NULL: the first games are played by an evaluation of another kind. */
    void (*material_init)(float *weights);
    size_t weights;
    /* The weights of a network that is a file of `size` bytes, at most `network_size`; weights that
     * it lacks are small and random. False: no network has this size. NULL: none is learned on. */
    bool (*from_network)(float *weights, const void *network, size_t size, uint64_t seed);
    size_t network_size;
    /* The mean error on the validation games. */
    double (*validation_error)(const void *opaque, const float *weights);
    /* The network in integers, as a file has it; *bytes is its size. */
    const void *(*quantise)(const float *weights, size_t *bytes);
    void *opaque;
};

/* Does what the command line says; returns the program's status. */
int network_job(const struct network_trainer *trainer, int count, char **words);

#endif
