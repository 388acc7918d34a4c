/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *memory_checked(void *memory)
{
    if (!memory) {
        fputs("out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

void *memory_zeroed(size_t count, size_t size)
{
    return memory_checked(calloc(count ? count : 1, size));
}

void *memory_resized(void *array, size_t count, size_t size)
{
    return memory_checked(count > SIZE_MAX / size ? NULL
                                                  : realloc(array, count ? count * size : 1));
}

void *memory_extended(void *array, size_t count, size_t size)
{
    const bool is_full = (count & (count - 1)) == 0;
    return is_full ? memory_resized(array, count ? 2 * count : 1, size) : array;
}

char *memory_text(const char *text)
{
    return text ? memory_checked(strdup(text)) : NULL;
}
