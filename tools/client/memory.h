/* SPDX-License-Identifier: MIT */
/* Memory for the clients: a failed allocation ends the program with one clear line. */
#ifndef CLIENT_MEMORY_H
#define CLIENT_MEMORY_H

#include <stddef.h>

/* `count` zeroed elements of `size` bytes. */
void *memory_zeroed(size_t count, size_t size);

/* The array, moved if need be, with room for `count` elements. */
void *memory_resized(void *array, size_t count, size_t size);

/* The memory that something else was asked for; NULL ends the program. */
void *memory_checked(void *memory);

/* A copy of the text; of NULL: NULL. */
char *memory_text(const char *text);

#endif
