/* SPDX-License-Identifier: MIT */
/* The solver's transposition table: bounds of the exact values of positions. It uses the memory of
 * the engine's table with a format of its own, 8 bytes per entry, two entries per slot.
 *
 * Two positions are never confused: a position's code of 49 bits is mixed by an invertible
 * function, and the number of the slot and the 44 bits in the entry determine the whole mixed code.
 * An entry is one atomic word, so any number of threads may read and write it.
 *
 * The memory is divided into parts of growing size. The table begins in a part that fits into the
 * processor's cache, and moves to the next part when the current one is half full. A short search
 * therefore stays in the cache and touches no page that the system has to clear. */
#ifndef CONNECT4_SOLVER_TABLE_H
#define CONNECT4_SOLVER_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"
#include "level.h"
#include "tt.h"

/* Values are greater than -SOLVER_VALUE_LIMIT and less than SOLVER_VALUE_LIMIT. */
#define SOLVER_VALUE_LIMIT 31

/* An entry, from the lowest bit; 0 is an empty entry. */
enum {
    SOLVER_UPPER_SHIFT = 0,  /* 6 bits: upper bound of the value + SOLVER_VALUE_LIMIT */
    SOLVER_LOWER_SHIFT = 6,  /* 6 bits: lower bound of the value + SOLVER_VALUE_LIMIT */
    SOLVER_WORK_SHIFT = 12,  /* 5 bits: binary logarithm of the nodes that the search took */
    SOLVER_MOVE_SHIFT = 17,  /* 3 bits: the column that proved the lower bound; SOLVER_NO_COLUMN */
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
/* The table moves to the next part when the entries written are this percentage of its entries. */
#define SOLVER_PART_FULL_PERCENT 50

struct connect4_solver_slot {
    _Atomic uint64_t entries[SOLVER_SLOT_ENTRIES];
};

/* Lies at the beginning of the memory, so that clearing the memory resets it. */
struct connect4_solver_table_header {
    _Alignas(CACHE_LINE) _Atomic int part; /* the part in use */
    _Atomic uint64_t stored;               /* entries written to this part */
};

/* One thread's access to the table. */
struct connect4_solver_table {
    struct connect4_solver_table_header *header;
    struct connect4_solver_slot *slots; /* slots of the part in use */
    uint64_t slot_count;
    struct connect4_solver_slot *parts[SOLVER_PARTS_MOST];
    uint64_t part_slots[SOLVER_PARTS_MOST];
    int part, part_count;
    uint64_t moved; /* slots of the part in use that have been copied into the next one */
};

/* The table's knowledge of a position. */
struct connect4_solver_bounds {
    int lower, upper;
    int column; /* the move that proved the lower bound; SOLVER_NO_COLUMN if not known */
};

/* Lays out the table over `bytes` of memory, at least 64 KiB. All bytes 0 is an empty table. */
PER_LEVEL void connect4_solver_table_open(struct connect4_solver_table *table, void *memory,
                                          size_t bytes);

/* Switches to the part in use after the first thread has moved the table. */
PER_LEVEL void connect4_solver_table_follow(struct connect4_solver_table *table);

/* Adds to the number of entries written. With `lead`, if the part is full, copies a few of its
 * slots to the next part, and makes that the part in use after the last of them. Only one thread
 * leads. */
PER_LEVEL void connect4_solver_table_count(struct connect4_solver_table *table, uint64_t stored,
                                           bool lead);

/* Permille of the whole memory that holds entries, from a sample of the part in use. */
PER_LEVEL int connect4_solver_table_hashfull(const struct connect4_solver_table *table);

/* The mixed code for a position's code: invertible. */
INLINE uint64_t connect4_solver_mix(uint64_t code)
{
    const uint64_t all = (UINT64_C(1) << SOLVER_CODE_BITS) - 1;
    code = code * UINT64_C(0x9e3779b97f4a7c15) & all;
    code ^= code >> 24;
    return code * UINT64_C(0xd6e8feb86659fd93) & all;
}

INLINE struct connect4_solver_slot *connect4_solver_table_slot(
    const struct connect4_solver_table *table, uint64_t mixed)
{
    return &table->slots[multiply_high(mixed << (64 - SOLVER_CODE_BITS), table->slot_count)];
}

INLINE void connect4_solver_table_prefetch(const struct connect4_solver_table *table,
                                           uint64_t mixed)
{
    PREFETCH(connect4_solver_table_slot(table, mixed));
}

INLINE bool connect4_solver_entry_is_of(uint64_t entry, uint64_t mixed)
{
    return entry && !((entry >> SOLVER_CHECK_SHIFT ^ mixed) << (64 - SOLVER_CHECK_BITS));
}

INLINE int connect4_solver_entry_lower(uint64_t entry)
{
    return (int)(entry >> SOLVER_LOWER_SHIFT & 63) - SOLVER_VALUE_LIMIT;
}

INLINE int connect4_solver_entry_upper(uint64_t entry)
{
    return (int)(entry >> SOLVER_UPPER_SHIFT & 63) - SOLVER_VALUE_LIMIT;
}

/* Narrows `bounds` to the table's; sets the column if the position has an entry. */
INLINE void connect4_solver_table_probe(const struct connect4_solver_table *table, uint64_t mixed,
                                        struct connect4_solver_bounds *bounds)
{
    struct connect4_solver_slot *slot = connect4_solver_table_slot(table, mixed);
    for (int i = 0; i < SOLVER_SLOT_ENTRIES; i++) {
        uint64_t entry = atomic_load_explicit(&slot->entries[i], memory_order_relaxed);
        if (connect4_solver_entry_is_of(entry, mixed)) {
            int lower = connect4_solver_entry_lower(entry),
                upper = connect4_solver_entry_upper(entry);
            bounds->lower = lower > bounds->lower ? lower : bounds->lower;
            bounds->upper = upper < bounds->upper ? upper : bounds->upper;
            bounds->column = (int)(entry >> SOLVER_MOVE_SHIFT & 7);
            return;
        }
    }
}

/* Stores bounds that took `nodes` nodes to prove. If the position has an entry, narrows it to them;
 * otherwise they replace the entry of the slot that took the fewest nodes. */
INLINE void connect4_solver_table_store(const struct connect4_solver_table *table, uint64_t mixed,
                                        struct connect4_solver_bounds bounds, uint64_t nodes)
{
    struct connect4_solver_slot *slot = connect4_solver_table_slot(table, mixed);
    _Atomic uint64_t *target = NULL;
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < SOLVER_SLOT_ENTRIES; i++) {
        uint64_t entry = atomic_load_explicit(&slot->entries[i], memory_order_relaxed);
        if (connect4_solver_entry_is_of(entry, mixed)) {
            int lower = connect4_solver_entry_lower(entry),
                upper = connect4_solver_entry_upper(entry);
            bounds.lower = lower > bounds.lower ? lower : bounds.lower;
            bounds.upper = upper < bounds.upper ? upper : bounds.upper;
            target = &slot->entries[i];
            break;
        }
        uint64_t work = entry ? 1 + (entry >> SOLVER_WORK_SHIFT & 31) : 0;
        if (work < least) {
            least = work;
            target = &slot->entries[i];
        }
    }
    int log_nodes = bit_highest(nodes | 1);
    uint64_t entry = mixed << SOLVER_CHECK_SHIFT | (uint64_t)bounds.column << SOLVER_MOVE_SHIFT |
                     (uint64_t)(log_nodes < 31 ? log_nodes : 31) << SOLVER_WORK_SHIFT |
                     (uint64_t)(bounds.lower + SOLVER_VALUE_LIMIT) << SOLVER_LOWER_SHIFT |
                     (uint64_t)(bounds.upper + SOLVER_VALUE_LIMIT) << SOLVER_UPPER_SHIFT;
    atomic_store_explicit(target, entry, memory_order_relaxed);
}

#endif
