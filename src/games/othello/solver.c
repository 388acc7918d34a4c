/* SPDX-License-Identifier: MIT */
#include "solver.h"

#include <string.h>

#include "flips.h"
#include "rules.h"
#include "solver_last.h"
#include "solver_order.h"
#include "solver_table.h"

/* Numbers of empty squares from which on... */
enum {
    SOLVER_LIST_EMPTIES = 7,      /* moves are listed and ordered, and a table is used */
    SOLVER_FAR_EMPTIES = 10,      /* it is the search's table instead of the small one */
    SOLVER_SYMMETRY_EMPTIES = 26, /* positions that are equal by symmetry share an entry */
};

void othello_solver_init(struct othello_solver *solver, struct search *search, int size,
                         void *memory, size_t bytes)
{
    const uint8_t generation = solver->generation;
    const bitboard_t half = (UINT64_C(1) << size / 2) - 1;
    memset(solver, 0, sizeof *solver);
    solver->search = search;
    solver->node_limit = UINT64_MAX;
    solver->table = memory;
    solver->bucket_count = bytes / (SOLVER_BUCKET * sizeof(struct othello_solver_entry));
    solver->generation = (uint8_t)(generation + 1);
    solver->board = othello_board(size);
    solver->corners = othello_corners(size);
    solver->squares = size * size;
    solver->size = size;
    solver->symmetry_empties = SOLVER_SYMMETRY_EMPTIES;
    solver->inner = size == 6 ? UINT64_C(0x0000001e1e1e1e00) : UINT64_C(0x007e7e7e7e7e7e00);
    for (int rank = 0; rank < size / 2; rank++) {
        solver->regions[0] |= half << 8 * rank;
    }
    solver->regions[1] = solver->regions[0] << size / 2;
    solver->regions[2] = solver->regions[0] << 4 * size;
    solver->regions[3] = solver->regions[1] << 4 * size;
    for (unsigned parity = 0; parity < LENGTH(solver->odd); parity++) {
        for (int i = 0; i < LENGTH(solver->regions); i++) {
            solver->odd[parity] |= parity >> i & 1 ? solver->regions[i] : 0;
        }
    }
    for (int square = 0; square < 64; square++) {
        for (int i = 0; i < LENGTH(solver->regions); i++) {
            solver->quarters[square] |= (uint8_t)((solver->regions[i] >> square & 1) << i);
        }
    }
}

/* Enhanced transposition cut-off (Plaat and others, 1996): the upper bound of a child in the table
 * is low enough. True if *value is at least beta. */
static bool child_cuts(const struct othello_solver *solver, const struct solver_move *list,
                       int count, int beta, int *value)
{
    for (int i = 0; i < count; i++) {
        const struct othello_solver_entry *entry = solver_find(solver, list[i].key);
        if (entry && -entry->upper >= beta) {
            *value = -entry->upper;
            return true;
        }
    }
    return false;
}

static int solve_node(struct othello_solver *solver, bitboard_t own, bitboard_t other, int alpha,
                      int beta, bool passed);

/* Searches the moves of a list. */
static int solve_moves(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                       struct solver_move *list, int count, int alpha, int beta, int *square)
{
    int best = -SOLVER_LIMIT - 1;
    for (int i = 0; i < count; i++) {
        const struct solver_move *move = next_move_of(list, i, count);
        const bitboard_t ours = own | move->flips | UINT64_C(1) << (move->square & 63);
        const bitboard_t theirs = other & ~move->flips;
        int value;
        if (i == 0) {
            value = -solve_node(solver, theirs, ours, -beta, -alpha, false);
        } else {
            value = -solve_node(solver, theirs, ours, -alpha - 1, -alpha, false);
            if (value > alpha && value < beta) {
                value = -solve_node(solver, theirs, ours, -beta, -value, false);
            }
        }
        if (solver->aborted) {
            return 0;
        }
        if (value > best) {
            best = value;
            *square = move->square;
            if (value >= beta) {
                return best;
            }
            alpha = value > alpha ? value : alpha;
        }
    }
    return best;
}

static int solve_node(struct othello_solver *solver, bitboard_t own, bitboard_t other, int alpha,
                      int beta, bool passed)
{
    const bitboard_t empties = solver->board & ~(own | other);
    const int left = bit_count(empties);
    if (left < SOLVER_LIST_EMPTIES) {
        return solve_few(solver, own, other, empties, alpha, beta, passed);
    }
    if (solver_is_stopped(solver)) {
        return 0;
    }
    const bool is_near = left < SOLVER_FAR_EMPTIES;
    uint64_t key = solver_key(own, other);
    if (!is_near) {
        __builtin_prefetch(solver_bucket(solver, key));
    }
    /* The opponent's stable discs limit the value. They are counted only if alpha is high enough
     * for the limit to matter. */
    if (alpha >= 2 * left - 2) {
        const int most = solver->squares - 2 * bit_count(othello_stable(other, own, solver->board));
        if (most <= alpha) {
            return most;
        }
    }
    bitboard_t moves = othello_mobility(own, other) & solver->board;
    if (!moves) {
        return passed ? final_value(solver, own, other)
                      : -solve_node(solver, other, own, -beta, -alpha, true);
    }
    if (left >= solver->symmetry_empties) {
        make_canonical(solver->size, &own, &other);
        moves = othello_mobility(own, other) & solver->board;
        key = solver_key(own, other);
    }
    const uint64_t nodes = solver->nodes;
    const struct othello_solver_entry *entry =
        is_near ? solver_near(solver, key) : solver_find(solver, key);
    int best_square = -1, value;
    if (entry && entry->key == key) {
        if (entry->lower >= beta || entry->lower == entry->upper) {
            return entry->lower;
        }
        if (entry->upper <= alpha) {
            return entry->upper;
        }
        best_square = entry->move - 1;
    }
    struct solver_move list[SOLVER_MOVES];
    const int count = list_moves(solver, own, other, moves, best_square, list);
    if (left >= SOLVER_ETC_EMPTIES && child_cuts(solver, list, count, beta, &value)) {
        return value;
    }
    value = solve_moves(solver, own, other, list, count, alpha, beta, &best_square);
    if (solver->aborted) {
        return 0;
    }
    if (is_near) {
        solver_store_near(solver, key, alpha, beta, value, best_square);
    } else {
        solver_store(solver, key, alpha, beta, value, best_square, solver->nodes - nodes);
    }
    return value;
}

int othello_solve(struct othello_solver *solver, bitboard_t own, bitboard_t other, int alpha,
                  int beta)
{
    solver->checked_nodes = 0;
    return solve_node(solver, own, other, alpha, beta, false);
}

int othello_solver_line(const struct othello_solver *solver,
                        const struct othello_position *position, move_t *line, int most)
{
    struct othello_position at = *position;
    int length = 0;
    while (length < most && !othello_is_over(&at)) {
        const struct othello_solver_entry *entry =
            solver_find(solver, solver_key(at.own[0], at.other[0]));
        const move_t move = othello_is_legal(&at, MOVE_PASS) ? MOVE_PASS
                            : entry                          ? (move_t)entry->move
                                                             : MOVE_NONE;
        if (move == MOVE_NONE || !othello_is_legal(&at, move)) {
            break;
        }
        othello_play(&at, move);
        line[length++] = move;
    }
    return length;
}
