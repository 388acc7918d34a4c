/* SPDX-License-Identifier: MIT */
/* Arrays of training positions: they grow, and are shuffled. */
#ifndef TUNE_ARRAY_H
#define TUNE_ARRAY_H

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"

/* Makes room for `needed` elements of `size` bytes. Ends the program if the allocation fails. */
static inline void *array_grow(void *memory, size_t *room, size_t needed, size_t size)
{
    if (needed <= *room) {
        return memory;
    }
    *room = 2 * needed + 1024;
    memory = realloc(memory, *room * size);
    if (!memory) {
        fputs("out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

/* The largest element of an array that is shuffled, in bytes. */
#define ARRAY_ELEMENT_MAX 64

/* Shuffles an array, in the same way on every machine. */
static inline void array_shuffle(void *array, size_t count, size_t size, struct rng *rng)
{
    char swap[ARRAY_ELEMENT_MAX];
    assert(size <= sizeof swap);
    for (size_t i = count; i > 1; i--) {
        char *last = (char *)array + (i - 1) * size;
        char *other = (char *)array + rng_below(rng, i) * size;
        memcpy(swap, last, size);
        memmove(last, other, size);
        memcpy(other, swap, size);
    }
}

#endif
