/* SPDX-License-Identifier: MIT */
#include "alloc.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* From this size on, in bytes, a piece is mapped on its own: as glibc's malloc does by default. */
#define MAPPED_SIZE ((size_t)128 << 10)

/* From this size on huge pages are asked for, which a processor finds sooner than small ones. */
#define HUGE_SIZE ((size_t)2 << 20)

void *alloc_zeroed(size_t alignment, size_t size)
{
    if (size >= MAPPED_SIZE) {
        void *pages = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (pages == MAP_FAILED) {
            return NULL;
        }
#ifdef MADV_HUGEPAGE
        if (size >= HUGE_SIZE) {
            madvise(pages, size, MADV_HUGEPAGE); /* a wish: small pages will do */
        }
#endif
        return pages;
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

/* Free memory at the end of the heap that goes back to the system, in bytes. */
#define TRIM_SIZE (128 << 10)

/* glibc makes 8 pools for each processor, each of 64 MiB of addresses. */
#define POOLS 2

void alloc_be_frugal(void)
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, POOLS);
    /* Set to their defaults, these two do not grow any more with what is freed. */
    mallopt(M_MMAP_THRESHOLD, MAPPED_SIZE);
    mallopt(M_TRIM_THRESHOLD, TRIM_SIZE);
#endif
}

void alloc_trim(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
