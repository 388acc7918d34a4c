/* SPDX-License-Identifier: MIT */
/* Arrays that grow. */
#ifndef TUNE_ARRAY_H
#define TUNE_ARRAY_H

#include <stdio.h>
#include <stdlib.h>

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

#endif
