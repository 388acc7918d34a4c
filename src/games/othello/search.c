/* SPDX-License-Identifier: MIT */
/* The shared search, made for Othello. */
#include "evaluate.h"
#include "moves.h"
#include "othello.h"
#include "params_plain.h"
#include "position.h"
#include "skill.h"

#define SEARCH_METHOD       LEVEL_NAME(othello_search)
#define SEARCH_POSITION     struct othello_position
#define SEARCH_UNDO         struct othello_position
#define SEARCH_HISTORY_SIZE (OTHELLO_MAX_SQUARES + 2)
#define SEARCH_NODE         "node_plain.h"

INLINE uint64_t search_key(const SEARCH_POSITION *p)
{
    return othello_key(p);
}

INLINE int search_side(const SEARCH_POSITION *p)
{
    return p->side;
}

INLINE bool search_is_terminal(const SEARCH_POSITION *p, int ply, score_t *score)
{
    (void)ply;
    if (!othello_is_over(p)) {
        return false;
    }
    *score = othello_final_score(p);
    return true;
}

INLINE score_t search_no_moves(const SEARCH_POSITION *p, int ply)
{
    (void)ply;
    return othello_final_score(p);
}

INLINE score_t search_evaluate(SEARCH_POSITION *p)
{
    return othello_evaluate(p);
}

INLINE void search_generate(const SEARCH_POSITION *p, enum move_class move_class,
                            struct move_list *list)
{
    (void)move_class;
    othello_legal_moves(p, list);
}

INLINE bool search_is_legal(const SEARCH_POSITION *p, move_t move)
{
    return othello_is_legal(p, move);
}

INLINE void search_make(SEARCH_POSITION *p, move_t move, SEARCH_UNDO *undo)
{
    *undo = *p;
    othello_make(p, move);
}

INLINE void search_unmake(SEARCH_POSITION *p, move_t move, const SEARCH_UNDO *undo)
{
    (void)move;
    *p = *undo;
}

INLINE int search_history_index(const SEARCH_POSITION *p, move_t move)
{
    (void)p;
    return move == MOVE_PASS ? 0 : move;
}

INLINE int search_quiet_value(const SEARCH_POSITION *p, move_t move)
{
    (void)p, (void)move;
    return 0;
}

/* Every disc may be followed by a pass. */
INLINE int search_plies_left(const SEARCH_POSITION *p)
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

#define SEARCH_HANDICAP 1
INLINE struct search_handicap search_handicap(const struct search_worker *w)
{
    const struct search *search = w->search;
    return skill_handicap(levels, LENGTH(levels), search->settings->values[OTHELLO_SKILL],
                          search->seed);
}

#include "search_template.h"
