/* SPDX-License-Identifier: MIT */
/* Part of search_template.h: statistics of how well moves have done so far in this game.
 *
 * History heuristic (Schaeffer, "The history heuristic", ICCA Journal 6/3, 1983) by the side and
 * the move; continuation history by the move and one of the two moves before it; noisy history for
 * captures; correction history for the error of the evaluation (the last three: Chess Programming
 * Wiki, "History Heuristic" and "Static Evaluation Correction History"). */

/* Every history entry stays within this many points of 0, because an update gets smaller as the
 * entry gets nearer to the limit ("gravity"). */
#define HISTORY_LIMIT 16384

/* The scale of a correction entry: units in a centipawn. */
#define CORRECTION_UNITS 128

/* Adds `bonus` points to an entry, scaled down as the entry nears the limit. */
INLINE void update_entry(int16_t *entry, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / HISTORY_LIMIT);
}

/* The points that a cut-off at this depth adds to a history. */
INLINE int history_bonus(int depth)
{
    int bonus = depth * depth * SEARCH_HISTORY_BONUS;
    return bonus < SEARCH_HISTORY_BONUS_MAX ? bonus : SEARCH_HISTORY_BONUS_MAX;
}

INLINE int16_t *butterfly_entry(const struct search_tree *tree, move_t move)
{
    int index = game_history_index(tree->position, move);
    return &tree->memory->history[game_side(tree->position)][index];
}

/* The index of `move`, which is about to be made, in the continuation history. */
INLINE int continuation_index(const struct search_tree *tree, move_t move)
{
    return SEARCH_CONTINUATION ? 1 + game_continuation_index(tree->position, move) : 0;
}

/* Stores the indices of the two moves that led to the node at `ply`. */
INLINE void set_previous_moves(struct search_tree *tree, int ply)
{
    struct search_frame *frame = &tree->memory->frames[ply];
    frame->previous[0] = ply >= 1 ? frame_read(frame[-1].continuation) : 0;
    frame->previous[1] = ply >= 2 ? frame_read(frame[-2].continuation) : 0;
}

/* The history of a quiet move, including the continuation: -3 .. 3 times HISTORY_LIMIT points. */
INLINE int quiet_history(const struct search_tree *tree, const struct search_frame *frame,
                         move_t move)
{
    int history = *butterfly_entry(tree, move);
    if (SEARCH_CONTINUATION) {
        int index = game_continuation_index(tree->position, move);
        history += tree->memory->continuation[frame_read(frame->previous[0])][index];
        history += tree->memory->continuation[frame_read(frame->previous[1])][index];
    }
    return history;
}

/* The history of a noisy move: -HISTORY_LIMIT .. HISTORY_LIMIT points. */
INLINE int noisy_history(const struct search_tree *tree, move_t move)
{
    return SEARCH_NOISY_HISTORY
               ? tree->memory->noisy_history[game_noisy_index(tree->position, move)]
               : 0;
}

INLINE void update_quiet_entries(struct search_tree *tree, const struct search_frame *frame,
                                 move_t move, int bonus)
{
    /* Used only for continuations. NOLINTNEXTLINE(*-deadcode.DeadStores) */
    struct search_memory *memory = tree->memory;
    update_entry(butterfly_entry(tree, move), bonus);
    if (SEARCH_CONTINUATION) {
        int index = game_continuation_index(tree->position, move);
        for (int i = 0; i < LENGTH(frame->previous); i++) {
            if (SEARCH_CONTINUATION && frame_read(frame->previous[i])) {
                update_entry(&memory->continuation[frame->previous[i]][index], bonus);
            }
        }
    }
}

/* A quiet move caused a cut-off: it becomes a killer (Akl and Newborn, "The principal continuation
 * and the killer heuristic", ACM 1977) and gains history. The quiet moves searched before it lose
 * history. */
static void update_quiet_histories(struct search_tree *tree, int ply, move_t best,
                                   const move_t *searched, int count, int depth)
{
    struct search_frame *frame = &tree->memory->frames[ply];
    if (frame->killers[0] != best) {
        frame->killers[1] = frame->killers[0];
        frame->killers[0] = best;
    }
    update_quiet_entries(tree, frame, best, history_bonus(depth));
    for (int i = 0; i < count; i++) {
        update_quiet_entries(tree, frame, searched[i], -history_bonus(depth));
    }
}

/* A move caused a cut-off: if it is noisy, it gains history (MOVE_NONE: it was quiet). Noisy moves
 * that were searched before it lose history. */
INLINE void update_noisy_histories(struct search_tree *tree, move_t best, const move_t *searched,
                                   int count, int depth)
{
    if (!SEARCH_NOISY_HISTORY) {
        return;
    }
    int16_t *history = tree->memory->noisy_history;
    if (best != MOVE_NONE) {
        update_entry(&history[game_noisy_index(tree->position, best)], history_bonus(depth));
    }
    for (int i = 0; i < count; i++) {
        update_entry(&history[game_noisy_index(tree->position, searched[i])],
                     -history_bonus(depth));
    }
}

/* The error of the evaluation found so far in positions that share a feature with this one. */
INLINE int16_t *correction_entry(struct search_tree *tree, int feature)
{
    /* Unused in games without corrections. NOLINTNEXTLINE(*-deadcode.DeadStores) */
    uint64_t key = game_correction_key(tree->position, feature);
    return &tree->memory->corrections[feature][game_side(tree->position)]
                                     [SEARCH_CORRECTIONS ? key % CORRECTION_SIZE : 0];
}

/* Makes the processor fetch the entries that the evaluation of this position will read. */
INLINE void prefetch_corrections(struct search_tree *tree)
{
    for (int feature = 0; feature < SEARCH_CORRECTIONS; feature++) {
        PREFETCH(correction_entry(tree, feature));
    }
}

/* The evaluation with the correction history of all features added; never a decided score. The
 * features overlap in the error that they measure, so only a part of their sum is used. */
INLINE score_t corrected_eval(struct search_tree *tree, score_t eval)
{
    int sum = 0;
    for (int feature = 0; feature < SEARCH_CORRECTIONS; feature++) {
        sum += *correction_entry(tree, feature);
    }
    eval += sum * SEARCH_CORRECTION_PERCENT / (100 * CORRECTION_UNITS);
    return score_clamp(eval, SEARCH_DECIDED - 1);
}

/* A search of `depth` plies found `error` centipawns more than the evaluation. The entries move
 * towards that error, by a share that grows with the depth. */
INLINE void update_correction_history(struct search_tree *tree, score_t error, int depth)
{
    int weight = depth + 1 < 16 ? depth + 1 : 16;
    int target = score_clamp(error * CORRECTION_UNITS, SEARCH_CORRECTION_MAX * CORRECTION_UNITS);
    for (int feature = 0; feature < SEARCH_CORRECTIONS; feature++) {
        int16_t *entry = correction_entry(tree, feature);
        *entry = (int16_t)((*entry * (SEARCH_CORRECTION_INERTIA - weight) + target * weight) /
                           SEARCH_CORRECTION_INERTIA);
    }
}
