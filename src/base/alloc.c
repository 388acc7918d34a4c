/* SPDX-License-Identifier: MIT */
#include "alloc.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Blocks of this size, in bytes, or larger are mapped separately. It is the default of glibc's
 * malloc. */
#define MAPPED_SIZE ((size_t)128 << 10)

/* Blocks of this size, in bytes, or larger use huge pages, which cause fewer misses in the
 * processor's TLB. */
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
            madvise(pages, size, MADV_HUGEPAGE); /* a hint: it may fail */
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

/* malloc returns free memory at the end of the heap to the system if it is at least this many
 * bytes. */
#define TRIM_SIZE (128 << 10)

/* The number of malloc's arenas. By default glibc creates up to 8 for each processor; each reserves
 * 64 MiB of addresses. */
#define POOLS 2

void alloc_be_frugal(void)
{
#ifdef __GLIBC__
    mallopt(M_ARENA_MAX, POOLS);
    /* These are the default values. Setting them stops glibc from raising them when large blocks
     * are freed. */
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

void *alloc_local(size_t size)
{
    return malloc(size);
}

char *alloc_text(const char *text)
{
    return strdup(text);
}
