/* SPDX-License-Identifier: MIT */
/* The shared search, made for Othello, with a node of its own (search_node.h) that solves endgames
 * exactly. */
#include "evaluate.h"
#include "flips.h"
#include "moves.h"
#include "othello.h"
#include "position.h"
#include "search_params.h"
#include "skill.h"
#include "solver.h"
#include "tt.h"

#define SEARCH_METHOD       LEVEL_NAME(othello_search)
#define GAME                search
#define SEARCH_TERMINAL     1
#define SEARCH_NO_MOVES     1
#define SEARCH_QUIET_VALUE  1
#define SEARCH_PLIES_LEFT   1
#define SEARCH_GENERATE     1
#define GAME_POSITION       struct othello_position
#define GAME_UNDO           struct othello_position
#define SEARCH_HISTORY_SIZE (OTHELLO_MAX_SQUARES + 2)
#define SEARCH_NODE         "othello/search_node.h"
#define SEARCH_WORKSPACE    struct othello_workspace

/* What a worker has beside the histories. The shared search has the first part of the table's
 * memory, the solver the rest. */
struct othello_workspace {
    struct tt table;
    struct othello_solver solver;
    int solve_depth; /* positions after a move of the root are solved from this depth on, plies */
};

INLINE uint64_t search_key(const GAME_POSITION *p)
{
    return othello_key(p);
}

INLINE int search_side(const GAME_POSITION *p)
{
    return p->side;
}

INLINE bool search_is_terminal(const GAME_POSITION *p, int ply, score_t *score)
{
    (void)ply;
    if (!othello_is_over(p)) {
        return false;
    }
    *score = othello_final_score(p);
    return true;
}

INLINE score_t search_no_moves(const GAME_POSITION *p, int ply)
{
    (void)ply;
    return othello_final_score(p);
}

INLINE score_t search_evaluate(GAME_POSITION *p)
{
    return othello_evaluate(p);
}

INLINE void search_generate(const GAME_POSITION *p, enum move_class move_class,
                            struct move_list *list)
{
    (void)move_class;
    othello_legal_moves(p, list);
}

INLINE bool search_is_legal(const GAME_POSITION *p, move_t move)
{
    return othello_is_legal(p, move);
}

INLINE void search_make(GAME_POSITION *p, move_t move, GAME_UNDO *undo)
{
    *undo = *p;
    othello_make(p, move);
}

INLINE void search_unmake(GAME_POSITION *p, move_t move, const GAME_UNDO *undo)
{
    (void)move;
    *p = *undo;
}

INLINE int search_history_index(const GAME_POSITION *p, move_t move)
{
    (void)p;
    return move == MOVE_PASS ? 0 : move;
}

/* Moves that leave the opponent few replies come first. */
INLINE int search_quiet_value(const GAME_POSITION *p, move_t move)
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

/* Every disc may be followed by a pass. */
INLINE int search_plies_left(const GAME_POSITION *p)
{
    return 2 * othello_empties(p);
}

/* What a level may do. */
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

/* The plies that are searched before the endgame is solved. */
static int plies_before(int empties)
{
    const int plies = empties - SOLVE_PLIES;
    return plies < 0 ? 0 : plies > SOLVE_MAX_DEPTH ? SOLVE_MAX_DEPTH : plies;
}

INLINE GAME_POSITION *search_set_up(SEARCH_WORKSPACE *workspace, const struct search_worker *w)
{
    const struct tt *tt = w->search->tt;
    const struct othello_position *position = w->position;
    const size_t solvers = tt->bucket_count * SOLVE_TABLE_PERCENT / 100;
    workspace->table = *tt;
    workspace->table.bucket_count -= solvers;
    workspace->solve_depth = is_to_be_solved(w) ? plies_before(othello_empties(position)) : MAX_PLY;
    othello_solver_init(&workspace->solver, w->search, position->size,
                        tt->buckets + workspace->table.bucket_count,
                        solvers * sizeof(struct tt_bucket));
    return w->position;
}

#define SEARCH_HANDICAP 1
INLINE struct search_handicap search_handicap(const struct search_worker *w)
{
    const struct search *search = w->search;
    struct search_handicap handicap = skill_handicap(
        levels, LENGTH(levels), search->settings->values[OTHELLO_SKILL], search->seed);
    if (is_to_be_solved(w)) {
        handicap.depth = othello_empties(w->position) + 1;
    }
    return handicap;
}

#define SEARCH_TABLE(worker) (&((struct search_memory *)(worker)->memory)->workspace.table)

#include "search_template.h"
