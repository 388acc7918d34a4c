/* SPDX-License-Identifier: MIT */
/* The shared search, made for tic-tac-toe, with the plain node: every score is exact. */
#include "params_plain.h"
#include "skill.h"
#include "tictactoe.h"

#define SEARCH_METHOD       tictactoe_search
#define SEARCH_POSITION     struct tictactoe_position
#define SEARCH_UNDO         char
#define SEARCH_HISTORY_SIZE TICTACTOE_SQUARES
#define SEARCH_NODE         "node_plain.h"

INLINE uint64_t search_key(const SEARCH_POSITION *p)
{
    return tictactoe_key(p);
}

INLINE int search_side(const SEARCH_POSITION *p)
{
    return p->side;
}

INLINE bool search_is_terminal(const SEARCH_POSITION *p, int ply, score_t *score)
{
    if (tictactoe_is_won(p)) {
        *score = score_mated_in(ply);
        return true;
    }
    *score = SCORE_DRAW;
    return tictactoe_empty(p) == 0;
}

INLINE score_t search_no_moves(const SEARCH_POSITION *p, int ply)
{
    (void)p, (void)ply;
    return SCORE_DRAW;
}

INLINE score_t search_evaluate(SEARCH_POSITION *p)
{
    return tictactoe_evaluate(p);
}

INLINE void search_generate(const SEARCH_POSITION *p, enum move_class move_class,
                            struct move_list *list)
{
    (void)move_class;
    tictactoe_legal_moves(p, list);
}

INLINE bool search_is_legal(const SEARCH_POSITION *p, move_t move)
{
    return move >= 1 && move <= TICTACTOE_SQUARES &&
           (tictactoe_empty(p) >> tictactoe_square(move) & 1);
}

INLINE void search_make(SEARCH_POSITION *p, move_t move, SEARCH_UNDO *undo)
{
    *undo = 0;
    tictactoe_make(p, move);
}

INLINE void search_unmake(SEARCH_POSITION *p, move_t move, const SEARCH_UNDO *undo)
{
    (void)undo;
    tictactoe_unmake(p, move);
}

INLINE int search_history_index(const SEARCH_POSITION *p, move_t move)
{
    (void)p;
    return tictactoe_square(move);
}

/* The middle lies on four lines, a corner on three, an edge on two. */
INLINE int search_quiet_value(const SEARCH_POSITION *p, move_t move)
{
    (void)p;
    int square = tictactoe_square(move);
    return square == 4 ? 2 : square % 2 == 0;
}

INLINE int search_plies_left(const SEARCH_POSITION *p)
{
    return bit_count((uint64_t)tictactoe_empty(p));
}

/* What a level may do. */
static const struct skill levels[] = {
    {0, 100, 60, 30}, {6, 150, 30, 40}, {13, 250, 20, 60}, {19, 500, 5, 5000},
};

#define SEARCH_HANDICAP 1
INLINE struct search_handicap search_handicap(const struct search_worker *w)
{
    const struct search *search = w->search;
    return skill_handicap(levels, LENGTH(levels), search->settings->values[TICTACTOE_SKILL],
                          search->seed);
}

#include "search_template.h"
