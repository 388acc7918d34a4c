/* SPDX-License-Identifier: MIT */
/* The solver's table: buckets of bounds, indexed by a key of both sides' discs. */
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

/* Stores a value found with this window. Replaces the entry that took the fewest nodes, but entries
 * of older searches first. */
INLINE void solver_store(const struct othello_solver *solver, uint64_t key, int alpha, int beta,
                         int value, int square, uint64_t nodes)
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
    if (least >= 0) {
        *target = (struct othello_solver_entry){
            .key = key, .lower = -SOLVER_LIMIT, .upper = SOLVER_LIMIT};
    }
    if (value < beta && value < target->upper) {
        target->upper = (int8_t)value;
    }
    if (value > alpha && value > target->lower) {
        target->lower = (int8_t)value;
    }
    if (value > alpha || !target->move) {
        target->move = (uint8_t)(square + 1);
    }
    target->cost = (uint8_t)cost;
    target->generation = solver->generation;
}

#endif
