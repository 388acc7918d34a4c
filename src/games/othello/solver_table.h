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

/* These reverse the ranks, and the files, of a board whose edge has `size` squares, 6 or 8. */
INLINE bitboard_t mirror_ranks(bitboard_t set, int size)
{
    return __builtin_bswap64(set) >> 8 * (8 - size);
}

INLINE bitboard_t mirror_files(bitboard_t set, int size)
{
    set = (set >> 1 & UINT64_C(0x5555555555555555)) | (set & UINT64_C(0x5555555555555555)) << 1;
    set = (set >> 2 & UINT64_C(0x3333333333333333)) | (set & UINT64_C(0x3333333333333333)) << 2;
    set = (set >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (set & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return set >> (8 - size);
}

/* Swaps the squares of `mask` with those `shift` bits above. */
INLINE bitboard_t swap_squares(bitboard_t set, bitboard_t mask, int shift)
{
    const bitboard_t differ = (set ^ set >> shift) & mask;
    return set ^ differ ^ differ << shift;
}

/* Exchanges files and ranks. */
INLINE bitboard_t transpose(bitboard_t set)
{
    set = swap_squares(set, UINT64_C(0x00aa00aa00aa00aa), 7);
    set = swap_squares(set, UINT64_C(0x0000cccc0000cccc), 14);
    return swap_squares(set, UINT64_C(0x00000000f0f0f0f0), 28);
}

/* Replaces the position by the one with the smallest numbers of the eight that are equal by
 * symmetry. */
INLINE void make_canonical(int size, bitboard_t *own, bitboard_t *other)
{
    bitboard_t sets[2] = {*own, *other};
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 2; k++) {
            sets[k] = i == 4  ? transpose(sets[k])
                      : i & 1 ? mirror_files(sets[k], size)
                              : mirror_ranks(sets[k], size);
        }
        if (sets[0] < *own || (sets[0] == *own && sets[1] < *other)) {
            *own = sets[0];
            *other = sets[1];
        }
    }
}

#endif
