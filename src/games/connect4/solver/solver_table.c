/* SPDX-License-Identifier: MIT */
#include "solver_table.h"

void connect4_solver_table_open(struct connect4_solver_table *table, void *memory, size_t bytes)
{
    *table = (struct connect4_solver_table){.header = memory, .part = -1};
    struct connect4_solver_slot *next = (struct connect4_solver_slot *)(table->header + 1);
    size_t left = bytes - sizeof *table->header;
    size_t part = SOLVER_FIRST_PART_BYTES - sizeof *table->header;
    /* The last part takes all remaining slots if they are more than the part before it has. */
    while (table->part_count < SOLVER_PARTS_MOST - 1 && left > part * SOLVER_PART_GROWTH) {
        uint64_t slots = part / sizeof *next;
        table->parts[table->part_count] = next;
        table->part_slots[table->part_count++] = slots;
        next += slots;
        left -= slots * sizeof *next;
        part *= SOLVER_PART_GROWTH;
    }
    table->parts[table->part_count] = next;
    table->part_slots[table->part_count++] = left / sizeof *next;
    connect4_solver_table_follow(table);
}

void connect4_solver_table_follow(struct connect4_solver_table *table)
{
    int part = atomic_load_explicit(&table->header->part, memory_order_acquire);
    if (part != table->part && part < table->part_count) {
        table->part = part;
        table->slots = table->parts[part];
        table->slot_count = table->part_slots[part];
    }
}

/* The mixed code of an entry: the low bits are in the entry, the high bits follow from its slot. */
static uint64_t mixed_of(const struct connect4_solver_table *table, uint64_t slot, uint64_t entry)
{
    const int top_bits = SOLVER_CODE_BITS - SOLVER_CHECK_BITS;
    uint64_t check = entry >> SOLVER_CHECK_SHIFT;
    uint64_t top = (slot << top_bits) / table->slot_count;
    while (connect4_solver_table_slot(table, top << SOLVER_CHECK_BITS | check) !=
           &table->slots[slot]) {
        top++;
    }
    return top << SOLVER_CHECK_BITS | check;
}

/* Slots copied in one call; few, so that a stop takes effect soon. */
#define MOVE_SLOTS 512

/* Copies the next MOVE_SLOTS slots to the next part. After the last slot, makes that part the one
 * in use. */
static void move_on(struct connect4_solver_table *table)
{
    struct connect4_solver_table next = *table;
    next.part++;
    next.slots = next.parts[next.part];
    next.slot_count = next.part_slots[next.part];
    uint64_t end = table->moved + MOVE_SLOTS;
    end = end < table->slot_count ? end : table->slot_count;
    for (uint64_t slot = table->moved; slot < end; slot++) {
        for (int i = 0; i < SOLVER_SLOT_ENTRIES; i++) {
            uint64_t entry =
                atomic_load_explicit(&table->slots[slot].entries[i], memory_order_relaxed);
            if (entry) {
                struct connect4_solver_bounds bounds = {
                    .lower = connect4_solver_entry_lower(entry),
                    .upper = connect4_solver_entry_upper(entry),
                    .column = (int)(entry >> SOLVER_MOVE_SHIFT & 7),
                };
                uint64_t nodes = UINT64_C(1) << (entry >> SOLVER_WORK_SHIFT & 31);
                connect4_solver_table_store(&next, mixed_of(table, slot, entry), bounds, nodes);
            }
        }
    }
    table->moved = end;
    if (end < table->slot_count) {
        return;
    }
    table->moved = 0;
    atomic_store_explicit(&table->header->stored, 0, memory_order_relaxed);
    atomic_store_explicit(&table->header->part, next.part, memory_order_release);
    connect4_solver_table_follow(table);
}

void connect4_solver_table_count(struct connect4_solver_table *table, uint64_t stored, bool lead)
{
    _Atomic uint64_t *total = &table->header->stored;
    uint64_t now = atomic_fetch_add_explicit(total, stored, memory_order_relaxed) + stored;
    uint64_t entries = table->slot_count * SOLVER_SLOT_ENTRIES;
    if (lead && now > entries / 100 * SOLVER_PART_FULL_PERCENT &&
        table->part + 1 < table->part_count) {
        move_on(table);
    }
}

/* Slots that hashfull looks at. */
#define SAMPLE_SLOTS 2048

int connect4_solver_table_hashfull(const struct connect4_solver_table *table)
{
    uint64_t sample = table->slot_count < SAMPLE_SLOTS ? table->slot_count : SAMPLE_SLOTS, used = 0;
    for (uint64_t slot = 0; slot < sample; slot++) {
        for (int i = 0; i < SOLVER_SLOT_ENTRIES; i++) {
            used += atomic_load_explicit(&table->slots[slot].entries[i], memory_order_relaxed) != 0;
        }
    }
    double share = (double)table->slot_count / (double)table->part_slots[table->part_count - 1];
    return (int)(1000.0 * share * (double)used / (double)(sample * SOLVER_SLOT_ENTRIES));
}
