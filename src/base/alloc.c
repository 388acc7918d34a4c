/* SPDX-License-Identifier: MIT */
#include "alloc.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* From this size on, in bytes, a piece is mapped on its own: as glibc's malloc does by default. */
#define MAPPED_SIZE ((size_t)128 << 10)

void *alloc_zeroed(size_t alignment, size_t size)
{
    if (size >= MAPPED_SIZE) {
        void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return pages == MAP_FAILED ? NULL : pages;
    }
    void *memory = aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    return memory ? memset(memory, 0, size) : NULL;
}

void alloc_release(void *memory, size_t size)
{
    if (memory && size >= MAPPED_SIZE) {
        munmap(memory, size);
    } else {
        free(memory);
    }
}

void alloc_trim(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
