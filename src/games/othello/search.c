/* SPDX-License-Identifier: MIT */
/* The shared search, specialised for Othello, with its own node (search_node.h), which solves
 * endgames exactly. */
#include "evaluate.h"
#include "flips.h"
#include "rules.h"
#include "search_params.h"
#include "skill.h"
#include "solver.h"
#include "tt.h"

#define GAME                 othello
#define SEARCH_NODE          "othello/search_node.h"
#define SEARCH_WORKSPACE     struct othello_workspace
#define SEARCH_HISTORY_SIZE  (OTHELLO_MAX_SQUARES + 2)
#define SEARCH_HISTORY_INDEX 1
#define SEARCH_QUIET_VALUE   1
#define SEARCH_HANDICAP      1
#define SEARCH_TERMINAL      1
#define SEARCH_NO_MOVES      1

/* A worker's memory besides the histories. The shared search uses the first part of the table's
 * memory, the solver the rest. */
struct othello_workspace {
    struct tt table;
    struct othello_solver solver;
    int solve_depth; /* from this depth on, in plies, positions after a root move are solved */
};

INLINE bool othello_is_terminal(const struct othello_position *p, int ply UNUSED, score_t *score)
{
    if (!othello_is_over(p)) {
        return false;
    }
    *score = othello_final_score(p);
    return true;
}

INLINE score_t othello_no_moves(const struct othello_position *p, int ply UNUSED)
{
    return othello_final_score(p);
}

INLINE int othello_history_index(const struct othello_position *p UNUSED, move_t move)
{
    return move == MOVE_PASS ? 0 : move;
}

/* Moves that leave the opponent few replies come first. */
INLINE int othello_quiet_value(const struct othello_position *p, move_t move)
{
    if (othello_is_wide(p) || move == MOVE_PASS) {
        return 0;
    }
    const bitboard_t at = UINT64_C(1) << (move - 1), board = othello_board(p->size);
    const bitboard_t corners = othello_corners(p->size);
    const bitboard_t flips = othello_flips(p->own[0], p->other[0], move - 1);
    const bitboard_t replies =
        othello_mobility(p->other[0] & ~flips, p->own[0] | flips | at) & board;
    return (at & corners ? ORDER_CORNER : 0) - ORDER_REPLY * bit_count(replies) -
           ORDER_CORNER_REPLY * bit_count(replies & corners);
}

/* The levels. */
static const struct skill levels[] = {
    {0, 100, 1500, 1200},
    {6, 200, 500, 2000},
    {13, 400, 150, 3000},
    {19, 800, 20, 6400},
};

/* Whether the search ends with the exact endgame. */
static bool is_to_be_solved(const struct search_worker *w)
{
    const struct search *search = w->search;
    const struct othello_position *position = w->position;
    const int empties = othello_empties(position), depth = search->limits.depth;
    return !othello_is_wide(position) && depth >= empties &&
           (empties <= SOLVE_EMPTIES || depth < MAX_PLY - 1) &&
           search->limits.algorithm == ALGORITHM_ALPHABETA &&
           search->settings->values[OTHELLO_SKILL] == SKILL_FULL;
}

/* The number of plies that are searched before the endgame is solved. With many empty squares, time
 * may run out before the solution unless it was asked for, so the selective search reaches the end
 * first. */
static int plies_before(const struct search_worker *w)
{
    const int empties = othello_empties(w->position);
    const bool in_time = empties <= SOLVE_SURE || w->search->limits.depth < MAX_PLY - 1;
    const int plies = empties + (in_time ? -SOLVE_PLIES : SOLVE_PLIES_BEYOND);
    return plies < 0 ? 0 : plies;
}

INLINE struct othello_position *othello_set_up(struct othello_workspace *workspace,
                                               const struct search_worker *w)
{
    const struct tt *tt = w->search->tt;
    const struct othello_position *position = w->position;
    const size_t solvers = tt->bucket_count * SOLVE_TABLE_PERCENT / 100;
    workspace->table = *tt;
    workspace->table.bucket_count -= solvers;
    workspace->solve_depth = is_to_be_solved(w) ? plies_before(w) : MAX_PLY;
    othello_solver_init(&workspace->solver, w->search, position->size,
                        tt->buckets + workspace->table.bucket_count,
                        solvers * sizeof(struct tt_bucket));
    return w->position;
}

INLINE struct search_handicap othello_handicap(const struct search_worker *w)
{
    const struct search *search = w->search;
    struct search_handicap handicap = skill_handicap(
        levels, LENGTH(levels), search->settings->values[OTHELLO_SKILL], search->seed);
    if (is_to_be_solved(w)) {
        const int last = plies_before(w) + SOLVER_EXACT, empties = othello_empties(w->position);
        handicap.depth = (last > empties ? last : empties) + 1;
    }
    return handicap;
}

#define SEARCH_TABLE(worker) (&((struct search_memory *)(worker)->memory)->workspace.table)

#include "search_template.h"
