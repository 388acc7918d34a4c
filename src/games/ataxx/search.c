/* SPDX-License-Identifier: MIT */
/* The shared search, specialised for Ataxx. Every move changes the balance, and most capture. None
 * is classified as noisy, so all moves are ordered together, by their captures and by history. */
#include "network.h"
#include "rules.h"
#include "search_params.h"
#include "skill.h"

#define GAME                 ataxx
#define GAME_SKILL           ATAXX_SKILL
#define SEARCH_NODE          "node_selective.h"
#define SEARCH_WORKSPACE     struct ataxx_room
#define SEARCH_HISTORY_SIZE  (64 * 64)
#define SEARCH_CONTINUATION  (2 * 64)
#define SEARCH_HISTORY_INDEX 1
#define SEARCH_QUIET_VALUE   1
#define SEARCH_NULL_MOVE     1
#define SEARCH_TERMINAL      1
#define SEARCH_KEY_AFTER     1

static const struct skill ataxx_levels[] = {
    {0, 100, 600, 300},
    {6, 150, 300, 500},
    {13, 250, 100, 1000},
    {19, 500, 30, 5000},
};

INLINE struct ataxx_position *ataxx_set_up(struct ataxx_room *room, const struct search_worker *w)
{
    struct ataxx_position *position = w->position;
    position->accumulators = ataxx_begin(&ataxx_network, room, position);
    position->ply = 0;
    return position;
}

/* A game that the winner's own move ended is a mate. If the loser's move ended it, no mate score
 * has that distance, because a mate score implies which side moves last. Such a win has a score
 * beyond all evaluations instead. */
INLINE bool ataxx_is_terminal(const struct ataxx_position *p, int ply, score_t *score)
{
    if (!ataxx_is_over(p)) {
        return false;
    }
    const int outcome = ataxx_outcome(p);
    *score = outcome > 0 ? SCORE_WON - ply : outcome < 0 ? score_mated_in(ply) : SCORE_DRAW;
    return true;
}

/* Indexed by both squares; a pass has the last index. */
INLINE int ataxx_history_index(const struct ataxx_position *p UNUSED, move_t move)
{
    return move & (SEARCH_HISTORY_SIZE - 1);
}

/* Indexed by the target, and whether the move is a jump. */
INLINE int ataxx_continuation_index(const struct ataxx_position *p UNUSED, move_t move)
{
    return 64 * ataxx_is_jump(move) + (move & 63);
}

INLINE int ataxx_quiet_value(const struct ataxx_position *p, move_t move)
{
    if (move == MOVE_PASS) {
        return 0;
    }
    return ORDER_CAPTURE * bit_count(ataxx_captured(p, ataxx_to(move))) +
           (ataxx_is_jump(move) ? 0 : ORDER_SINGLE);
}

INLINE uint64_t ataxx_key_after(const struct ataxx_position *p, move_t move)
{
    struct ataxx_position after = *p;
    ataxx_play(&after, move);
    return ataxx_key(&after);
}

INLINE bool ataxx_null_move_allowed(const struct ataxx_position *p)
{
    return bit_count(ataxx_empty(p)) >= NULL_MIN_EMPTY;
}

INLINE void ataxx_make_null(struct ataxx_position *p, struct ataxx_undo *undo)
{
    undo->before = *p;
    ataxx_play(p, MOVE_PASS);
}

INLINE void ataxx_unmake_null(struct ataxx_position *p, const struct ataxx_undo *undo)
{
    *p = undo->before;
}

#include "search_template.h"
