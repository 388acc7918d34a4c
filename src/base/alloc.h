/* SPDX-License-Identifier: MIT */
/* Allocates zeroed memory with the alignment of the type that it is for. */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"

/* Declares local pointers to memory of malloc, which is freed at the end of their block: `FREED
 * char *copy = alloc_text(text);`. */
#define FREED CLEANUP(alloc_free)

/* malloc and strdup for such pointers: clang's analyzer takes their memory to be lost otherwise,
 * because it does not know of the end of the block. */
void *alloc_local(size_t size);
char *alloc_text(const char *text);

INLINE void alloc_free(void *pointer)
{
    void *memory;
    memcpy(&memory, pointer, sizeof memory);
    free(memory);
}

/* Returns `size` zeroed bytes at a multiple of `alignment` (_Alignof the type, a power of two of at
 * most 4096), or NULL if the allocation fails. A large block is mapped separately: in huge pages
 * from 2 MiB on, if the system has them. The system assigns its pages at the first access and takes
 * all of them back at once. */
void *alloc_zeroed(size_t alignment, size_t size);

/* Frees a block that alloc_zeroed returned; `size` is the size it was allocated with. NULL is
 * allowed. */
void alloc_release(void *memory, size_t size);

/* Returns freed memory to the system as far as possible. May take milliseconds. */
void alloc_trim(void);

/* Makes malloc keep little free memory and few arenas, for a process that accounts for its memory.
 * Call it before threads are started. */
void alloc_be_frugal(void);

#endif
