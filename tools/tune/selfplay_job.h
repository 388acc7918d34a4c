/* SPDX-License-Identifier: MIT */
/* A program that plays a game against itself and writes positions, for training_lines.h: its
 * command line, its games one by one, its progress.
 *
 *     PROGRAM [games=N] [nodes=N] [seed=N] [--shard I/N] > FILE
 *
 * A game depends only on its number, the seed, the nodes and the program. The files of all shards,
 * one behind the other, are the file of all games. */
#ifndef TUNE_SELFPLAY_JOB_H
#define TUNE_SELFPLAY_JOB_H

#include "player.h"
#include "rng.h"

struct selfplay {
    const char *program, *game;
    long nodes; /* a move, where the command line says nothing */
    size_t table_megabytes;
    /* Plays a game with about `nodes` nodes a move and prints its lines. False: it was to be none,
     * and nothing is printed. */
    bool (*play)(struct player *player, struct rng *rng, uint64_t nodes, struct buffer *text);
};

/* Does what the command line says; returns the program's status. */
int selfplay_job(const struct selfplay *selfplay, int count, char **words);

#endif
