/* SPDX-License-Identifier: MIT */
#include "solver.h"

#include <string.h>

#include "evaluate.h"
#include "flips.h"
#include "rules.h"
#include "solver_last.h"
#include "solver_table.h"
#include "symmetry.h"

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
    solver->level = SOLVER_EXACT;
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

/* ---- The order of moves ---- */

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

/* Points of the evaluation on boards without patterns. */
enum {
    SOLVER_WEIGHT_MOVE = 32,
    SOLVER_WEIGHT_CORNER = 240,
    SOLVER_WEIGHT_UNIT = 5, /* centipawns in a point, by regression on exact values */
    SOLVER_WEIGHT_X = 120,  /* minus this for a disc diagonally next to an empty corner */
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
                      bitboard_t moves, struct solver_move *list)
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
        move->order = eval - SOLVER_ORDER_REPLY * bit_count(replies) -
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

/* ---- Nodes with a list of moves ---- */

/* Enhanced transposition cut-off (Plaat and others, 1996): the upper bound of a child in the table
 * is low enough. True if *value is at least beta. */
static bool child_cuts(const struct othello_solver *solver, const struct solver_move *list,
                       int count, int beta, int *value)
{
    for (int i = 0; i < count; i++) {
        const struct othello_solver_entry *entry = solver_find(solver, list[i].key);
        if (entry && entry->level >= solver->level && -entry->upper >= beta) {
            *value = -entry->upper;
            return true;
        }
    }
    return false;
}

/* ProbCut below the level SOLVER_EXACT: margins in percent of the standard deviation of the
 * prediction, by level; the depths of short searches. */
static const int solver_percents[SOLVER_EXACT] = {60, 110, 180};

enum {
    SOLVER_PROBCUT_EMPTIES = 11, /* from this number of empty squares on */
    SOLVER_PROBE_DEPTH = 2,      /* plies... */
    SOLVER_PROBE_EMPTIES = 12,   /* ... and one more for each... */
    SOLVER_PROBE_STEP = 3,       /* ... this many squares beyond this number */
    SOLVER_PROBE_DEPTHS = 10,
    SOLVER_PROBE_STATIC = 66, /* percent of the margin by which the evaluation is outside, too */
};

/* The exact value minus the score of a search of depth 0, 1, and so on: without and with patterns.
 * The command at the table of search_node.h measured the latter; the former are of 1,300 positions
 * with 11 to 19 empty squares, and deeper ones are extrapolated. */
static const struct othello_gain solver_gains[2][SOLVER_PROBE_DEPTHS] = {
    {
        {150, 1250},
        {0, 1150},
        {300, 1020},
        {50, 950},
        {200, 870},
        {50, 810},
        {150, 760},
        {50, 710},
        {150, 660},
        {50, 620},
    },
    {
        {14, 631},
        {-186, 617},
        {59, 567},
        {-176, 513},
        {73, 482},
        {-150, 447},
        {60, 434},
        {-129, 428},
        {19, 385},
        {-106, 356},
    },
};

/* True if a short search puts the value so far outside the window (alpha, alpha + 1) that it is
 * very probably outside; *value is the bound. */
static bool short_search_cuts(const struct othello_solver *solver, bitboard_t own, bitboard_t other,
                              int left, int alpha, int *value)
{
    const bool has_patterns = solver->squares == 64;
    const struct othello_gain *gains = solver_gains[has_patterns];
    int depth = SOLVER_PROBE_DEPTH + (left - SOLVER_PROBE_EMPTIES) / SOLVER_PROBE_STEP;
    depth = depth < SOLVER_PROBE_DEPTHS ? depth : SOLVER_PROBE_DEPTHS - 1;
    const int percent = solver_percents[solver->level];
    const int margin = percent * gains[depth].deviation / 100;
    const int least = percent * gains[0].deviation / 100 * SOLVER_PROBE_STATIC / 100;
    /* Values are even: they are at most alpha, or at least alpha + 2, if alpha is even. */
    const int middle = OTHELLO_DISC * (alpha + 1), aim = middle - gains[depth].mean;
    const int unit = has_patterns ? 1 : SOLVER_WEIGHT_UNIT;
    const int high = (aim + margin) / unit, low = (aim - margin) / unit;
    const int eval = unit * look_ahead(solver, own, other, 0, -INT16_MAX, INT16_MAX);
    if (eval >= middle + least) {
        *value = alpha + 1;
        return look_ahead(solver, own, other, depth, high - 1, high) >= high;
    }
    if (eval <= middle - least) {
        *value = alpha;
        return look_ahead(solver, own, other, depth, low, low + 1) <= low;
    }
    return false;
}

static int solve_node(struct othello_solver *solver, bitboard_t own, bitboard_t other, int alpha,
                      int beta, bool passed);

/* Searches the moves of a list. `best` is the value of another move, which was searched before, or
 * lower than all values. */
static int solve_moves(struct othello_solver *solver, bitboard_t own, bitboard_t other,
                       struct solver_move *list, int count, int alpha, int beta, int best,
                       int *square)
{
    const bool is_first = best < -SOLVER_LIMIT;
    alpha = best > alpha ? best : alpha;
    for (int i = 0; i < count; i++) {
        const struct solver_move *move = next_move_of(list, i, count);
        const bitboard_t ours = own | move->flips | UINT64_C(1) << (move->square & 63);
        const bitboard_t theirs = other & ~move->flips;
        int value;
        if (i == 0 && is_first) {
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
    if (left < SOLVER_FAR_EMPTIES) {
        return solve_near(solver, own, other, othello_mobility(own, other) & solver->board, alpha,
                          beta);
    }
    if (solver_is_stopped(solver)) {
        return 0;
    }
    uint64_t key = solver_key(own, other);
    __builtin_prefetch(solver_bucket(solver, key));
    const int most = stable_limit(solver, own, other, left, alpha);
    if (most <= alpha) {
        return most;
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
    const struct othello_solver_entry *entry = solver_find(solver, key);
    int best_square = -1, value;
    if (entry && entry->level >= solver->level) {
        if (entry->lower >= beta || entry->lower == entry->upper) {
            return entry->lower;
        }
        if (entry->upper <= alpha) {
            return entry->upper;
        }
    }
    /* The entry may be another position's with the same key, whose move is not legal here. */
    if (entry && entry->move && (moves >> (entry->move - 1) & 1)) {
        best_square = entry->move - 1;
    }
    if (solver->level < SOLVER_EXACT && left >= SOLVER_PROBCUT_EMPTIES && beta - alpha == 1 &&
        short_search_cuts(solver, own, other, left, alpha, &value)) {
        return value;
    }
    /* The table's move, which mostly cuts, is searched before the others are put into an order. */
    value = -SOLVER_LIMIT - 1;
    if (best_square >= 0) {
        const bitboard_t at = UINT64_C(1) << best_square;
        const bitboard_t flips = othello_flips(own, other, best_square);
        value = -solve_node(solver, other & ~flips, own | flips | at, -beta, -alpha, false);
        moves &= ~at;
    }
    if (value < beta && !solver->aborted) {
        struct solver_move list[SOLVER_MOVES];
        const int count = list_moves(solver, own, other, moves, list);
        int bound;
        if (left >= SOLVER_ETC_EMPTIES && child_cuts(solver, list, count, beta, &bound)) {
            return bound;
        }
        value = solve_moves(solver, own, other, list, count, alpha, beta, value, &best_square);
    }
    if (solver->aborted) {
        return 0;
    }
    const int level = left < SOLVER_PROBCUT_EMPTIES ? SOLVER_EXACT : solver->level;
    solver_store(solver, key, level, alpha, beta, value, best_square, solver->nodes - nodes);
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
