/* SPDX-License-Identifier: MIT */
/* Part of solver.c: the last empty squares, which are tried without a list of moves. */
#ifndef OTHELLO_SOLVER_LAST_H
#define OTHELLO_SOLVER_LAST_H

#include <stdatomic.h>

#include "flips.h"
#include "rules.h"
#include "solver.h"

/* The number of nodes between two checks for a stop. */
#define SOLVER_CHECK_NODES 4096

/* Publishes the number of nodes. Returns whether the search must end now. */
static bool check_stop(struct othello_solver *solver)
{
    if (solver->shown) {
        atomic_store_explicit(solver->shown, solver->nodes, memory_order_relaxed);
    }
    solver->aborted |=
        solver->nodes >= solver->node_limit || (solver->search && search_stopped(solver->search));
    const uint64_t next = solver->nodes + SOLVER_CHECK_NODES;
    solver->checked_nodes = next < solver->node_limit ? next : solver->node_limit;
    return solver->aborted;
}

/* Counts the node. Returns whether the search must end now. */
INLINE bool solver_is_stopped(struct othello_solver *solver)
{
    return UNLIKELY(++solver->nodes >= solver->checked_nodes) && check_stop(solver);
}

/* The value of a finished game: the empty squares go to the winner. */
INLINE int final_value(const struct othello_solver *solver, bitboard_t own, bitboard_t other)
{
    const int ours = bit_count(own), theirs = bit_count(other);
    return ours > theirs   ? solver->squares - 2 * theirs
           : ours < theirs ? 2 * ours - solver->squares
                           : 0;
}

/* The number of discs that a disc of `own` turns over on the last empty square: line by line, from
 * a table. The multiplications gather the squares of a file or diagonal in the highest byte. */
INLINE int last_flips(bitboard_t own, int square)
{
    const int file = square & 7, rank = square >> 3;
    const uint8_t *along = othello_line_flips[file];
    const bitboard_t *diagonals = othello_diagonals[square];
    return along[own >> 8 * rank & 255] + along[(own & diagonals[0]) * OTHELLO_FILE_A >> 56] +
           along[(own & diagonals[1]) * OTHELLO_FILE_A >> 56] +
           othello_line_flips[rank]
                             [(own >> file & OTHELLO_FILE_A) * UINT64_C(0x0102040810204080) >> 56];
}

/* One empty square is left: the side that can move there does. */
INLINE int solve_last(const struct othello_solver *solver, bitboard_t own, bitboard_t other,
                      int square)
{
    const int ours = bit_count(own), flips = last_flips(own, square);
    if (flips) {
        return 2 * (ours + flips + 1) - solver->squares;
    }
    const int replies = last_flips(other, square);
    if (replies) {
        return 2 * (ours - replies) - solver->squares;
    }
    return final_value(solver, own, other);
}

/* The set of quarters with an odd number of empty squares. A side that moves there also makes the
 * last move there. */
INLINE unsigned parity_of(const struct othello_solver *solver, bitboard_t empties)
{
    unsigned parity = 0;
    for (int i = 0; i < LENGTH(solver->regions); i++) {
        parity |= (unsigned)(bit_count(empties & solver->regions[i]) & 1) << i;
    }
    return parity;
}

static int solve_two(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                     bitboard_t empties, unsigned parity, int alpha, int beta, bool passed);
static int solve_three(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                       bitboard_t empties, unsigned parity, int alpha, int beta, bool passed);
static int solve_four(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                      bitboard_t empties, unsigned parity, int alpha, int beta, bool passed);
static int solve_more(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                      bitboard_t empties, unsigned parity, int alpha, int beta, bool passed);

/* Solves a position with `left` empty squares, of which there are two to six. */
INLINE int solve_left(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                      bitboard_t empties, unsigned parity, int left, int alpha, int beta,
                      bool passed)
{
    return left == 2   ? solve_two(solver, own, other, empties, parity, alpha, beta, passed)
           : left == 3 ? solve_three(solver, own, other, empties, parity, alpha, beta, passed)
           : left == 4 ? solve_four(solver, own, other, empties, parity, alpha, beta, passed)
                       : solve_more(solver, own, other, empties, parity, alpha, beta, passed);
}

/* Tries the moves to the squares of `moves`, first those in the quarters of `parity`. `left` is the
 * number of empty squares, a constant in each function that this becomes part of. With up to four
 * empty squares `moves` may contain squares where no disc is turned. */
INLINE int try_moves(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                     bitboard_t empties, bitboard_t moves, unsigned parity, int left, int alpha,
                     int beta, bool passed)
{
    const bitboard_t odd = left == 2 ? moves : solver->odd[parity];
    bitboard_t groups[2] = {moves & odd, moves & ~odd};
    int best = -SOLVER_LIMIT - 1;
    solver->nodes++;
    for (int i = 0; i < (left == 2 ? 1 : 2); i++) {
        while (groups[i]) {
            const int square = bit_pop(&groups[i]);
            const bitboard_t flips = othello_flips(own, other, square);
            if (left <= 4 && !flips) {
                continue;
            }
            const bitboard_t rest = empties & ~(UINT64_C(1) << square);
            const bitboard_t ours = own | flips | UINT64_C(1) << square, theirs = other & ~flips;
            const int value = left == 2 ? -solve_last(solver, theirs, ours, bit_lowest(rest))
                                        : -solve_left(solver, theirs, ours, rest,
                                                      parity ^ solver->quarters[square], left - 1,
                                                      -beta, -alpha, false);
            if (left > 4 && solver->aborted) {
                return 0;
            }
            if (value > best) {
                best = value;
                if (value >= beta) {
                    return best;
                }
                alpha = value > alpha ? value : alpha;
            }
        }
    }
    if (best >= -SOLVER_LIMIT) {
        return best;
    }
    return passed ? final_value(solver, own, other)
                  : -solve_left(solver, other, own, empties, parity, left, -beta, -alpha, true);
}

static int solve_two(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                     bitboard_t empties, unsigned parity, int alpha, int beta, bool passed)
{
    return try_moves(solver, own, other, empties, empties, parity, 2, alpha, beta, passed);
}

static int solve_three(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                       bitboard_t empties, unsigned parity, int alpha, int beta, bool passed)
{
    return try_moves(solver, own, other, empties, empties, parity, 3, alpha, beta, passed);
}

static int solve_four(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                      bitboard_t empties, unsigned parity, int alpha, int beta, bool passed)
{
    return try_moves(solver, own, other, empties, empties, parity, 4, alpha, beta, passed);
}

/* The opponent's stable discs limit the value. They are counted only if alpha is high enough for
 * the limit to matter; otherwise it is SOLVER_LIMIT. */
INLINE int stable_limit(const struct othello_solver *solver, bitboard_t own, bitboard_t other,
                        int left, int alpha)
{
    return alpha >= 2 * left - 2
               ? solver->squares - 2 * bit_count(othello_stable(other, own, solver->board))
               : SOLVER_LIMIT;
}

/* From five empty squares on, the legal moves are known before they are tried. */
static int solve_more(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                      bitboard_t empties, unsigned parity, int alpha, int beta, bool passed)
{
    const int left = bit_count(empties);
    if (UNLIKELY(solver->nodes >= solver->checked_nodes) && check_stop(solver)) {
        return 0;
    }
    const int most = stable_limit(solver, own, other, left, alpha);
    if (most <= alpha) {
        return most;
    }
    const bitboard_t moves = othello_mobility(own, other) & solver->board;
    return left == 5
               ? try_moves(solver, own, other, empties, moves, parity, 5, alpha, beta, passed)
               : try_moves(solver, own, other, empties, moves, parity, 6, alpha, beta, passed);
}

/* Solves a position with at most six empty squares. */
static int solve_few(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                     bitboard_t empties, int alpha, int beta, bool passed)
{
    const int left = bit_count(empties);
    return left == 0   ? final_value(solver, own, other)
           : left == 1 ? solve_last(solver, own, other, bit_lowest(empties))
                       : solve_left(solver, own, other, empties, parity_of(solver, empties), left,
                                    alpha, beta, passed);
}

#endif
