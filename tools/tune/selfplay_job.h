/* SPDX-License-Identifier: MIT */
/* A program that plays a game against itself and writes positions for training_lines.h: its command
 * line, its games and its progress.
 *
 *     PROGRAM [games=N] [nodes=N] [seed=N] [--shard I/N] > FILE
 *
 * A game depends only on its number, the seed, the nodes and the program. The concatenated files of
 * all shards are the file of all games. */
#ifndef TUNE_SELFPLAY_JOB_H
#define TUNE_SELFPLAY_JOB_H

#include "player.h"
#include "rng.h"

struct selfplay {
    const char *program, *game;
    long nodes; /* per move; the default */
    size_t table_megabytes;
    /* Plays a game with about `nodes` nodes per move and prints its lines. Returns false, and
     * prints nothing, if the game is not to be used. */
    bool (*play)(struct player *player, struct rng *rng, uint64_t nodes, struct buffer *text);
};

/* Runs the command line and returns the program's exit status. */
int selfplay_job(const struct selfplay *selfplay, int count, char **words);

#endif
