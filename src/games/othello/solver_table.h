/* SPDX-License-Identifier: MIT */
/* The solver's table: buckets of bounds, indexed by a key of both sides' discs. Positions that are
 * equal by symmetry share an entry far from the end. */
#ifndef OTHELLO_SOLVER_TABLE_H
#define OTHELLO_SOLVER_TABLE_H

#include <stdint.h>

#include "compiler.h"
#include "solver.h"

INLINE uint64_t solver_key(bitboard_t own, bitboard_t other)
{
    uint64_t key = (own ^ (other << 32 | other >> 32)) * UINT64_C(0x9e3779b97f4a7c15);
    key ^= key >> 32;
    key = (key + other) * UINT64_C(0xd6e8feb86659fd93);
    key ^= key >> 29;
    key = (key + own) * UINT64_C(0xbf58476d1ce4e5b9);
    return key ^ key >> 32;
}

INLINE struct othello_solver_entry *solver_bucket(const struct othello_solver *solver, uint64_t key)
{
    return &solver->table[SOLVER_BUCKET * multiply_high(key, solver->bucket_count)];
}

INLINE const struct othello_solver_entry *solver_find(const struct othello_solver *solver,
                                                      uint64_t key)
{
    const struct othello_solver_entry *entries = solver_bucket(solver, key);
    for (int i = 0; i < SOLVER_BUCKET; i++) {
        if (entries[i].key == key && entries[i].cost) {
            return &entries[i];
        }
    }
    return NULL;
}

/* Records a value found with this window in the entry of the position. */
INLINE void solver_record(struct othello_solver_entry *entry, int alpha, int beta, int value,
                          int square)
{
    if (value < beta && value < entry->upper) {
        entry->upper = (int8_t)value;
    }
    if (value > alpha && value > entry->lower) {
        entry->lower = (int8_t)value;
    }
    if (value > alpha || !entry->move) {
        entry->move = (uint8_t)(square + 1);
    }
}

INLINE struct othello_solver_entry solver_unknown(uint64_t key)
{
    return (struct othello_solver_entry){.key = key, .lower = -SOLVER_LIMIT, .upper = SOLVER_LIMIT};
}

/* Stores a value in the table. Replaces the entry that took the fewest nodes, but entries of older
 * searches first. Bounds of a lower level are replaced, and those of a higher one remain. */
INLINE void solver_store(const struct othello_solver *solver, uint64_t key, int level, int alpha,
                         int beta, int value, int square, uint64_t nodes)
{
    struct othello_solver_entry *entries = solver_bucket(solver, key), *target = entries;
    const int cost = 1 + bit_highest(nodes | 1);
    int least = INT32_MAX;
    for (int i = 0; i < SOLVER_BUCKET; i++) {
        const bool is_old = entries[i].generation != solver->generation;
        const int worth = entries[i].key == key && entries[i].cost ? -1
                          : entries[i].cost == 0                   ? 0
                          : is_old                                 ? entries[i].cost
                                                                   : 256 + entries[i].cost;
        if (worth < least) {
            least = worth;
            target = &entries[i];
        }
    }
    if (least < 0 && target->level > level) {
        return;
    }
    if (least >= 0) {
        *target = solver_unknown(key);
    } else if (target->level < level) {
        const uint8_t move = target->move;
        *target = solver_unknown(key);
        target->move = move;
    }
    target->level = (uint8_t)level;
    solver_record(target, alpha, beta, value, square);
    target->cost = (uint8_t)cost;
    target->generation = solver->generation;
}

/* The entry of the small table in which the position belongs. It may have another one. */
INLINE struct othello_solver_entry *solver_near(struct othello_solver *solver, uint64_t key)
{
    return &solver->near[key >> 32 & (SOLVER_NEAR_ENTRIES - 1)];
}

INLINE const struct othello_solver_entry *solver_find_near(struct othello_solver *solver,
                                                           uint64_t key)
{
    const struct othello_solver_entry *entry = solver_near(solver, key);
    return entry->key == key && entry->cost ? entry : NULL;
}

INLINE void solver_store_near(struct othello_solver *solver, uint64_t key, int alpha, int beta,
                              int value, int square)
{
    struct othello_solver_entry *entry = solver_near(solver, key);
    if (entry->key != key) {
        *entry = solver_unknown(key);
    }
    solver_record(entry, alpha, beta, value, square);
    entry->cost = 1;
}

#endif
