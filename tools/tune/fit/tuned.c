/* SPDX-License-Identifier: MIT */
#include "tuned.h"

#include <stdio.h>
#include <string.h>

#include "compiler.h"
#include "level.h"

/* This file is compiled once for each game: TUNED_GAME is its table, TUNED_VALUES the array of its
 * constants in tuned_values.c, TUNED_HEADER the header that tuned_numbers.sh generates. */
#include TUNED_HEADER

extern const struct game TUNED_GAME;
const struct game *const tuned_game = &TUNED_GAME;

const struct tuned_number tuned_numbers[] = {
#define NUMBER(name, value) {name, value},
    TUNED_NUMBERS(NUMBER)};
const int tuned_count = TUNED_COUNT;

_Static_assert(TUNED_COUNT <= TUNED_MAX, "more numbers than programs have room for");

int tuned_find(const char *name)
{
    for (int i = 0; i < tuned_count; i++) {
        if (strcmp(tuned_numbers[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int *tuned_values(void)
{
    return TUNED_VALUES;
}

void tuned_reset(void)
{
    for (int i = 0; i < tuned_count; i++) {
        TUNED_VALUES[i] = tuned_numbers[i].value;
    }
}

bool tuned_runs_here(const char *program)
{
#ifndef MYOSU_ONE_LEVEL
    if (!level_is_offered(LEVEL_V3)) {
        fprintf(stderr,
                "%s: compiled for processors of x86-64-v3 and above, which this one is not\n",
                program);
        return false;
    }
#endif
    (void)program;
    return true;
}
