/* SPDX-License-Identifier: MIT */
/* The transposition table: the results of positions already searched, shared by all workers.
 *
 * It has 64-byte buckets of four 16-byte entries, so a probe reads one cache line. An entry is two
 * words, the data and the key XOR the data: a torn write by another thread fails the key check, so
 * no lock is needed (Hyatt and Mann, "A lock-less transposition table implementation", ICGA Journal
 * 25/1, 2002). A game with its own search may use the same memory in its own format: tt_memory. */
#ifndef SEARCH_TT_H
#define SEARCH_TT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "compiler.h"
#include "error.h"
#include "move.h"
#include "score.h"
#include "search.h"

/* The data word of an entry, from the lowest bit. */
enum {
    TT_MOVE_SHIFT = 0,        /* 16 bits: the best move, MOVE_NONE if none is known */
    TT_SCORE_SHIFT = 16,      /* 16 bits, signed: mates counted from this node */
    TT_EVAL_SHIFT = 32,       /* 16 bits, signed: static evaluation or SCORE_NONE */
    TT_DEPTH_SHIFT = 48,      /*  8 bits: plies, offset by TT_DEPTH_OFFSET */
    TT_BOUND_SHIFT = 56,      /*  2 bits: enum search_bound */
    TT_PV_SHIFT = 58,         /*  1 bit:  was on a principal variation */
    TT_GENERATION_SHIFT = 59, /* 5 bits: the search that wrote it, modulo TT_GENERATIONS */
};

#define TT_DEPTH_OFFSET   8
#define TT_DEPTH_NONE     (-2) /* depth of an entry without a bound: the first to be replaced */
#define TT_GENERATIONS    32
#define TT_BUCKET_ENTRIES 4

struct tt_entry {
    _Atomic uint64_t check; /* key XOR data */
    _Atomic uint64_t data;
};

struct tt_bucket {
    _Alignas(CACHE_LINE) struct tt_entry entries[TT_BUCKET_ENTRIES];
};

struct tt {
    struct tt_bucket *buckets;
    size_t bucket_count;
    size_t mapped_bytes;
    unsigned generation; /* 0 .. TT_GENERATIONS - 1 */
    bool untouched;      /* the system has not allocated the pages yet: tt_touch */
};

/* The result of a probe. */
struct tt_hit {
    bool found, was_pv;
    move_t move;
    enum search_bound bound;
    int depth;     /* plies */
    score_t score; /* counted from the node: see score_from_table */
    score_t eval;
};

/* Initialises a table without memory. It must get memory by tt_resize before a probe. */
void tt_init(struct tt *tt);
void tt_finish(struct tt *tt);

/* Gives the table `megabytes` MiB, empty, in huge pages if the system offers them. The call is
 * quick, because the system allocates pages when they are first touched. On failure the old table
 * remains unchanged. */
bool tt_resize(struct tt *tt, size_t megabytes, struct error *error);

/* Whether such a table could be allocated now, within the limits of the machine and the process. */
bool tt_could_have(const struct tt *tt, size_t megabytes, struct error *error);

/* Empties the table and returns the memory to the system until it is touched again. */
void tt_clear(struct tt *tt);

/* Makes the system allocate the pages of part `part` of `parts` now. That may take longer than a
 * search has time: 40 ms for 16 MiB if memory is fragmented. It does not change the table's
 * contents. Several threads may touch different parts at once while no search runs. Ends early when
 * cancelled. */
void tt_touch(const struct tt *tt, int part, int parts, const _Atomic bool *cancelled);

/* Begins a new search: the entries of older searches are replaced first. */
void tt_age(struct tt *tt);

/* Permille of the sampled entries that this search wrote. */
int tt_hashfull(const struct tt *tt);

/* The whole memory, for a search with its own table format; all bytes are 0 after tt_clear. */
void *tt_memory(struct tt *tt, size_t *bytes);

INLINE struct tt_bucket *tt_bucket_of(const struct tt *tt, uint64_t key)
{
    return &tt->buckets[multiply_high(key, tt->bucket_count)];
}

INLINE void tt_prefetch(const struct tt *tt, uint64_t key)
{
    PREFETCH(tt_bucket_of(tt, key));
}

INLINE int tt_data_depth(uint64_t data)
{
    return (int)(data >> TT_DEPTH_SHIFT & 0xff) - TT_DEPTH_OFFSET;
}

INLINE struct tt_hit tt_probe(const struct tt *tt, uint64_t key)
{
    struct tt_bucket *bucket = tt_bucket_of(tt, key);
    for (int i = 0; i < TT_BUCKET_ENTRIES; i++) {
        struct tt_entry *entry = &bucket->entries[i];
        uint64_t data = atomic_load_explicit(&entry->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&entry->check, memory_order_relaxed);
        if ((check ^ data) == key && data) {
            return (struct tt_hit){
                .found = true,
                .was_pv = data >> TT_PV_SHIFT & 1,
                .move = (move_t)(data >> TT_MOVE_SHIFT),
                .bound = (enum search_bound)(data >> TT_BOUND_SHIFT & 3),
                .depth = tt_data_depth(data),
                .score = (int16_t)(data >> TT_SCORE_SHIFT),
                .eval = (int16_t)(data >> TT_EVAL_SHIFT),
            };
        }
    }
    return (struct tt_hit){.found = false, .score = SCORE_NONE, .eval = SCORE_NONE};
}

/* Stores the result of a search; `score` is counted from the node (score_to_table). Within a bucket
 * it first replaces an entry of the same position, otherwise the entry of least depth, those of old
 * searches before the current ones. */
INLINE void tt_store(struct tt *tt, uint64_t key, move_t move, score_t score, score_t eval,
                     int depth, enum search_bound bound, bool is_pv)
{
    struct tt_bucket *bucket = tt_bucket_of(tt, key);
    struct tt_entry *target = NULL;
    int target_worth = INT32_MAX;
    for (int i = 0; i < TT_BUCKET_ENTRIES; i++) {
        struct tt_entry *entry = &bucket->entries[i];
        uint64_t data = atomic_load_explicit(&entry->data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&entry->check, memory_order_relaxed);
        if (!data || (check ^ data) == key) {
            unsigned age =
                (tt->generation - (unsigned)(data >> TT_GENERATION_SHIFT)) % TT_GENERATIONS;
            bool same = data != 0;
            if (same && move == MOVE_NONE) {
                move = (move_t)(data >> TT_MOVE_SHIFT);
            }
            /* A much deeper result of this search is worth more than a shallow bound. */
            if (same && bound != BOUND_EXACT && age == 0 && depth + 4 <= tt_data_depth(data)) {
                return;
            }
            target = entry;
            break;
        }
        unsigned age = (tt->generation - (unsigned)(data >> TT_GENERATION_SHIFT)) % TT_GENERATIONS;
        int worth = tt_data_depth(data) - 8 * (int)age;
        if (worth < target_worth) {
            target_worth = worth;
            target = entry;
        }
    }
    uint64_t data = (uint64_t)move << TT_MOVE_SHIFT | (uint64_t)(uint16_t)score << TT_SCORE_SHIFT |
                    (uint64_t)(uint16_t)eval << TT_EVAL_SHIFT |
                    (uint64_t)(uint8_t)(depth + TT_DEPTH_OFFSET) << TT_DEPTH_SHIFT |
                    (uint64_t)bound << TT_BOUND_SHIFT | (uint64_t)is_pv << TT_PV_SHIFT |
                    (uint64_t)tt->generation << TT_GENERATION_SHIFT;
    atomic_store_explicit(&target->data, data, memory_order_relaxed);
    atomic_store_explicit(&target->check, key ^ data, memory_order_relaxed);
}

#endif
