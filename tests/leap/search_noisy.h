/* SPDX-License-Identifier: MIT */
/* Included by search_quiescent.c and search_selective.c: the functions that the selective node
 * needs. Leaps are noisy moves, and there are no checks. */
INLINE bool search_is_noisy(const SEARCH_POSITION *p, move_t move)
{
    (void)p;
    return move != MOVE_PASS && leap_count(move) > 0;
}

INLINE int search_noisy_value(const SEARCH_POSITION *p, move_t move)
{
    (void)p;
    return 100 * leap_count(move);
}

/* A leap wins at least its captures, 100 centipawns each; the opponent's reply is ignored. */
INLINE bool search_see_ge(const SEARCH_POSITION *p, move_t move, score_t margin)
{
    return margin <= (search_is_noisy(p, move) ? 100 * leap_count(move) : 0);
}

INLINE bool search_in_check(const SEARCH_POSITION *p)
{
    (void)p;
    return false;
}

INLINE bool search_gives_check(const SEARCH_POSITION *p, move_t move)
{
    (void)p, (void)move;
    return false;
}

INLINE bool search_null_move_allowed(const SEARCH_POSITION *p)
{
    return p->passed == 0;
}

/* A null move changes the side to move and the plies left. It is not a pass, which counts towards
 * the end of the game. */
INLINE void search_make_null(SEARCH_POSITION *p, SEARCH_UNDO *undo)
{
    *undo = *p;
    p->side ^= 1;
    p->plies_left--;
}

INLINE void search_unmake_null(SEARCH_POSITION *p, const SEARCH_UNDO *undo)
{
    *p = *undo;
}
