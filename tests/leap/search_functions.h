/* SPDX-License-Identifier: MIT */
/* Included by the searches of leap: the functions of the position that all of them need. */
#include "position.h"

#define SEARCH_POSITION     struct leap_position
#define SEARCH_UNDO         struct leap_position
#define SEARCH_HISTORY_SIZE (LEAP_SQUARES * LEAP_SQUARES + 1)
#define SEARCH_MULTI_MOVE   1

INLINE uint64_t search_key(const SEARCH_POSITION *p)
{
    return leap_key(p);
}

INLINE int search_side(const SEARCH_POSITION *p)
{
    return p->side;
}

INLINE bool search_is_terminal(const SEARCH_POSITION *p, int ply, score_t *score)
{
    int balance;
    bool over = leap_is_over(p, &balance);
    balance = p->side == 0 ? balance : -balance;
    *score = balance > 0 ? score_mate_in(ply) : balance < 0 ? score_mated_in(ply) : SCORE_DRAW;
    return over;
}

INLINE score_t search_no_moves(const SEARCH_POSITION *p, int ply)
{
    (void)p, (void)ply;
    return SCORE_DRAW;
}

INLINE score_t search_evaluate(SEARCH_POSITION *p)
{
    return leap_evaluate(p);
}

#ifdef SEARCH_NOISY_MOVES
/* Leaps are noisy moves; steps and the pass are quiet. */
INLINE void search_generate(const SEARCH_POSITION *p, enum move_class move_class,
                            struct move_list *list)
{
    struct move_list all = {.count = 0};
    leap_legal_moves(p, &all);
    for (int i = 0; i < all.count; i++) {
        bool noisy = all.moves[i] != MOVE_PASS && leap_count(all.moves[i]) > 0;
        if (noisy == (move_class == MOVES_NOISY)) {
            move_list_add(list, all.moves[i]);
        }
    }
}
#else
INLINE void search_generate(const SEARCH_POSITION *p, enum move_class move_class,
                            struct move_list *list)
{
    (void)move_class;
    leap_legal_moves(p, list);
}
#endif

INLINE bool search_is_legal(const SEARCH_POSITION *p, move_t move)
{
    struct leap_path path;
    return leap_follow(p, move, &path);
}

INLINE void search_make(SEARCH_POSITION *p, move_t move, SEARCH_UNDO *undo)
{
    *undo = *p;
    leap_play(p, move);
}

INLINE void search_unmake(SEARCH_POSITION *p, move_t move, const SEARCH_UNDO *undo)
{
    (void)move;
    *p = *undo;
}

/* The index is the first and the last square; a pass has its own. */
INLINE int search_history_index(const SEARCH_POSITION *p, move_t move)
{
    struct leap_path path;
    leap_follow(p, move, &path);
    return path.length == 0 ? LEAP_SQUARES * LEAP_SQUARES
                            : path.squares[0] * LEAP_SQUARES + path.squares[path.length - 1];
}

INLINE int search_quiet_value(const SEARCH_POSITION *p, move_t move)
{
    (void)p, (void)move;
    return 0;
}

INLINE int search_plies_left(const SEARCH_POSITION *p)
{
    return p->plies_left;
}
