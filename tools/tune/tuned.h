/* SPDX-License-Identifier: MIT */
/* A game whose search has variables in place of the numbers of its search_params.h, a set for each
 * thread: the game's unit, compiled once more with the header that tuned_numbers.sh makes. */
#ifndef TUNE_TUNED_H
#define TUNE_TUNED_H

#include <stdbool.h>

#include "game.h"

/* Numbers of a search, at most. */
#define TUNED_MAX 128

struct tuned_number {
    const char *name;
    int value; /* in search_params.h */
};

extern const struct game *const tuned_game;
extern const struct tuned_number tuned_numbers[];
extern const int tuned_count;

/* The index of a number; -1: the search has no number of this name. */
int tuned_find(const char *name);

/* The values that this thread's searches use, tuned_count of them. */
int *tuned_values(void);

/* Makes them those of search_params.h. */
void tuned_reset(void);

/* Whether this processor is one that the game was compiled for; false: said so on stderr. */
bool tuned_runs_here(const char *program);

#endif
