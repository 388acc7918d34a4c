/* SPDX-License-Identifier: MIT */
/* Zeroed memory that keeps the alignment of the type it is for. */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stddef.h>

/* `size` zeroed bytes at a multiple of `alignment` (_Alignof the type, a power of two of at most
 * 4096); NULL when memory is out. A large piece comes as pages of its own (huge ones from 2 MiB on,
 * where the system has some), which the system gives when they are first touched and takes back as
 * a whole. */
void *alloc_zeroed(size_t alignment, size_t size);

/* Releases what alloc_zeroed gave, of that size; NULL is nothing. */
void alloc_release(void *memory, size_t size);

/* Gives memory that was freed back to the system, as far as it can be; may take milliseconds. */
void alloc_trim(void);

/* Has the allocator keep little memory that is free, and few pools, for a process that counts its
 * memory; to be called before threads are started. */
void alloc_be_frugal(void);

#endif
