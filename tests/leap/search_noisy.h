/* SPDX-License-Identifier: MIT */
/* Included by search_quiescent.c and search_selective.c: the functions that the selective node
 * needs. Leaps are noisy moves; steps and the pass are quiet. There are no checks. */
#define SEARCH_NOISY_MOVES 1
#define SEARCH_NULL_MOVE   1

INLINE bool leap_is_noisy(const struct leap_position *position, move_t move)
{
    (void)position;
    return move != MOVE_PASS && leap_count(move) > 0;
}

INLINE int leap_noisy_value(const struct leap_position *position, move_t move)
{
    (void)position;
    return 100 * leap_count(move);
}

/* A leap wins at least its captures, 100 centipawns each; the opponent's reply is ignored. */
INLINE bool leap_see_ge(const struct leap_position *position, move_t move, score_t margin)
{
    return margin <= (leap_is_noisy(position, move) ? 100 * leap_count(move) : 0);
}

INLINE void leap_generate(const struct leap_position *position, enum move_class move_class,
                          struct move_list *list)
{
    struct move_list all = {.count = 0};
    leap_legal_moves(position, &all);
    for (int i = 0; i < all.count; i++) {
        if (leap_is_noisy(position, all.moves[i]) == (move_class == MOVES_NOISY)) {
            move_list_add(list, all.moves[i]);
        }
    }
}

INLINE bool leap_null_move_allowed(const struct leap_position *position)
{
    return position->passed == 0;
}

/* A null move changes the side to move and the plies left. It is not a pass, which counts towards
 * the end of the game. */
INLINE void leap_make_null(struct leap_position *position, struct leap_undo *undo)
{
    undo->before = *position;
    position->side ^= 1;
    position->plies_left--;
}

INLINE void leap_unmake_null(struct leap_position *position, const struct leap_undo *undo)
{
    *position = undo->before;
}
