/* SPDX-License-Identifier: MIT */
#include "tuned.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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

const char *tuned_program;

void tuned_give_up(const char *format, ...)
{
    va_list arguments;
    fprintf(stderr, "%s: ", tuned_program);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(EXIT_FAILURE);
}

void tuned_read_lines(const char *path, text_line_t *read, void *opaque)
{
    struct error error;
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    if (!text_lines_read(file, read, opaque, &error)) {
        tuned_give_up("%s:%s", path, error.text);
    }
    fclose(file);
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
