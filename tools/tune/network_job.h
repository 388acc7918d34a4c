/* A program that makes a network from games: its words, its course, what it says on the way.
 *
 *     PROGRAM [epochs=N] [result=PERCENT] [threads=N] [seed=N] out=FILE GAMES...
 *
 * `result` is the percentage of a game's result in what its positions teach; the rest is the score
 * that the search saw. One game in NETWORK_HOLD_BACK is to be kept back, to measure on. The same
 * words make the same network. */
#ifndef TUNE_NETWORK_JOB_H
#define TUNE_NETWORK_JOB_H

#include "descent.h"

#define NETWORK_HOLD_BACK 50

/* What a game's network is taught with. `opaque` is the teacher's own. */
struct network_teacher {
    const char *program;
    int epochs, result_percent; /* without a word of them */
    size_t batch;               /* positions */
    float rate_first, rate_last;
    /* Reads a file of games and says on stderr what was in it; false: said why. */
    bool (*load)(void *opaque, const char *path);
    /* Positions to learn from so far. */
    size_t (*count)(const void *opaque);
    /* All games are loaded: how they are learned. */
    struct descent_model (*model)(void *opaque, float result_share);
    void (*begin)(float *weights, uint64_t seed);
    /* The mean error on what was kept back. */
    double (*unseen)(const void *opaque, const float *weights);
    /* The network in integers, as a file has it; *bytes is its size. */
    const void *(*round)(const float *weights, size_t *bytes);
    void *opaque;
};

/* Does what the words say; returns the program's status. */
int network_job(const struct network_teacher *teacher, int count, char **words);

#endif
