/* SPDX-License-Identifier: MIT */
#include "tt.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "machine.h"

/* Number of entries sampled to estimate how full the table is. */
#define HASHFULL_SAMPLE_BUCKETS 250

void tt_init(struct tt *tt)
{
    *tt = (struct tt){0};
}

static void unmap(struct tt *tt)
{
    if (tt->buckets) {
        munmap(tt->buckets, tt->mapped_bytes);
    }
}

void tt_finish(struct tt *tt)
{
    unmap(tt);
    tt_init(tt);
}

/* Maps memory; NULL and the reason if that fails. */
static void *map(const struct tt *tt, size_t megabytes, size_t bytes, struct error *error)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        error_set(error, "cannot have %zu MiB of memory for the table: %s; it keeps %zu MiB",
                  megabytes, strerror(errno), tt->mapped_bytes >> 20);
        return NULL;
    }
    return memory;
}

/* The system may promise more memory than it has. Refuses a size above what the machine or the
 * process may use, and one that cannot be mapped now beside the present table. */
bool tt_could_have(const struct tt *tt, size_t megabytes, struct error *error)
{
    const size_t limit = (size_t)machine_memory() >> 20, held = tt->mapped_bytes;
    if (megabytes > limit) {
        return error_set(
            error,
            "cannot have %zu MiB of memory for the table: at most %zu MiB may be used; "
            "it keeps %zu MiB",
            megabytes, limit, held >> 20);
    }
    if (megabytes << 20 > held) {
        const size_t more = (megabytes << 20) - held;
        void *memory = map(tt, megabytes, more, error);
        if (!memory) {
            return false;
        }
        munmap(memory, more);
    }
    return true;
}

bool tt_resize(struct tt *tt, size_t megabytes, struct error *error)
{
    size_t bytes = megabytes << 20;
    if (bytes == tt->mapped_bytes) {
        tt_clear(tt);
        return true;
    }
    void *memory = tt_could_have(tt, megabytes, error) ? map(tt, megabytes, bytes, error) : NULL;
    if (!memory) {
        return false;
    }
#ifdef MADV_HUGEPAGE
    madvise(memory, bytes, MADV_HUGEPAGE); /* a hint: the table works without it */
#endif
    unmap(tt);
    tt->buckets = memory;
    tt->bucket_count = bytes / sizeof(struct tt_bucket);
    tt->mapped_bytes = bytes;
    tt->generation = 0;
    tt->untouched = true;
    return true;
}

void tt_clear(struct tt *tt)
{
    /* Private anonymous pages read as zero after they are released: madvise(2). */
    if (tt->buckets && madvise(tt->buckets, tt->mapped_bytes, MADV_DONTNEED) != 0) {
        memset(tt->buckets, 0, tt->mapped_bytes);
    }
    tt->generation = 0;
    tt->untouched = true;
}

void tt_touch(const struct tt *tt, int part, int parts, const _Atomic bool *cancelled)
{
    const size_t step = (size_t)sysconf(_SC_PAGESIZE), pages = tt->mapped_bytes / step;
    const size_t last = pages * ((size_t)part + 1) / (size_t)parts;
    char *memory = (char *)tt->buckets;
    for (size_t i = pages * (size_t)part / (size_t)parts; i < last; i++) {
        if (atomic_load_explicit(cancelled, memory_order_relaxed)) {
            return;
        }
        volatile char *first = memory + i * step;
        /* cppcheck-suppress selfAssignment */
        *first = *first; /* a page that is only read may remain the shared zero page */
    }
}

void tt_age(struct tt *tt)
{
    tt->generation = (tt->generation + 1) % TT_GENERATIONS;
}

int tt_hashfull(const struct tt *tt)
{
    size_t sample = tt->bucket_count;
    if (sample > HASHFULL_SAMPLE_BUCKETS) {
        sample = HASHFULL_SAMPLE_BUCKETS;
    }
    int used = 0;
    for (size_t i = 0; i < sample; i++) {
        for (int k = 0; k < TT_BUCKET_ENTRIES; k++) {
            uint64_t data =
                atomic_load_explicit(&tt->buckets[i].entries[k].data, memory_order_relaxed);
            used += data && data >> TT_GENERATION_SHIFT == tt->generation;
        }
    }
    return sample ? used * 1000 / (int)(sample * TT_BUCKET_ENTRIES) : 0;
}

void *tt_memory(struct tt *tt, size_t *bytes)
{
    *bytes = tt->mapped_bytes;
    return tt->buckets;
}
