/* SPDX-License-Identifier: MIT */
/* Part of search_template.h: the move picker, which gives the moves of a node one by one.
 *
 * First the table's move, then noisy moves by their value, then quiet ones by killers and history,
 * then noisy moves that lose material by static exchange evaluation. Each class is generated only
 * when the one before it gave no cut-off. */

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

struct move_picker {
    enum picker_stage stage;
    bool noisy_only;
    move_t tt_move;
    int next;         /* the first move of `list` that has not been given */
    int losing_count; /* noisy moves put aside as losing: the first places of `list` */
    bool quiet;       /* the move just given is quiet */
    struct move_list list;
    int32_t values[MAX_MOVES];
};

INLINE void picker_init(struct move_picker *picker, move_t tt_move, bool noisy_only)
{
    picker->stage = PICK_TT_MOVE;
    picker->noisy_only = noisy_only;
    picker->tt_move = tt_move;
    picker->next = picker->losing_count = 0;
    picker->list.count = 0;
}

static void picker_generate(struct search_tree *tree, struct move_picker *picker,
                            enum move_class move_class, const struct search_frame *frame)
{
    struct move_list *list = &picker->list;
    list->count = picker->next = picker->losing_count;
    search_generate(tree->position, move_class, list);
    for (int i = picker->next; i < list->count; i++) {
        move_t move = list->moves[i];
        if (move_class == MOVES_NOISY) {
            picker->values[i] = search_noisy_value(tree->position, move) +
                                noisy_history(tree, move) / SEARCH_NOISY_HISTORY_DIVISOR;
        } else if (move == frame->killers[0]) {
            picker->values[i] = KILLER_VALUE + 1;
        } else if (move == frame->killers[1]) {
            picker->values[i] = KILLER_VALUE;
        } else {
            picker->values[i] =
                quiet_history(tree, frame, move) + search_quiet_value(tree->position, move);
        }
    }
}

/* One step of a selection sort: the best of the moves not yet given. Of equals it is the first, so
 * that the order is the same on every machine. */
INLINE move_t picker_select(struct move_picker *picker)
{
    int best = picker->next;
    for (int i = best + 1; i < picker->list.count; i++) {
        if (picker->values[i] > picker->values[best]) {
            best = i;
        }
    }
    move_t move = picker->list.moves[best];
    picker->list.moves[best] = picker->list.moves[picker->next];
    picker->values[best] = picker->values[picker->next];
    picker->next++;
    return move;
}

/* The next move of the list that is not the table's; MOVE_NONE when there is none. With `see`,
 * moves that lose material are put aside for the last stage. */
INLINE move_t picker_next_of_list(struct search_tree *tree, struct move_picker *picker, bool see)
{
    while (picker->next < picker->list.count) {
        move_t move = picker_select(picker);
        if (move == picker->tt_move) {
            continue;
        }
        if (see && !search_see_ge(tree->position, move, 0)) {
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
            picker->quiet = !search_is_noisy(tree->position, picker->tt_move);
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
