/* SPDX-License-Identifier: MIT */
/* Part of solver.c: the order in which the moves of a position are searched. */
#ifndef OTHELLO_SOLVER_ORDER_H
#define OTHELLO_SOLVER_ORDER_H

#include "evaluate.h"
#include "flips.h"
#include "solver.h"
#include "solver_last.h"
#include "solver_table.h"

/* Numbers of empty squares from which on, with and without patterns, children are searched to order
 * the moves; and the numbers of further squares for each ply of these searches after the first. */
enum {
    SOLVER_EVAL_EMPTIES = 12, /* with patterns, children are evaluated */
    SOLVER_AHEAD_EMPTIES = 16,
    SOLVER_AHEAD_STEP = 2,
    SOLVER_PLAIN_EMPTIES = 13,
    SOLVER_PLAIN_STEP = 4,
};

/* From this number of empty squares on, the table is probed for all children before any is
 * searched. */
#define SOLVER_ETC_EMPTIES 11

/* A child that is worse than the best by more than this is not searched any further, in
 * centipawns. */
#define SOLVER_AHEAD_MARGIN 600

/* The maximum number of moves of a position on these boards. */
#define SOLVER_MOVES 40

struct solver_move {
    bitboard_t flips;
    uint64_t key; /* of the position after the move; 0 below SOLVER_ETC_EMPTIES */
    int square, order;
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

/* Points of the evaluation on boards without patterns. */
enum {
    SOLVER_WEIGHT_MOVE = 32,
    SOLVER_WEIGHT_CORNER = 240,
    SOLVER_WEIGHT_X = 120, /* minus this for a disc diagonally next to an empty corner */
};

/* The advantage of the side to move in moves, corners and squares next to corners. */
static int weigh(const struct othello_solver *solver, bitboard_t own, bitboard_t other)
{
    const bitboard_t corners = solver->corners, free = corners & ~(own | other);
    const bitboard_t next = (free << 9 | free >> 9 | (free << 7 | free >> 7)) & solver->inner;
    return SOLVER_WEIGHT_MOVE * (bit_count(othello_mobility(own, other) & solver->board) -
                                 bit_count(othello_mobility(other, own) & solver->board)) +
           SOLVER_WEIGHT_CORNER * (bit_count(own & corners) - bit_count(other & corners)) -
           SOLVER_WEIGHT_X * (bit_count(own & next) - bit_count(other & next));
}

/* The same after the best moves of both sides. */
static int look_ahead(const struct othello_solver *solver, bitboard_t own, bitboard_t other,
                      int depth, int alpha, int beta)
{
    bitboard_t moves = depth > 0 ? othello_mobility(own, other) & solver->board : 0;
    if (!moves) {
        return solver->squares == 64 ? othello_evaluate_patterns(own, other)
                                     : weigh(solver, own, other);
    }
    /* With more than one ply to go, moves that leave few replies come first. */
    bitboard_t turned[SOLVER_MOVES];
    uint8_t squares[SOLVER_MOVES], replies[SOLVER_MOVES];
    int count = 0, best = -INT16_MAX;
    while (moves) {
        const int square = bit_pop(&moves);
        const bitboard_t flips = othello_flips(own, other, square);
        const int left =
            depth == 1
                ? 0
                : bit_count(othello_mobility(other & ~flips, own | flips | UINT64_C(1) << square) &
                            solver->board);
        int i = count++;
        for (; i > 0 && replies[i - 1] > left; i--) {
            turned[i] = turned[i - 1];
            squares[i] = squares[i - 1];
            replies[i] = replies[i - 1];
        }
        turned[i] = flips;
        squares[i] = (uint8_t)square;
        replies[i] = (uint8_t)left;
    }
    for (int i = 0; i < count && best < beta; i++) {
        const bitboard_t ours = own | turned[i] | UINT64_C(1) << squares[i];
        const int value = -look_ahead(solver, other & ~turned[i], ours, depth - 1, -beta,
                                      -(alpha > best ? alpha : best));
        best = value > best ? value : best;
    }
    return best;
}

/* The number of plies to look ahead to order the moves of a position with this number of empty
 * squares. */
INLINE int plies_ahead(const struct othello_solver *solver, int left)
{
    const bool has_patterns = solver->squares == 64;
    const int from = has_patterns ? SOLVER_AHEAD_EMPTIES : SOLVER_PLAIN_EMPTIES;
    const int step = has_patterns ? SOLVER_AHEAD_STEP : SOLVER_PLAIN_STEP;
    return left < from ? 0 : 1 + (left - from) / step;
}

/* Lists the legal moves with their points. */
static int list_moves(const struct othello_solver *solver, bitboard_t own, bitboard_t other,
                      bitboard_t moves, int best_square, struct solver_move *list)
{
    const bitboard_t empties = solver->board & ~(own | other);
    const bitboard_t odd = solver->odd[parity_of(solver, empties)], corners = solver->corners;
    const int left = bit_count(empties);
    const bool has_patterns = solver->squares == 64 && left >= SOLVER_EVAL_EMPTIES;
    const int ahead = plies_ahead(solver, left);
    int count = 0, highest = -INT16_MAX;
    while (moves) {
        struct solver_move *move = &list[count++];
        move->square = bit_pop(&moves);
        move->flips = othello_flips(own, other, move->square);
        const bitboard_t at = UINT64_C(1) << move->square, ours = own | move->flips | at;
        const bitboard_t theirs = other & ~move->flips;
        move->key = 0;
        if (left >= SOLVER_ETC_EMPTIES) {
            move->key = solver_key(theirs, ours);
            __builtin_prefetch(solver_bucket(solver, move->key));
        }
        const bitboard_t replies = othello_mobility(theirs, ours) & solver->board;
        int eval = 0;
        if (has_patterns || ahead > 0) {
            const int floor = highest - SOLVER_AHEAD_MARGIN;
            eval = -look_ahead(solver, theirs, ours, ahead, -INT16_MAX, -floor);
            highest = eval > highest ? eval : highest;
            eval /= has_patterns ? SOLVER_ORDER_EVAL : 1;
        }
        move->order = eval + (move->square == best_square ? SOLVER_ORDER_TABLE : 0) -
                      SOLVER_ORDER_REPLY * bit_count(replies) -
                      SOLVER_ORDER_CORNER_REPLY * bit_count(replies & corners) +
                      (at & corners ? SOLVER_ORDER_CORNER : 0) +
                      (at & odd ? SOLVER_ORDER_PARITY : 0) -
                      SOLVER_ORDER_FRONTIER * bit_count(squares_beside(ours) & empties & ~at);
    }
    return count;
}

INLINE const struct solver_move *next_move_of(struct solver_move *list, int from, int count)
{
    int best = from;
    for (int i = from + 1; i < count; i++) {
        if (list[i].order > list[best].order) {
            best = i;
        }
    }
    const struct solver_move move = list[best];
    list[best] = list[from];
    list[from] = move;
    return &list[from];
}

#endif
