/* SPDX-License-Identifier: MIT */
/* The shared search, specialised for xiangqi. */
#include "network.h"
#include "rules.h"
#include "search_params.h"
#include "see.h"
#include "skill.h"

#define GAME                 xiangqi
#define GAME_SKILL           XIANGQI_SKILL
#define SEARCH_NODE          "node_selective.h"
#define SEARCH_WORKSPACE     struct network_room
#define SEARCH_HISTORY_SIZE  (128 * 128)
#define SEARCH_CONTINUATION  (PIECES * SQUARES)
#define SEARCH_NOISY_HISTORY (PIECES * SQUARES * (PIECES + 1))
#define SEARCH_CORRECTIONS   XIANGQI_PARTS
#define SEARCH_HISTORY_INDEX 1
#define SEARCH_NOISY_MOVES   1
#define SEARCH_CHECKS        1
#define SEARCH_NULL_MOVE     1
#define SEARCH_TERMINAL      1
#define SEARCH_NO_MOVES      1
#define SEARCH_KEY_AFTER     1

static const struct skill xiangqi_levels[] = {
    {0, 100, 600, 300},
    {6, 150, 300, 500},
    {13, 250, 100, 1000},
    {19, 500, 30, 5000},
};

INLINE struct xiangqi_position *xiangqi_set_up(struct network_room *room,
                                               const struct search_worker *w)
{
    struct xiangqi_position *position = w->position;
    position->accumulators = network_begin(&xiangqi_network, room, &position->state.place);
    return position;
}

/* A position that has been repeated once within the search is judged at once, because the moves
 * that led back to it can be repeated. A win by rule is not a mate, because its distance is not
 * known. */
INLINE bool xiangqi_is_terminal(const struct xiangqi_position *p, int ply, score_t *score)
{
    *score = SCORE_DRAW;
    if (ply == 0) {
        return false;
    }
    if (UNLIKELY(p->state.clock >= XIANGQI_CLOCK_LIMIT)) {
        if (p->state.in_check && xiangqi_count_moves(p) == 0) {
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

/* A side that cannot move loses, whether it is in check or not. */
INLINE score_t xiangqi_no_moves(const struct xiangqi_position *p UNUSED, int ply)
{
    return score_mated_in(ply);
}

INLINE void xiangqi_generate(const struct xiangqi_position *p, enum move_class move_class,
                             struct move_list *list)
{
    const board_set them = p->sides[p->side ^ 1];
    xiangqi_generate_to(p, move_class == MOVES_NOISY ? them : ~them, list);
}

INLINE int xiangqi_history_index(const struct xiangqi_position *p UNUSED, move_t move)
{
    return move & (SEARCH_HISTORY_SIZE - 1);
}

INLINE bool xiangqi_is_noisy(const struct xiangqi_position *p, move_t move)
{
    return p->squares[move_to(move)] != 0;
}

/* Most valuable victim first; the history decides between equal victims. */
INLINE int xiangqi_noisy_value(const struct xiangqi_position *p, move_t move)
{
    return 2 * xiangqi_values[piece_kind(p->squares[move_to(move)])];
}

/* Indexed by the moving piece, its target, and the captured piece. */
INLINE int xiangqi_noisy_index(const struct xiangqi_position *p, move_t move)
{
    const int piece = p->squares[move_from(move)] - 1, to = move_to(move);
    return (piece * SQUARES + to) * (PIECES + 1) + p->squares[to];
}

/* Indexed by the moving piece and its target. */
INLINE int xiangqi_continuation_index(const struct xiangqi_position *p, move_t move)
{
    return (p->squares[move_from(move)] - 1) * SQUARES + move_to(move);
}

INLINE uint64_t xiangqi_correction_key(const struct xiangqi_position *p, int feature)
{
    return p->state.part_keys[feature];
}

INLINE bool xiangqi_in_check(const struct xiangqi_position *p)
{
    return p->state.in_check;
}

INLINE bool xiangqi_gives_check(const struct xiangqi_position *p, move_t move)
{
    return xiangqi_is_attacked(p, p->side ^ 1, move);
}

/* A null move proves nothing in zugzwang, which is likely with only pawns. */
INLINE bool xiangqi_null_move_allowed(const struct xiangqi_position *p)
{
    const board_set *own = p->pieces[p->side];
    return (own[ROOK] | own[CANNON] | own[HORSE]) != 0;
}

#include "search_template.h"
