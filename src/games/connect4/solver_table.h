/* What the solver knows of positions: bounds of their exact values, in the memory of the shared
 * table but in a shape of its own, 8 bytes an entry, two entries a slot.
 *
 * An entry never says anything wrong: its slot and the 44 bits it keeps determine all 49 bits of
 * the mixed code of the position (an invertible mixing), so that no two positions are mistaken for
 * each other. An entry is one word, read and written whole: any number of threads may do so at
 * once.
 *
 * The table grows as the search does: it begins in a part of the memory that fits into the
 * processor's cache, and moves on to a larger one when that fills. A small search never leaves the
 * cache and never touches pages that the system would have to clear. */
#ifndef GAMES_CONNECT4_SOLVER_TABLE_H
#define GAMES_CONNECT4_SOLVER_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"
#include "tt.h"

/* Values lie strictly between these; no more is known of a position that is not in the table. */
#define SOLVER_VALUE_LIMIT 31

/* An entry, from the low end; 0 is an empty one. */
enum {
    SOLVER_UPPER_SHIFT = 0,  /* 6 bits: the value is at most this, less SOLVER_VALUE_LIMIT */
    SOLVER_LOWER_SHIFT = 6,  /* 6 bits: the value is at least this, less SOLVER_VALUE_LIMIT */
    SOLVER_WORK_SHIFT = 12,  /* 5 bits: binary logarithm of the nodes that it took */
    SOLVER_MOVE_SHIFT = 17,  /* 3 bits: the column that proved the lower bound, or none */
    SOLVER_CHECK_SHIFT = 20, /* 44 bits: the low end of the mixed code */
};

#define SOLVER_SLOT_ENTRIES 2
#define SOLVER_CODE_BITS    49
#define SOLVER_CHECK_BITS   44
#define SOLVER_NO_COLUMN    7

/* The parts of the memory, in the order of use. */
#define SOLVER_PARTS_MOST       6
#define SOLVER_FIRST_PART_BYTES ((size_t)1 << 20)
#define SOLVER_PART_GROWTH      8
/* A part is left for the next when this many of its entries, in percent, may be in use. */
#define SOLVER_PART_FULL_PERCENT 50

struct solver_slot {
    _Atomic uint64_t entries[SOLVER_SLOT_ENTRIES];
};

/* At the beginning of the memory, so that clearing the memory clears it. */
struct solver_table_header {
    _Alignas(CACHE_LINE) _Atomic int part;
    _Atomic uint64_t stored; /* entries written to this part */
};

/* One worker's view of the table. */
struct solver_table {
    struct solver_table_header *header;
    struct solver_slot *slots; /* of the part in use */
    uint64_t slot_count;
    struct solver_slot *parts[SOLVER_PARTS_MOST];
    uint64_t part_slots[SOLVER_PARTS_MOST];
    int part, part_count;
    uint64_t moved; /* slots of the part in use that have been copied into the next one */
};

/* What is known of a position. */
struct solver_bounds {
    int lower, upper;
    int column; /* the move that proved the lower bound; SOLVER_NO_COLUMN if not known */
};

/* Lays the table out over `bytes` of memory, at least 64 KiB. All bytes 0 is an empty table. */
void solver_table_open(struct solver_table *table, void *memory, size_t bytes);

/* Follows the other workers to the part in use. */
void solver_table_follow(struct solver_table *table);

/* Adds to the number of entries written; with `lead`, moves on to the next part when this one is
 * full, taking along what it holds, a small step at every call so that a stop is not kept waiting.
 * Only one worker leads. */
void solver_table_count(struct solver_table *table, uint64_t stored, bool lead);

/* Permille of the whole memory that holds entries, by a sample of the part in use. */
int solver_table_hashfull(const struct solver_table *table);

/* Mixes the bits of a position's code; every mixed code belongs to one code only. */
INLINE uint64_t solver_mix(uint64_t code)
{
    const uint64_t all = (UINT64_C(1) << SOLVER_CODE_BITS) - 1;
    code = code * UINT64_C(0x9e3779b97f4a7c15) & all;
    code ^= code >> 24;
    return code * UINT64_C(0xd6e8feb86659fd93) & all;
}

INLINE struct solver_slot *solver_table_slot(const struct solver_table *table, uint64_t mixed)
{
    return &table->slots[multiply_high(mixed << (64 - SOLVER_CODE_BITS), table->slot_count)];
}

INLINE void solver_table_prefetch(const struct solver_table *table, uint64_t mixed)
{
    PREFETCH(solver_table_slot(table, mixed));
}

INLINE bool solver_entry_is_of(uint64_t entry, uint64_t mixed)
{
    return entry && !((entry >> SOLVER_CHECK_SHIFT ^ mixed) << (64 - SOLVER_CHECK_BITS));
}

INLINE int solver_entry_lower(uint64_t entry)
{
    return (int)(entry >> SOLVER_LOWER_SHIFT & 63) - SOLVER_VALUE_LIMIT;
}

INLINE int solver_entry_upper(uint64_t entry)
{
    return (int)(entry >> SOLVER_UPPER_SHIFT & 63) - SOLVER_VALUE_LIMIT;
}

/* Narrows `bounds` to what the table knows. */
INLINE void solver_table_probe(const struct solver_table *table, uint64_t mixed,
                               struct solver_bounds *bounds)
{
    struct solver_slot *slot = solver_table_slot(table, mixed);
    for (int i = 0; i < SOLVER_SLOT_ENTRIES; i++) {
        uint64_t entry = atomic_load_explicit(&slot->entries[i], memory_order_relaxed);
        if (solver_entry_is_of(entry, mixed)) {
            int lower = solver_entry_lower(entry), upper = solver_entry_upper(entry);
            bounds->lower = lower > bounds->lower ? lower : bounds->lower;
            bounds->upper = upper < bounds->upper ? upper : bounds->upper;
            bounds->column = (int)(entry >> SOLVER_MOVE_SHIFT & 7);
            return;
        }
    }
}

/* Keeps bounds that took `nodes` to prove, in the place of the same position's, else of those that
 * took the least. */
INLINE void solver_table_store(const struct solver_table *table, uint64_t mixed,
                               struct solver_bounds bounds, uint64_t nodes)
{
    struct solver_slot *slot = solver_table_slot(table, mixed);
    _Atomic uint64_t *target = NULL;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < SOLVER_SLOT_ENTRIES; i++) {
        uint64_t entry = atomic_load_explicit(&slot->entries[i], memory_order_relaxed);
        if (solver_entry_is_of(entry, mixed)) {
            int lower = solver_entry_lower(entry), upper = solver_entry_upper(entry);
            bounds.lower = lower > bounds.lower ? lower : bounds.lower;
            bounds.upper = upper < bounds.upper ? upper : bounds.upper;
            target = &slot->entries[i];
            break;
        }
        uint64_t worth = entry ? 1 + (entry >> SOLVER_WORK_SHIFT & 31) : 0;
        if (worth < least) {
            least = worth;
            target = &slot->entries[i];
        }
    }
    int work = bit_highest(nodes | 1);
    uint64_t entry = mixed << SOLVER_CHECK_SHIFT | (uint64_t)bounds.column << SOLVER_MOVE_SHIFT |
                     (uint64_t)(work < 31 ? work : 31) << SOLVER_WORK_SHIFT |
                     (uint64_t)(bounds.lower + SOLVER_VALUE_LIMIT) << SOLVER_LOWER_SHIFT |
                     (uint64_t)(bounds.upper + SOLVER_VALUE_LIMIT) << SOLVER_UPPER_SHIFT;
    atomic_store_explicit(target, entry, memory_order_relaxed);
}

#endif
