/* SPDX-License-Identifier: MIT */
/* Allocates memory for the clients. If an allocation fails, the program ends with one clear
 * line. */
#ifndef CLIENT_MEMORY_H
#define CLIENT_MEMORY_H

#include <stddef.h>

#include "alloc.h"

/* Allocates `count` zeroed elements of `size` bytes. */
void *memory_zeroed(size_t count, size_t size);

/* Reallocates an array to `count` elements. */
void *memory_resized(void *array, size_t count, size_t size);

/* Makes room for another element in an array of `count` elements. The array is enlarged when
 * `count` is 0 or a power of two, so that an array that grows by single elements is copied seldom.
 */
void *memory_extended(void *array, size_t count, size_t size);

/* Returns the result of another allocation; ends the program if it is NULL. */
void *memory_checked(void *memory);

/* Copies a text; returns NULL for NULL. */
char *memory_text(const char *text);

#endif
