/* SPDX-License-Identifier: MIT */
/* The shared search, made for xiangqi. */
#include "network.h"
#include "search_params.h"
#include "see.h"
#include "skill.h"
#include "xiangqi.h"

#define SEARCH_METHOD        LEVEL_NAME(xiangqi_search)
#define GAME                 search
#define SEARCH_TERMINAL      1
#define SEARCH_NO_MOVES      1
#define SEARCH_QUIET_VALUE   1
#define SEARCH_PLIES_LEFT    1
#define SEARCH_CHECKS        1
#define SEARCH_NULL_MOVE     1
#define GAME_POSITION        struct xiangqi_position
#define GAME_UNDO            struct xiangqi_state
#define SEARCH_HISTORY_SIZE  (128 * 128)
#define SEARCH_NODE          "node_selective.h"
#define SEARCH_NOISY_MOVES   1
#define SEARCH_CONTINUATION  (PIECES * SQUARES)
#define SEARCH_NOISY_HISTORY (PIECES * SQUARES * (PIECES + 1))
#define SEARCH_CORRECTIONS   XIANGQI_PARTS
#define SEARCH_WORKSPACE     struct workspace

/* Room for the accumulator stack, aligned to a cache line inside. */
struct workspace {
    char stack[XIANGQI_NETWORK_STACK * sizeof(struct xiangqi_accumulator) + CACHE_LINE];
};

INLINE GAME_POSITION *search_set_up(SEARCH_WORKSPACE *workspace, const struct search_worker *w)
{
    GAME_POSITION *position = w->position;
    const uintptr_t stack = (uintptr_t)workspace->stack + CACHE_LINE - 1;
    xiangqi_network_begin_stack(position,
                                (struct xiangqi_accumulator *)(stack - stack % CACHE_LINE));
    return position;
}

INLINE uint64_t search_key(const GAME_POSITION *p)
{
    return p->state.key;
}

#define SEARCH_KEY_AFTER 1
INLINE uint64_t search_key_after(const GAME_POSITION *p, move_t move)
{
    return xiangqi_key_after(p, move);
}

INLINE int search_side(const GAME_POSITION *p)
{
    return p->side;
}

/* A position that has come back once within the search is judged at once, since what led back to it
 * can do so again. What a rule wins is no mate, whose distance would be the board's. */
INLINE bool search_is_terminal(const GAME_POSITION *p, int ply, score_t *score)
{
    *score = SCORE_DRAW;
    if (ply == 0) {
        return false;
    }
    if (UNLIKELY(p->state.clock >= XIANGQI_CLOCK_LIMIT)) {
        if (p->state.in_check && !xiangqi_has_move(p)) {
            *score = score_mated_in(ply);
        }
        return true;
    }
    const int plies = p->state.repeatable >= 4 ? xiangqi_repetition(p, ply) : 0;
    if (UNLIKELY(plies)) {
        *score = xiangqi_judge(p, plies) * (SCORE_WON - ply);
        return true;
    }
    return xiangqi_is_dead(p);
}

/* Who cannot move loses, in check or not. */
INLINE score_t search_no_moves(const GAME_POSITION *p, int ply)
{
    (void)p;
    return score_mated_in(ply);
}

INLINE score_t search_evaluate(GAME_POSITION *p)
{
    return xiangqi_evaluate(p);
}

INLINE void search_generate(const GAME_POSITION *p, enum move_class move_class,
                            struct move_list *list)
{
    const board_set them = p->sides[p->side ^ 1];
    xiangqi_generate(p, move_class == MOVES_NOISY ? them : ~them, list);
}

INLINE bool search_is_legal(const GAME_POSITION *p, move_t move)
{
    return xiangqi_is_legal(p, move);
}

INLINE void search_make(GAME_POSITION *p, move_t move, GAME_UNDO *undo)
{
    xiangqi_make(p, move, undo);
}

INLINE void search_unmake(GAME_POSITION *p, move_t move, const GAME_UNDO *undo)
{
    xiangqi_unmake(p, move, undo);
}

INLINE int search_history_index(const GAME_POSITION *p, move_t move)
{
    (void)p;
    return move & (SEARCH_HISTORY_SIZE - 1);
}

INLINE int search_quiet_value(const GAME_POSITION *p, move_t move)
{
    (void)p, (void)move;
    return 0;
}

INLINE int search_plies_left(const GAME_POSITION *p)
{
    (void)p;
    return MAX_PLY;
}

INLINE bool search_is_noisy(const GAME_POSITION *p, move_t move)
{
    return p->squares[move_to(move)] != 0;
}

/* Most valuable victim first; among equals the history decides. */
INLINE int search_noisy_value(const GAME_POSITION *p, move_t move)
{
    return 2 * xiangqi_values[piece_kind(p->squares[move_to(move)])];
}

/* By the piece that moves, where to, and what it takes. */
INLINE int search_noisy_index(const GAME_POSITION *p, move_t move)
{
    const int piece = p->squares[move_from(move)] - 1, to = move_to(move);
    return (piece * SQUARES + to) * (PIECES + 1) + p->squares[to];
}

/* By the piece that moves and where to. */
INLINE int search_continuation_index(const GAME_POSITION *p, move_t move)
{
    return (p->squares[move_from(move)] - 1) * SQUARES + move_to(move);
}

INLINE uint64_t search_correction_key(const GAME_POSITION *p, int feature)
{
    return p->state.part_keys[feature];
}

INLINE bool search_see_ge(const GAME_POSITION *p, move_t move, score_t margin)
{
    return xiangqi_see_ge(p, move, margin);
}

INLINE bool search_in_check(const GAME_POSITION *p)
{
    return p->state.in_check;
}

INLINE bool search_gives_check(const GAME_POSITION *p, move_t move)
{
    return xiangqi_is_attacked(p, p->side ^ 1, move);
}

/* Passing proves nothing where every move may lose: with pawns alone. */
INLINE bool search_null_move_allowed(const GAME_POSITION *p)
{
    const board_set *own = p->pieces[p->side];
    return (own[ROOK] | own[CANNON] | own[HORSE]) != 0;
}

INLINE void search_make_null(GAME_POSITION *p, GAME_UNDO *undo)
{
    xiangqi_make_null(p, undo);
}

INLINE void search_unmake_null(GAME_POSITION *p, const GAME_UNDO *undo)
{
    xiangqi_unmake_null(p, undo);
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
    return skill_handicap(levels, LENGTH(levels), search->settings->values[XIANGQI_SKILL],
                          search->seed);
}

#include "search_template.h"
