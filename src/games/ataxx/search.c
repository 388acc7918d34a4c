/* SPDX-License-Identifier: MIT */
/* The shared search, made for Ataxx. Every move changes the balance, and most capture: none is
 * called noisy, so that all are ordered together, by what they capture and by history. */
#include "ataxx.h"
#include "search_params.h"
#include "skill.h"

#define SEARCH_METHOD       LEVEL_NAME(ataxx_search)
#define GAME                search
#define SEARCH_TERMINAL     1
#define SEARCH_NO_MOVES     1
#define SEARCH_QUIET_VALUE  1
#define SEARCH_PLIES_LEFT   1
#define SEARCH_CHECKS       1
#define SEARCH_NULL_MOVE    1
#define GAME_POSITION       struct ataxx_position
#define GAME_UNDO           struct ataxx_position
#define SEARCH_HISTORY_SIZE (64 * 64)
#define SEARCH_NODE         "node_selective.h"
#define SEARCH_NOISY_MOVES  1
#define SEARCH_CONTINUATION (2 * 64)

INLINE uint64_t search_key(const GAME_POSITION *p)
{
    return ataxx_key(p);
}

INLINE int search_side(const GAME_POSITION *p)
{
    return p->side;
}

/* A game won by the winner's own move is a mate. Where the loser's move ended it, the distance fits
 * no mate, which is given by who moves last: that is a score beyond all evaluations. */
INLINE bool search_is_terminal(const GAME_POSITION *p, int ply, score_t *score)
{
    if (!ataxx_is_over(p)) {
        return false;
    }
    const int outcome = ataxx_outcome(p);
    *score = outcome > 0 ? SCORE_WON - ply : outcome < 0 ? score_mated_in(ply) : SCORE_DRAW;
    return true;
}

/* Without a move a side passes. */
INLINE score_t search_no_moves(const GAME_POSITION *p, int ply)
{
    (void)p, (void)ply;
    return SCORE_DRAW;
}

INLINE score_t search_evaluate(GAME_POSITION *p)
{
    return ataxx_evaluate(p);
}

INLINE void search_generate(const GAME_POSITION *p, enum move_class move_class,
                            struct move_list *list)
{
    if (move_class == MOVES_QUIET) {
        ataxx_legal_moves(p, list);
    }
}

INLINE bool search_is_legal(const GAME_POSITION *p, move_t move)
{
    const bitboard_t own = p->pieces[p->side], empty = ataxx_empty(p);
    if (move == MOVE_PASS) {
        return !(ataxx_within_two(own) & empty);
    }
    const int to = ataxx_to(move), from = ataxx_from(move);
    if (to < 0 || to >= ATAXX_PLACES || !(empty & ataxx_bit(to))) {
        return false;
    }
    return ataxx_is_jump(move) ? from < ATAXX_PLACES && ataxx_ring(to) & own & ataxx_bit(from)
                               : (ataxx_near(own) & ataxx_bit(to)) != 0;
}

INLINE void search_make(GAME_POSITION *p, move_t move, GAME_UNDO *undo)
{
    *undo = *p;
    ataxx_make(p, move);
}

INLINE void search_unmake(GAME_POSITION *p, move_t move, const GAME_UNDO *undo)
{
    (void)move;
    *p = *undo;
}

/* By both squares; a pass has the last place. */
INLINE int search_history_index(const GAME_POSITION *p, move_t move)
{
    (void)p;
    return move & (SEARCH_HISTORY_SIZE - 1);
}

/* By the target, and whether the move is a jump. */
INLINE int search_continuation_index(const GAME_POSITION *p, move_t move)
{
    (void)p;
    return 64 * ataxx_is_jump(move) + (move & 63);
}

INLINE int search_quiet_value(const GAME_POSITION *p, move_t move)
{
    if (move == MOVE_PASS) {
        return 0;
    }
    const int points = ORDER_CAPTURE * bit_count(ataxx_captured(p, ataxx_to(move))) +
                       (ataxx_is_jump(move) ? 0 : ORDER_SINGLE);
    return points;
}

INLINE int search_plies_left(const GAME_POSITION *p)
{
    (void)p;
    return MAX_PLY;
}

INLINE bool search_is_noisy(const GAME_POSITION *p, move_t move)
{
    (void)p, (void)move;
    return false;
}

INLINE int search_noisy_value(const GAME_POSITION *p, move_t move)
{
    (void)p, (void)move;
    return 0;
}

INLINE bool search_see_ge(const GAME_POSITION *p, move_t move, score_t margin)
{
    (void)p, (void)move;
    return margin <= 0;
}

INLINE bool search_in_check(const GAME_POSITION *p)
{
    (void)p;
    return false;
}

INLINE bool search_gives_check(const GAME_POSITION *p, move_t move)
{
    (void)p, (void)move;
    return false;
}

INLINE bool search_null_move_allowed(const GAME_POSITION *p)
{
    return bit_count(ataxx_empty(p)) >= NULL_MIN_EMPTY;
}

INLINE void search_make_null(GAME_POSITION *p, GAME_UNDO *undo)
{
    *undo = *p;
    ataxx_make(p, MOVE_PASS);
}

INLINE void search_unmake_null(GAME_POSITION *p, const GAME_UNDO *undo)
{
    *p = *undo;
}

/* What a level may do. */
static const struct skill levels[] = {
    {0, 100, 600, 300},
    {6, 150, 300, 500},
    {13, 250, 100, 1000},
    {19, 500, 30, 5000},
};

#define SEARCH_HANDICAP 1
INLINE struct search_handicap search_handicap(const struct search_worker *w)
{
    const struct search *search = w->search;
    return skill_handicap(levels, LENGTH(levels), search->settings->values[ATAXX_SKILL],
                          search->seed);
}

#include "search_template.h"
