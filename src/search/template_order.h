/* Part of search_template.h: in which order moves are tried.
 *
 * The table's move, then noisy moves by value, then quiet ones by killers and history, then noisy
 * moves that lose by exchange. Each class is generated only when the one before it gave no cut-off.
 */

/* History stays within this; updates shrink as it is neared ("gravity"). */
#define HISTORY_LIMIT 16384

/* The most that one cut-off adds. */
#define HISTORY_BONUS_LIMIT 1600

/* A noisy move's history counts this part beside search_noisy_value. */
#define NOISY_HISTORY_SHARE 32

/* Above any history: a killer is tried before quiet moves that are not. */
#define KILLER_ORDER (8 * HISTORY_LIMIT)

enum order_stage {
    ORDER_TABLE,
    ORDER_MAKE_NOISY,
    ORDER_NOISY,
    ORDER_MAKE_QUIET,
    ORDER_QUIET,
    ORDER_LOSING
};

struct move_order {
    enum order_stage stage;
    bool noisy_only;
    move_t table_move;
    int next;   /* the first move of `list` not yet given */
    int losing; /* noisy moves put back as losing: the first places of `list` */
    bool quiet; /* the move just given is quiet */
    struct move_list list;
    int32_t values[MAX_MOVES];
};

INLINE int history_of(const struct search_tree *tree, move_t move)
{
    return tree->memory
        ->history[search_side(tree->position)][search_history_index(tree->position, move)];
}

/* Moves an entry by `bonus`, less the nearer it is to its limit. */
INLINE void history_move(int16_t *entry, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / HISTORY_LIMIT);
}

INLINE void history_add(struct search_tree *tree, const struct search_frame *frame, move_t move,
                        int bonus)
{
    struct search_memory *memory = tree->memory;
    history_move(
        &memory->history[search_side(tree->position)][search_history_index(tree->position, move)],
        bonus);
    if (SEARCH_CONTINUATION) {
        int index = search_continuation_index(tree->position, move);
        for (int i = 0; i < LENGTH(frame->replies); i++) {
            if (frame->replies[i]) {
                history_move(&memory->continuation[frame->replies[i]][index], bonus);
            }
        }
    }
}

INLINE void order_init(struct move_order *order, move_t table_move, bool noisy_only)
{
    order->stage = ORDER_TABLE;
    order->noisy_only = noisy_only;
    order->table_move = table_move;
    order->next = order->losing = 0;
    order->list.count = 0;
}

/* Where the continuation history keeps the replies to `move`, which is about to be made. */
INLINE int order_row(const struct search_tree *tree, move_t move)
{
    return SEARCH_CONTINUATION ? 1 + search_continuation_index(tree->position, move) : 0;
}

/* Notes which two moves led to the node at `ply`. */
INLINE void order_enter(struct search_tree *tree, int ply)
{
    struct search_frame *frame = &tree->memory->frames[ply];
    frame->replies[0] = ply >= 1 ? frame[-1].row : 0;
    frame->replies[1] = ply >= 2 ? frame[-2].row : 0;
}

/* What a quiet move has done so far, here and as a reply to the moves before: -3 .. 3 times
 * HISTORY_LIMIT. */
INLINE int order_history(const struct search_tree *tree, const struct search_frame *frame,
                         move_t move)
{
    int history = history_of(tree, move);
    if (SEARCH_CONTINUATION) {
        int index = search_continuation_index(tree->position, move);
        history += tree->memory->continuation[frame->replies[0]][index];
        history += tree->memory->continuation[frame->replies[1]][index];
    }
    return history;
}

/* The same of a noisy move. */
INLINE int order_noisy_history(const struct search_tree *tree, move_t move)
{
    return SEARCH_NOISY_HISTORY
               ? tree->memory->noisy_history[search_noisy_index(tree->position, move)]
               : 0;
}

static void order_generate(struct search_tree *tree, struct move_order *order,
                           enum move_class move_class, const struct search_frame *frame)
{
    struct move_list *list = &order->list;
    list->count = order->next = order->losing;
    search_generate(tree->position, move_class, list);
    for (int i = order->next; i < list->count; i++) {
        move_t move = list->moves[i];
        if (move_class == MOVES_NOISY) {
            order->values[i] = search_noisy_value(tree->position, move) +
                               order_noisy_history(tree, move) / NOISY_HISTORY_SHARE;
        } else if (move == frame->killers[0]) {
            order->values[i] = KILLER_ORDER + 1;
        } else if (move == frame->killers[1]) {
            order->values[i] = KILLER_ORDER;
        } else {
            order->values[i] =
                order_history(tree, frame, move) + search_order(tree->position, move);
        }
    }
}

/* Brings the best of the moves not yet given to the front of them, and gives it. The first of
 * equals is the best, so that the order is the same on every machine. */
INLINE move_t order_pick(struct move_order *order)
{
    int best = order->next;
    for (int i = best + 1; i < order->list.count; i++) {
        if (order->values[i] > order->values[best]) {
            best = i;
        }
    }
    move_t move = order->list.moves[best];
    order->list.moves[best] = order->list.moves[order->next];
    order->values[best] = order->values[order->next];
    order->next++;
    return move;
}

/* The next move of the stage's list that is not the table's; MOVE_NONE when there is none. Noisy
 * moves that lose the exchange are put aside for later. */
INLINE move_t order_next_of_list(struct search_tree *tree, struct move_order *order, bool weigh)
{
    while (order->next < order->list.count) {
        move_t move = order_pick(order);
        if (move == order->table_move) {
            continue;
        }
        if (weigh && !search_exchange_gains(tree->position, move, 0)) {
            order->list.moves[order->losing++] = move;
            continue;
        }
        return move;
    }
    return MOVE_NONE;
}

/* The next move to try; MOVE_NONE after the last. */
static move_t order_next(struct search_tree *tree, struct move_order *order,
                         const struct search_frame *frame)
{
    move_t move;
    switch (order->stage) {
    case ORDER_TABLE:
        order->stage = SEARCH_QUIESCENCE ? ORDER_MAKE_NOISY : ORDER_MAKE_QUIET;
        if (order->table_move != MOVE_NONE) {
            order->quiet = !search_is_noisy(tree->position, order->table_move);
            return order->table_move;
        }
        return order_next(tree, order, frame);
    case ORDER_MAKE_NOISY:
        order_generate(tree, order, MOVES_NOISY, frame);
        order->quiet = false;
        order->stage = ORDER_NOISY;
        /* fall through */
    case ORDER_NOISY:
        move = order_next_of_list(tree, order, true);
        if (move != MOVE_NONE || order->noisy_only) {
            return move;
        }
        /* fall through */
    case ORDER_MAKE_QUIET:
        order_generate(tree, order, MOVES_QUIET, frame);
        order->quiet = true;
        order->stage = ORDER_QUIET;
        /* fall through */
    case ORDER_QUIET:
        move = order_next_of_list(tree, order, false);
        if (move != MOVE_NONE) {
            return move;
        }
        order->quiet = false;
        order->next = 0;
        order->stage = ORDER_LOSING;
        /* fall through */
    case ORDER_LOSING:
        return order->next < order->losing ? order->list.moves[order->next++] : MOVE_NONE;
    }
    return MOVE_NONE;
}

/* What a cut-off at this depth adds to a history. */
INLINE int history_bonus(int depth)
{
    int bonus = depth * depth * 16;
    return bonus < HISTORY_BONUS_LIMIT ? bonus : HISTORY_BONUS_LIMIT;
}

/* A quiet move cut off: it is tried sooner from now on, those tried in vain before it later. */
static void order_learn(struct search_tree *tree, int ply, move_t best, const move_t *tried,
                        int count, int depth)
{
    struct search_frame *frame = &tree->memory->frames[ply];
    if (frame->killers[0] != best) {
        frame->killers[1] = frame->killers[0];
        frame->killers[0] = best;
    }
    history_add(tree, frame, best, history_bonus(depth));
    for (int i = 0; i < count; i++) {
        history_add(tree, frame, tried[i], -history_bonus(depth));
    }
}

/* A move cut off: a noisy one too is tried sooner, and noisy ones tried in vain later. */
INLINE void order_learn_noisy(struct search_tree *tree, move_t best, const move_t *tried, int count,
                              int depth)
{
    if (!SEARCH_NOISY_HISTORY) {
        return;
    }
    int16_t *history = tree->memory->noisy_history;
    if (best != MOVE_NONE) {
        history_move(&history[search_noisy_index(tree->position, best)], history_bonus(depth));
    }
    for (int i = 0; i < count; i++) {
        history_move(&history[search_noisy_index(tree->position, tried[i])], -history_bonus(depth));
    }
}
