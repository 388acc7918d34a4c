/* SPDX-License-Identifier: MIT */
#include "solver.h"

#include <assert.h>
#include <stdatomic.h>

#include "evaluate.h"
#include "flips.h"
#include "rules.h"
#include "solver_table.h"

/* Numbers of empty squares from which on... */
enum {
    SOLVER_FEW_EMPTIES = 4,   /* (down to) squares are tried in turn, without a move list */
    SOLVER_TABLE_EMPTIES = 7, /* the table is used */
    SOLVER_EVAL_EMPTIES = 13, /* children are evaluated to order the moves */
    SOLVER_ETC_EMPTIES = 10,  /* the table is probed for all children before any is searched */
    SOLVER_AHEAD_EMPTIES =
        13, /* without patterns, children are searched one ply deep to order the moves */
    SOLVER_AHEAD_STEP = 4,        /* ... and one ply deeper for each further step of this size */
    SOLVER_SYMMETRY_EMPTIES = 26, /* positions that are equal by symmetry share an entry */
};

/* The number of nodes between two checks for a stop. */
#define SOLVER_CHECK_NODES 4096

/* The maximum number of moves of a position on these boards. */
#define SOLVER_MOVES 40

struct solver_move {
    bitboard_t flips;
    int square, order;
};

void othello_solver_init(struct othello_solver *solver, struct search *search, int size,
                         void *memory, size_t bytes)
{
    const uint8_t generation = solver->generation;
    const bitboard_t half = (UINT64_C(1) << size / 2) - 1;
    *solver = (struct othello_solver){
        .search = search,
        .node_limit = UINT64_MAX,
        .table = memory,
        .bucket_count = bytes / (SOLVER_BUCKET * sizeof(struct othello_solver_entry)),
        .generation = (uint8_t)(generation + 1),
        .board = othello_board(size),
        .corners = othello_corners(size),
        .squares = size * size,
        .size = size,
        .symmetry_empties = SOLVER_SYMMETRY_EMPTIES,
        .inner = size == 6 ? UINT64_C(0x0000001e1e1e1e00) : UINT64_C(0x007e7e7e7e7e7e00),
    };
    for (int rank = 0; rank < size / 2; rank++) {
        solver->regions[0] |= half << 8 * rank;
    }
    solver->regions[1] = solver->regions[0] << size / 2;
    solver->regions[2] = solver->regions[0] << 4 * size;
    solver->regions[3] = solver->regions[1] << 4 * size;
}

/* ---- The last empty squares ---- */

/* The value of a finished game: the empty squares go to the winner. */
INLINE int final_value(const struct othello_solver *solver, bitboard_t own, bitboard_t other)
{
    const int ours = bit_count(own), theirs = bit_count(other);
    return ours > theirs   ? solver->squares - 2 * theirs
           : ours < theirs ? 2 * ours - solver->squares
                           : 0;
}

/* One empty square is left: the side that can move there does. */
INLINE int solve_last(const struct othello_solver *solver, bitboard_t own, bitboard_t other,
                      int square)
{
    const int ours = bit_count(own), flips = bit_count(othello_flips(own, other, square));
    if (flips) {
        return 2 * (ours + flips + 1) - solver->squares;
    }
    const int replies = bit_count(othello_flips(other, own, square));
    if (replies) {
        return 2 * (ours - replies) - solver->squares;
    }
    return final_value(solver, own, other);
}

/* The empty squares in quarters with an odd number of them: a side that moves there also makes the
 * last move there. */
INLINE bitboard_t odd_regions(const struct othello_solver *solver, bitboard_t empties)
{
    bitboard_t odd = 0;
    for (int i = 0; i < LENGTH(solver->regions); i++) {
        odd |= bit_count(empties & solver->regions[i]) & 1 ? solver->regions[i] : 0;
    }
    return odd & empties;
}

static int solve_few(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                     bitboard_t empties, int alpha, int beta, bool passed)
{
    const bool is_next_last = bit_count(empties) == 2;
    bitboard_t odd = is_next_last ? empties : odd_regions(solver, empties);
    bitboard_t groups[2] = {odd, empties & ~odd};
    int best = -SOLVER_LIMIT - 1;
    solver->nodes++;
    for (int i = 0; i < 2; i++) {
        while (groups[i]) {
            const int square = bit_pop(&groups[i]);
            const bitboard_t flips = othello_flips(own, other, square);
            if (!flips) {
                continue;
            }
            const bitboard_t left = empties & ~(UINT64_C(1) << square);
            const bitboard_t ours = own | flips | UINT64_C(1) << square, theirs = other & ~flips;
            const int value = is_next_last
                                  ? -solve_last(solver, theirs, ours, bit_lowest(left))
                                  : -solve_few(solver, theirs, ours, left, -beta, -alpha, false);
            if (value > best) {
                best = value;
                if (value >= beta) {
                    return best;
                }
                alpha = value > alpha ? value : alpha;
            }
        }
    }
    if (best < -SOLVER_LIMIT) {
        return passed ? final_value(solver, own, other)
                      : -solve_few(solver, other, own, empties, -beta, -alpha, true);
    }
    return best;
}

/* ---- Nodes with a list of moves ---- */

/* Points in the move order. */
enum {
    SOLVER_ORDER_TABLE = 1 << 20,
    SOLVER_ORDER_REPLY = 32,        /* minus this for each reply that the opponent has... */
    SOLVER_ORDER_CORNER_REPLY = 32, /* ... and for each reply that is a corner */
    SOLVER_ORDER_CORNER = 48,       /* for a move to a corner */
    SOLVER_ORDER_PARITY = 14,       /* for a quarter with an odd number of empty squares */
    SOLVER_ORDER_FRONTIER = 3,      /* minus this for each empty square beside own discs */
    SOLVER_ORDER_EVAL = 10,         /* centipawns of the evaluation per point */
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
        return weigh(solver, own, other);
    }
    int best = -INT16_MAX;
    while (moves && best < beta) {
        const int square = bit_pop(&moves);
        const bitboard_t flips = othello_flips(own, other, square);
        const int value = -look_ahead(solver, other & ~flips, own | flips | UINT64_C(1) << square,
                                      depth - 1, -beta, -(alpha > best ? alpha : best));
        best = value > best ? value : best;
    }
    return best;
}

/* The number of plies to look ahead to order the moves of a position with this number of empty
 * squares. */
INLINE int plies_ahead(const struct othello_solver *solver, int left)
{
    return solver->squares == 64 || left < SOLVER_AHEAD_EMPTIES
               ? 0
               : 1 + (left - SOLVER_AHEAD_EMPTIES) / SOLVER_AHEAD_STEP;
}

static int list_moves(const struct othello_solver *solver, bitboard_t own, bitboard_t other,
                      bitboard_t moves, int best_square, struct solver_move *list)
{
    const bitboard_t empties = solver->board & ~(own | other);
    const bitboard_t odd = odd_regions(solver, empties), corners = solver->corners;
    const int left = bit_count(empties);
    const bool has_patterns = solver->squares == 64 && left >= SOLVER_EVAL_EMPTIES;
    const int ahead = plies_ahead(solver, left);
    int count = 0;
    while (moves) {
        struct solver_move *move = &list[count++];
        move->square = bit_pop(&moves);
        move->flips = othello_flips(own, other, move->square);
        const bitboard_t at = UINT64_C(1) << move->square, ours = own | move->flips | at;
        const bitboard_t theirs = other & ~move->flips;
        const bitboard_t replies = othello_mobility(theirs, ours) & solver->board;
        const int eval = has_patterns ? -othello_evaluate_patterns(theirs, ours) / SOLVER_ORDER_EVAL
                         : ahead > 0
                             ? -look_ahead(solver, theirs, ours, ahead, -INT16_MAX, INT16_MAX)
                             : 0;
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

/* Enhanced transposition cut-off (Plaat and others, 1996): the upper bound of a child in the table
 * is low enough. True if *value is at least beta. */
static bool child_cuts(const struct othello_solver *solver, bitboard_t own, bitboard_t other,
                       const struct solver_move *list, int count, int beta, int *value)
{
    for (int i = 0; i < count; i++) {
        assert(list[i].square >= 0 && list[i].square < 64);
        const bitboard_t ours = own | list[i].flips | UINT64_C(1) << list[i].square;
        const struct othello_solver_entry *entry =
            solver_find(solver, solver_key(other & ~list[i].flips, ours));
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
    if (left <= SOLVER_FEW_EMPTIES && left > 1) {
        return solve_few(solver, own, other, empties, alpha, beta, passed);
    }
    if (left <= 1) {
        return left == 0 ? final_value(solver, own, other)
                         : solve_last(solver, own, other, bit_lowest(empties));
    }
    if (solver_is_stopped(solver)) {
        return 0;
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
    }
    const bool has_table = left >= SOLVER_TABLE_EMPTIES;
    const uint64_t key = has_table ? solver_key(own, other) : 0, nodes = solver->nodes;
    int best_square = -1, value;
    if (has_table) {
        const struct othello_solver_entry *entry = solver_find(solver, key);
        if (entry) {
            if (entry->lower >= beta || entry->lower == entry->upper) {
                return entry->lower;
            }
            if (entry->upper <= alpha) {
                return entry->upper;
            }
            best_square = entry->move - 1;
        }
    }
    struct solver_move list[SOLVER_MOVES];
    const int count = list_moves(solver, own, other, moves, best_square, list);
    if (left >= SOLVER_ETC_EMPTIES && child_cuts(solver, own, other, list, count, beta, &value)) {
        return value;
    }
    value = solve_moves(solver, own, other, list, count, alpha, beta, &best_square);
    if (has_table && !solver->aborted) {
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
