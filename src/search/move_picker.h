/* SPDX-License-Identifier: MIT */
/* Part of search_template.h: the move picker, which returns the moves of a node one by one.
 *
 * It returns the table's move first, then noisy moves by their value, then quiet ones by killers
 * and history, and last the noisy moves that lose material by static exchange evaluation. Each
 * class is generated only if the class before it caused no cut-off. */

/* The value of a killer: above any history, so that it comes before the other quiet moves. */
#define KILLER_VALUE (8 * HISTORY_LIMIT)

enum picker_stage {
    PICK_TT_MOVE,
    GENERATE_NOISY,
    PICK_NOISY,
    GENERATE_QUIET,
    PICK_QUIET,
    PICK_LOSING
};

/* The sort key of a move, compared as one number: its value, and below it, in ORDER_BITS bits, its
 * nearness to the beginning of the list. */
#define ORDER_BITS 9
#define ORDER_MASK ((1 << ORDER_BITS) - 1)

/* Values stay below this, on both sides of 0, so that a sort key fits in 32 bits. */
#define VALUE_LIMIT (1 << (31 - ORDER_BITS))

_Static_assert(MAX_MOVES <= 1 << ORDER_BITS, "every place of a list fits");

struct move_picker {
    enum picker_stage stage;
    bool noisy_only;
    move_t tt_move;
    int next;         /* index in `list` of the next move to return */
    int losing_count; /* number of losing noisy moves, deferred at the start of `list` */
    bool quiet;       /* the move just returned is quiet */
    struct move_list list;
    int32_t orders[MAX_MOVES]; /* sort keys of the moves of `list` */
};

INLINE int32_t move_order(int value, int place)
{
    assert(-VALUE_LIMIT < value && value < VALUE_LIMIT);
    return value * (1 << ORDER_BITS) + ORDER_MASK - place;
}

INLINE int order_place(int32_t order)
{
    return ORDER_MASK - (order & ORDER_MASK);
}

INLINE void picker_init(struct move_picker *picker, move_t tt_move, bool noisy_only)
{
    picker->stage = noisy_only && !SEARCH_NOISY_MOVES ? PICK_LOSING : PICK_TT_MOVE;
    picker->noisy_only = noisy_only;
    picker->tt_move = tt_move;
    picker->next = picker->losing_count = 0;
    picker->list.count = 0;
}

INLINE int noisy_value(const struct search_tree *tree, move_t move)
{
    return game_noisy_value(tree->position, move) +
           noisy_history(tree, move) / SEARCH_NOISY_HISTORY_DIVISOR;
}

INLINE int quiet_value(const struct search_tree *tree, const struct search_frame *frame,
                       move_t move)
{
    return move == frame->killers[0] ? KILLER_VALUE + 1
           : move == frame->killers[1]
               ? KILLER_VALUE
               : quiet_history(tree, frame, move) + game_quiet_value(tree->position, move);
}

static void picker_generate(struct search_tree *tree, struct move_picker *picker,
                            enum move_class move_class, const struct search_frame *frame)
{
    struct move_list *list = &picker->list;
    list->count = picker->next = picker->losing_count;
    game_generate(tree->position, move_class, list);
    for (int i = picker->next; i < list->count; i++) {
        const int value = move_class == MOVES_NOISY ? noisy_value(tree, list->moves[i])
                                                    : quiet_value(tree, frame, list->moves[i]);
        picker->orders[i] = move_order(value, i);
    }
}

/* One step of a selection sort: the best of the moves not yet returned. Of equal moves it is the
 * first, so that the order is the same on every machine. The loop is a plain maximum, which the
 * compiler vectorises. */
INLINE move_t picker_select(struct move_picker *picker)
{
    const int first = picker->next++;
    int32_t most = INT32_MIN;
    for (int i = first; i < picker->list.count; i++) {
        most = picker->orders[i] > most ? picker->orders[i] : most;
    }
    const int best = order_place(most);
    /* An order names a move of the list. NOLINTNEXTLINE(*-core.uninitialized.Assign) */
    const move_t move = picker->list.moves[best];
    picker->list.moves[best] = picker->list.moves[first];
    picker->orders[best] = (picker->orders[first] | ORDER_MASK) - best;
    return move;
}

/* The next move of the list other than the table's; MOVE_NONE if there is none. With `see`, moves
 * that lose material are deferred to the last stage. */
INLINE move_t picker_next_of_list(struct search_tree *tree, struct move_picker *picker, bool see)
{
    while (picker->next < picker->list.count) {
        move_t move = picker_select(picker);
        if (move == picker->tt_move) {
            continue;
        }
        if (see && !game_see_ge(tree->position, move, 0)) {
            picker->list.moves[picker->losing_count++] = move;
            continue;
        }
        return move;
    }
    return MOVE_NONE;
}

/* The next move to search; MOVE_NONE after the last. */
static move_t next_move(struct search_tree *tree, struct move_picker *picker,
                        const struct search_frame *frame)
{
    move_t move;
    switch (picker->stage) {
    case PICK_TT_MOVE:
        picker->stage = SEARCH_NOISY_MOVES ? GENERATE_NOISY : GENERATE_QUIET;
        if (picker->tt_move != MOVE_NONE) {
            picker->quiet = !game_is_noisy(tree->position, picker->tt_move);
            return picker->tt_move;
        }
        return next_move(tree, picker, frame);
    case GENERATE_NOISY:
        picker_generate(tree, picker, MOVES_NOISY, frame);
        picker->quiet = false;
        picker->stage = PICK_NOISY;
        /* fall through */
    case PICK_NOISY:
        move = picker_next_of_list(tree, picker, true);
        if (move != MOVE_NONE || picker->noisy_only) {
            return move;
        }
        /* fall through */
    case GENERATE_QUIET:
        picker_generate(tree, picker, MOVES_QUIET, frame);
        picker->quiet = true;
        picker->stage = PICK_QUIET;
        /* fall through */
    case PICK_QUIET:
        move = picker_next_of_list(tree, picker, false);
        if (move != MOVE_NONE) {
            return move;
        }
        picker->quiet = false;
        picker->next = 0;
        picker->stage = PICK_LOSING;
        /* fall through */
    case PICK_LOSING:
        return SEARCH_NOISY_MOVES && picker->next < picker->losing_count
                   ? picker->list.moves[picker->next++]
                   : MOVE_NONE;
    }
    return MOVE_NONE;
}
