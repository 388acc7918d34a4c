/* SPDX-License-Identifier: MIT */
/* Part of solver.c: the nodes near the end. The last empty squares are tried without a list of
 * moves; with up to SOLVER_FAR_EMPTIES - 1 of them, moves are ordered by replies alone. */
#ifndef OTHELLO_SOLVER_LAST_H
#define OTHELLO_SOLVER_LAST_H

#include <stdatomic.h>

#include "flips.h"
#include "rules.h"
#include "solver.h"
#include "solver_table.h"

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
static int solve_five(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                      bitboard_t empties, unsigned parity, int alpha, int beta, bool passed);
static int solve_six(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                     bitboard_t empties, bitboard_t moves, unsigned parity, int alpha, int beta,
                     bool passed);

/* Solves a position with `left` empty squares, of which there are two to six. */
INLINE int solve_left(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                      bitboard_t empties, unsigned parity, int left, int alpha, int beta,
                      bool passed)
{
    return left == 2   ? solve_two(solver, own, other, empties, parity, alpha, beta, passed)
           : left == 3 ? solve_three(solver, own, other, empties, parity, alpha, beta, passed)
           : left == 4 ? solve_four(solver, own, other, empties, parity, alpha, beta, passed)
           : left == 5 ? solve_five(solver, own, other, empties, parity, alpha, beta, passed)
                       : solve_six(solver, own, other, empties,
                                   othello_mobility(own, other) & solver->board, parity, alpha,
                                   beta, passed);
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

/* The opponent's stable discs limit the value. They are counted only if alpha is high enough, and
 * their discs are many enough, for the limit to matter; otherwise it is SOLVER_LIMIT. Without a
 * corner, too few discs are stable. */
INLINE int stable_limit(const struct othello_solver *solver, bitboard_t own, bitboard_t other,
                        int left, int alpha)
{
    const bool may_cut = alpha >= 2 * left - 2 && (other & solver->corners) &&
                         solver->squares - 2 * bit_count(other) <= alpha;
    return may_cut ? solver->squares - 2 * bit_count(othello_stable(other, own, solver->board))
                   : SOLVER_LIMIT;
}

/* From five empty squares on, the legal moves are known before they are tried. */
static int solve_five(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                      bitboard_t empties, unsigned parity, int alpha, int beta, bool passed)
{
    if (UNLIKELY(solver->nodes >= solver->checked_nodes) && check_stop(solver)) {
        return 0;
    }
    const int most = stable_limit(solver, own, other, 5, alpha);
    if (most <= alpha) {
        return most;
    }
    const bitboard_t moves = othello_mobility(own, other) & solver->board;
    return try_moves(solver, own, other, empties, moves, parity, 5, alpha, beta, passed);
}

static int solve_six(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                     bitboard_t empties, bitboard_t moves, unsigned parity, int alpha, int beta,
                     bool passed)
{
    if (UNLIKELY(solver->nodes >= solver->checked_nodes) && check_stop(solver)) {
        return 0;
    }
    const int most = stable_limit(solver, own, other, 6, alpha);
    if (most <= alpha) {
        return most;
    }
    return try_moves(solver, own, other, empties, moves, parity, 6, alpha, beta, passed);
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

/* Numbers of empty squares from which on... */
enum {
    SOLVER_LIST_EMPTIES = 7,      /* moves are listed and ordered, and a table is used */
    SOLVER_FAR_EMPTIES = 10,      /* it is the search's table instead of the small one */
    SOLVER_SYMMETRY_EMPTIES = 26, /* positions that are equal by symmetry share an entry */
};

/* Points in the move order. */
enum {
    SOLVER_ORDER_TABLE = 1 << 20,
    SOLVER_ORDER_REPLY = 32,        /* minus this for each reply that the opponent has... */
    SOLVER_ORDER_CORNER_REPLY = 32, /* ... and for each reply that is a corner */
    SOLVER_ORDER_CORNER = 24,       /* for a move to a corner */
    SOLVER_ORDER_PARITY = 14,       /* for a quarter with an odd number of empty squares */
    SOLVER_ORDER_FRONTIER = 3,      /* minus this for each empty square beside own discs */
    SOLVER_ORDER_EVAL = 5,          /* centipawns of the evaluation per point */
};

/* The squares beside those of the set. */
INLINE bitboard_t squares_beside(bitboard_t set)
{
    const bitboard_t wide = set | (set & ~OTHELLO_FILE_H) << 1 | (set & ~OTHELLO_FILE_A) >> 1;
    return wide | wide << 8 | wide >> 8;
}

struct near_move {
    bitboard_t flips, replies;
    uint8_t square;
};

/* Lists the legal moves. `orders` has their points and, in the low byte, 255 minus their index in
 * the list.
 */
INLINE int list_near_moves(const struct othello_solver *solver, bitboard_t own, bitboard_t other,
                           bitboard_t moves, unsigned parity, int best_square,
                           struct near_move *list, int *orders)
{
    const bitboard_t empties = solver->board & ~(own | other);
    const bitboard_t odd = solver->odd[parity], corners = solver->corners;
    int count = 0;
    while (moves) {
        struct near_move *move = &list[count];
        const int square = bit_pop(&moves);
        const bitboard_t at = UINT64_C(1) << square;
        move->square = (uint8_t)square;
        move->flips = othello_flips(own, other, square);
        const bitboard_t ours = own | move->flips | at, theirs = other & ~move->flips;
        move->replies = othello_mobility(theirs, ours) & solver->board;
        const int points = (square == best_square ? SOLVER_ORDER_TABLE : 0) -
                           SOLVER_ORDER_REPLY * bit_count(move->replies) -
                           SOLVER_ORDER_CORNER_REPLY * bit_count(move->replies & corners) +
                           (at & corners ? SOLVER_ORDER_CORNER : 0) +
                           (at & odd ? SOLVER_ORDER_PARITY : 0) -
                           SOLVER_ORDER_FRONTIER * bit_count(squares_beside(ours) & empties & ~at);
        orders[count] = points * 256 + 255 - count;
        count++;
    }
    return count;
}

/* Solves a position with SOLVER_LIST_EMPTIES to SOLVER_FAR_EMPTIES - 1 empty squares, given its
 * legal moves. */
static int solve_near(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                      bitboard_t moves, int alpha, int beta)
{
    if (solver_is_stopped(solver)) {
        return 0;
    }
    const uint64_t key = solver_key(own, other);
    __builtin_prefetch(solver_near(solver, key));
    const bitboard_t empties = solver->board & ~(own | other);
    const int left = bit_count(empties);
    const int most = stable_limit(solver, own, other, left, alpha);
    if (most <= alpha) {
        return most;
    }
    if (!moves) {
        moves = othello_mobility(other, own) & solver->board;
        return moves ? -solve_near(solver, other, own, moves, -beta, -alpha)
                     : final_value(solver, own, other);
    }
    const struct othello_solver_entry *entry = solver_find_near(solver, key);
    int best_square = -1, best = -SOLVER_LIMIT - 1;
    if (entry) {
        if (entry->lower >= beta || entry->lower == entry->upper) {
            return entry->lower;
        }
        if (entry->upper <= alpha) {
            return entry->upper;
        }
        best_square = entry->move - 1;
    }
    struct near_move list[SOLVER_FAR_EMPTIES];
    int orders[SOLVER_FAR_EMPTIES];
    const unsigned parity = parity_of(solver, empties);
    const int count = list_near_moves(solver, own, other, moves, parity, best_square, list, orders);
    int floor = alpha;
    for (int i = 0; i < count && best < beta; i++) {
        for (int k = i + 1; k < count; k++) {
            const int order = orders[k];
            orders[k] = order > orders[i] ? orders[i] : order;
            orders[i] = order > orders[i] ? order : orders[i];
        }
        const struct near_move *move = &list[255 - (orders[i] & 255)];
        const bitboard_t at = UINT64_C(1) << (move->square & 63);
        const bitboard_t ours = own | move->flips | at, theirs = other & ~move->flips;
        const int value =
            left > SOLVER_LIST_EMPTIES
                ? -solve_near(solver, theirs, ours, move->replies, -beta, -floor)
                : -solve_six(solver, theirs, ours, empties & ~at, move->replies,
                             parity ^ solver->quarters[move->square], -beta, -floor, false);
        if (solver->aborted) {
            return 0;
        }
        if (value > best) {
            best = value;
            best_square = move->square;
            floor = value > floor ? value : floor;
        }
    }
    solver_store_near(solver, key, alpha, beta, best, best_square);
    return best;
}

#endif
