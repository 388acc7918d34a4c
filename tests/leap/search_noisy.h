/* SPDX-License-Identifier: MIT */
/* Part of search_quiescent.c and search_selective.c: leap as the selective node sees it. Leaps are
 * its noisy moves, and nobody is ever in check. */
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

/* Leaps win a stone or more, as far as this looks; a stone counts 100 centipawns. */
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

/* A null move changes the side and nothing else that counts: it is no pass. */
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
