/* SPDX-License-Identifier: MIT */
/* The shared search, compiled for nim. */
#include "params_plain.h"
#include "position.h"

#define SEARCH_METHOD       nim_search
#define SEARCH_POSITION     struct nim_position
#define SEARCH_UNDO         char
#define SEARCH_HISTORY_SIZE (NIM_PILES * NIM_TAKE)
#define SEARCH_NODE         "node_plain.h"

INLINE uint64_t search_key(const SEARCH_POSITION *p)
{
    return nim_key(p);
}

INLINE int search_side(const SEARCH_POSITION *p)
{
    return p->side;
}

INLINE bool search_is_terminal(const SEARCH_POSITION *p, int ply, score_t *score)
{
    *score = score_mated_in(ply);
    return nim_is_over(p);
}

INLINE score_t search_no_moves(const SEARCH_POSITION *p, int ply)
{
    (void)p;
    return score_mated_in(ply);
}

INLINE score_t search_evaluate(SEARCH_POSITION *p)
{
    return nim_evaluate(p);
}

INLINE void search_generate(const SEARCH_POSITION *p, enum move_class move_class,
                            struct move_list *list)
{
    (void)move_class;
    nim_legal_moves(p, list);
}

INLINE bool search_is_legal(const SEARCH_POSITION *p, move_t move)
{
    return move >= 1 && move <= SEARCH_HISTORY_SIZE && p->piles[nim_pile(move)] >= nim_stones(move);
}

INLINE void search_make(SEARCH_POSITION *p, move_t move, SEARCH_UNDO *undo)
{
    *undo = 0;
    p->piles[nim_pile(move)] = (uint8_t)(p->piles[nim_pile(move)] - nim_stones(move));
    p->side ^= 1;
    p->played++;
}

INLINE void search_unmake(SEARCH_POSITION *p, move_t move, const SEARCH_UNDO *undo)
{
    (void)undo;
    p->piles[nim_pile(move)] = (uint8_t)(p->piles[nim_pile(move)] + nim_stones(move));
    p->side ^= 1;
    p->played--;
}

INLINE int search_history_index(const SEARCH_POSITION *p, move_t move)
{
    (void)p;
    return move - 1;
}

INLINE int search_quiet_value(const SEARCH_POSITION *p, move_t move)
{
    (void)p, (void)move;
    return 0;
}

INLINE int search_plies_left(const SEARCH_POSITION *p)
{
    return p->piles[0] + p->piles[1] + p->piles[2];
}

#include "search_template.h"
