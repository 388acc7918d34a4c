/* SPDX-License-Identifier: MIT */
/* The processors on which the engines of each game run. */
#ifndef MATCH_AFFINITY_H
#define MATCH_AFFINITY_H

#include <sched.h>
#include <stdbool.h>

#include "error.h"

struct affinity {
    bool used;
    int count;
    int list[CPU_SETSIZE]; /* the processors, in the order in which games get them */
};

/* Reads a list such as "3,5,7-11,13". Every processor must be one that this process may use. */
bool affinity_read(struct affinity *affinity, const char *text, struct error *error);

/* Takes all processors that this process may use: first one of each core, then the others. */
bool affinity_take_all(struct affinity *affinity, struct error *error);

/* Returns the processors of the game with this index, `width` for each game. */
cpu_set_t affinity_of_game(const struct affinity *affinity, int index, int width);

#endif
