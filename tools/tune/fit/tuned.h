/* SPDX-License-Identifier: MIT */
/* A game whose search reads variables, a set for each thread, instead of the constants of its
 * search_params.h. The game's unit is compiled again with the header that tuned_numbers.sh
 * generates. */
#ifndef TUNE_TUNED_H
#define TUNE_TUNED_H

#include <stdbool.h>

#include "file.h"
#include "game.h"

/* The most constants of a search. */
#define TUNED_MAX 128

struct tuned_number {
    const char *name;
    int value; /* in search_params.h */
};

extern const struct game *const tuned_game;
extern const struct tuned_number tuned_numbers[];
extern const int tuned_count;

/* Returns the index of a constant; -1: the search has none with this name. */
int tuned_find(const char *name);

/* Returns the values that this thread's searches use, tuned_count of them. */
int *tuned_values(void);

/* Resets the values to those of search_params.h. */
void tuned_reset(void);

/* The name of the program in errors; main sets it. */
extern const char *tuned_program;

/* Ends the program with an error. */
_Noreturn void tuned_give_up(const char *format, ...) PRINTF_LIKE(1, 2);

/* Calls `read` for each line of a file. Ends the program if the file cannot be read. */
void tuned_read_lines(const char *path, text_line_t *read, void *opaque);

/* True if this processor can run the code that the game was compiled to. Otherwise prints an error
 * on stderr. */
bool tuned_runs_here(const char *program);

#endif
