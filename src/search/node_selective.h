/* SPDX-License-Identifier: MIT */
/* Part of search_template.h: the selective node, for games like chess. It prunes or reduces moves
 * that are unlikely to matter and extends forced ones.
 *
 * Its numbers are macros in the game's search_params.h. chess/search_params.h lists all of them by
 * step, with their units. A step is disabled if its maximum depth is 0 or its minimum depth is
 * MAX_PLY. Among the features of search_game.h, this node uses SEARCH_NOISY_MOVES, SEARCH_CHECKS
 * and SEARCH_NULL_MOVE. Without noisy moves there is no quiescence search and no probcut. Steps
 * without a publication cite their page in the Chess Programming Wiki ("CPW"). */
#ifndef SEARCH_DELTA_MARGIN
#error "node_selective.h: there are no numbers; include a search_params.h as chess has it"
#endif

#define SEARCH_IS_EXACT 0

#include "quiescence.h"

/* Step 8. Razoring: a quiescence search confirms that the node stays below alpha. Returns
 * SCORE_NONE if it does not. (Birmingham and Kent, "Tree-searching and tree-pruning techniques",
 * Advances in Computer Chess 1, 1977; CPW, "Razoring".) */
static score_t razor(struct search_tree *tree, const struct node *node)
{
    const score_t alpha = node->alpha;
    score_t score = search_quiescence(tree, alpha, alpha + 1, node->ply);
    return score <= alpha || tree->aborted ? score : SCORE_NONE;
}

/* Step 9. Null move: if the score stays at beta or more even when the mover passes and the depth is
 * reduced, a real move will reach beta too. Returns SCORE_NONE if the score falls below beta.
 * (Beal, "A generalised quiescence search algorithm", Artificial Intelligence 43/1, 1990;
 * Donninger, "Null move and deep search", ICCA Journal 16/3, 1993.) */
static score_t search_null_move(struct search_tree *tree, const struct node *node)
{
    struct search_frame *frame = node->frame;
    const score_t beta = node->beta, steps = (node->eval - beta) / SEARCH_NULL_EVAL_STEP;
    const int depth = node->depth - 1 -
                      (SEARCH_NULL_REDUCTION + SEARCH_NULL_DEPTH_PERCENT * node->depth) / 100 -
                      (steps < SEARCH_NULL_EVAL_MAX ? steps : SEARCH_NULL_EVAL_MAX);
    GAME_UNDO undo;
    frame->move = MOVE_NONE;
    frame->continuation = 0;
    game_make_null(tree->position, &undo);
    frame_open(&frame[1]);
    frame[1].cut_node = !frame_read_flag(frame->cut_node);
    frame[1].extensions = frame_read(frame->extensions);
    tt_prefetch(tree->tt, game_key(tree->position));
    prefetch_corrections(tree);
    score_t score = -search_node(tree, -beta, -beta + 1, depth, node->ply + 1);
    game_unmake_null(tree->position, &undo);
    if (tree->aborted || score < beta) {
        return SCORE_NONE;
    }
    return is_decided(score) ? beta : score;
}

/* Step 10 for one capture: a quiescence search first, then a search shallower than the node's. */
INLINE score_t probcut_move(struct search_tree *tree, const struct node *node, move_t move,
                            score_t raised_beta)
{
    struct search_frame *frame = node->frame;
    GAME_UNDO undo;
    const bool again = node_make(tree, frame, move, &undo);
    score_t score = quiescence_child(tree, again, raised_beta - 1, raised_beta, node->ply + 1);
    if (score >= raised_beta && !tree->aborted) {
        frame_open(&frame[1]);
        frame[1].cut_node = frame_read_flag(frame->cut_node) == again;
        frame[1].extensions = frame_read(frame->extensions);
        score = search_child(tree, again, raised_beta - 1, raised_beta,
                             node->depth - 1 - SEARCH_PROBCUT_REDUCTION, node->ply + 1);
    }
    game_unmake(tree->position, move, &undo);
    return score;
}

/* Step 10. Probcut: a capture that beats beta by a margin in a reduced search will beat beta in the
 * full one. Returns SCORE_NONE if none does. (Buro, "ProbCut: an effective selective extension of
 * the alpha-beta algorithm", ICCA Journal 18/2, 1995.) */
static score_t search_probcut(struct search_tree *tree, const struct node *node)
{
    const score_t beta = node->beta, raised_beta = beta + SEARCH_PROBCUT_MARGIN;
    const struct tt_hit *hit = &node->hit;
    if (hit->found && hit->depth >= node->depth - SEARCH_PROBCUT_REDUCTION &&
        node->tt_score < raised_beta) {
        return SCORE_NONE;
    }
    struct move_picker picker;
    picker_init(&picker, MOVE_NONE, true);
    move_t move;
    while ((move = next_move(tree, &picker, node->frame)) != MOVE_NONE) {
        prefetch_node_after(tree, move);
        if (!game_see_ge(tree->position, move, raised_beta - node->eval)) {
            continue;
        }
        score_t score = probcut_move(tree, node, move, raised_beta);
        if (tree->aborted) {
            return 0;
        }
        if (score >= raised_beta) {
            return is_decided(score) ? beta : score - SEARCH_PROBCUT_MARGIN;
        }
    }
    return SCORE_NONE;
}

/* Steps 7 to 10. Returns a score that makes the search of the moves unnecessary, or SCORE_NONE. */
INLINE score_t prune_node(struct search_tree *tree, const struct node *node)
{
    const score_t alpha = node->alpha, beta = node->beta, eval = node->eval;
    const int depth = node->depth;

    /* Step 7. Reverse futility: the evaluation is so far above beta that no quiet reply will bring
     * the score below it (CPW, "Reverse Futility Pruning"). */
    if (depth <= SEARCH_REVERSE_FUTILITY_MAX_DEPTH && !is_decided(beta) &&
        eval - SEARCH_REVERSE_FUTILITY_MARGIN * (depth - node->improving) >= beta) {
        return (eval + beta) / 2;
    }

    /* Step 8. Razoring: the evaluation is so far below alpha that only captures could help. */
    if (depth <= SEARCH_RAZORING_MAX_DEPTH && !is_decided(alpha) &&
        eval + SEARCH_RAZORING_MARGIN * depth <= alpha) {
        score_t score = razor(tree, node);
        if (score != SCORE_NONE) {
            return score;
        }
    }

    /* Step 9. Null move, but never twice in a row. */
    if (depth >= SEARCH_NULL_MIN_DEPTH && eval >= beta && beta > -SEARCH_DECIDED &&
        frame_read_move(node->frame[-1].move) != MOVE_NONE &&
        game_null_move_allowed(tree->position)) {
        score_t score = search_null_move(tree, node);
        if (score != SCORE_NONE || tree->aborted) {
            return score;
        }
    }

    /* Step 10. Probcut. */
    if (depth >= SEARCH_PROBCUT_MIN_DEPTH && !is_decided(beta)) {
        return search_probcut(tree, node);
    }
    return SCORE_NONE;
}

/* Steps 12 to 14. Whether a quiet move, other than the first, is pruned near the horizon. */
INLINE bool prune_quiet_move(struct search_tree *tree, const struct node *node, move_t move)
{
    const int depth = node->depth;

    /* Step 12. Move-count pruning: the move order is good, so a quiet move this late is unlikely to
     * be the best one. Half as many are searched if the static evaluation is not improving (CPW,
     * "Futility Pruning", move count based). */
    const bool late = depth <= SEARCH_MOVE_COUNT_MAX_DEPTH &&
                      100 * node->quiet_count >=
                          (SEARCH_MOVE_COUNT_BASE + SEARCH_MOVE_COUNT_FACTOR * depth * depth) /
                              (node->improving ? 1 : 2);

    /* Step 13. Futility: the evaluation is too far below alpha for a quiet move (Heinz, "Extended
     * futility pruning", ICCA Journal 21/2, 1998). */
    const bool futile = depth <= SEARCH_FUTILITY_MAX_DEPTH && !is_decided(node->alpha) &&
                        node->frame->static_eval + SEARCH_FUTILITY_MARGIN * depth <= node->alpha;

    /* Step 14. History pruning: the quiet move has nearly always failed (CPW, "History Leaf
     * Pruning"). */
    const bool failed =
        depth <= SEARCH_HISTORY_PRUNING_MAX_DEPTH &&
        quiet_history(tree, node->frame, move) < -SEARCH_HISTORY_PRUNING_MARGIN * depth;

    /* None of the three prunes a check. */
    return (late || futile || failed) && !game_gives_check(tree->position, move);
}

/* Step 15. SEE pruning: by static exchange evaluation the move loses more than the remaining depth
 * is likely to regain (CPW, "Static Exchange Evaluation"). */
INLINE bool prune_losing_move(struct search_tree *tree, const struct node *node, move_t move,
                              bool quiet)
{
    /* Some games use the same margin for both. NOLINTNEXTLINE(bugprone-branch-clone) */
    const score_t margin = quiet ? SEARCH_SEE_QUIET_MARGIN : SEARCH_SEE_NOISY_MARGIN;
    return node->depth <= SEARCH_SEE_MAX_DEPTH &&
           !game_see_ge(tree->position, move, -margin * node->depth);
}

/* Whether to try step 16: the table's move has a score from a search nearly as deep. */
INLINE bool may_be_singular(const struct node *node)
{
    const struct tt_hit *hit = &node->hit;
    return node->depth >= SEARCH_SINGULAR_MIN_DEPTH && hit->bound != BOUND_UPPER &&
           hit->depth >= node->depth - SEARCH_SINGULAR_TT_PLIES && !is_decided(node->tt_score) &&
           node->frame->excluded == MOVE_NONE &&
           frame_read(node->frame->extensions) < SEARCH_SINGULAR_MAX_EXTENSIONS;
}

/* Step 16. Singular extension: the node is searched without the table's move, to half the depth,
 * with a null window a margin below the table's score. If every other move fails low, the table's
 * move is the only good one and is searched one to three plies deeper; if another move also beats
 * beta, the node is cut off (multi-cut); if another move is as good where a cut-off is expected, or
 * the table's move beats beta, it is searched less deep. Returns the plies to extend by; *cut is
 * the score that ends the node, or SCORE_NONE. (Anantharaman, Campbell and Hsu, "Singular
 * extensions: adding selectivity to brute-force searching", Artificial Intelligence 43/1, 1990.) */
static int singular_extension(struct search_tree *tree, const struct node *node, score_t *cut)
{
    score_t target = node->tt_score - SEARCH_SINGULAR_MARGIN * node->depth / 100;
    node->frame->excluded = node->tt_move;
    score_t score = search_node(tree, target - 1, target, (node->depth - 1) / 2, node->ply);
    node->frame->excluded = MOVE_NONE;
    *cut = SCORE_NONE;
    if (tree->aborted) {
        return 0;
    }
    if (score < target) {
        const bool twice = !node->is_pv && score < target - SEARCH_SINGULAR_DOUBLE_MARGIN;
        const bool thrice = twice && score < target - SEARCH_SINGULAR_TRIPLE_MARGIN &&
                            !game_is_noisy(tree->position, node->tt_move);
        return 1 + twice + thrice;
    }
    if (target >= node->beta) {
        *cut = target;
    }
    return node->tt_score >= node->beta             ? -1
           : frame_read_flag(node->frame->cut_node) ? -SEARCH_SINGULAR_CUT_NODE
                                                    : 0;
}

/* Sixteen times the binary logarithm of x, x >= 1, linear between powers of two. */
INLINE int log2_16(int x)
{
    int whole = bit_highest((uint64_t)x);
    return 16 * whole + ((x << 4) >> whole) - 16;
}

/* Step 17. Late move reduction: the number of plies by which the first search of move number
 * `count` is reduced. It grows with the logarithms of depth and count, and by `more` (1/100 ply).
 * It is smaller on the principal variation and for moves with a good history. (CPW, "Late Move
 * Reductions".) */
INLINE int late_move_reduction(int depth, int count, bool is_pv, int history, int more)
{
    int logs = log2_16(depth) * log2_16(count);
    int reduction = (SEARCH_LMR_BASE + SEARCH_LMR_LOG * logs / 256 - SEARCH_LMR_PV * is_pv -
                     history * SEARCH_LMR_HISTORY / HISTORY_LIMIT + more) /
                    100;
    int most = depth - 2;
    return reduction < 0 ? 0 : reduction > most ? most : reduction;
}

static int root_reduction(const struct search_tree *tree, move_t move, int depth, int count)
{
    if (depth < SEARCH_LMR_MIN_DEPTH || count <= SEARCH_LMR_FULL_MOVES ||
        game_is_noisy(tree->position, move)) {
        return 0;
    }
    return late_move_reduction(depth, count, true, *butterfly_entry(tree, move), 0);
}

/* Step 17 in a node: quiet moves and losing captures. */
INLINE int node_reduction(struct search_tree *tree, const struct node *node, move_t move,
                          const struct move_picker *picker)
{
    if (!(picker->quiet || picker->stage == PICK_LOSING) || node->in_check ||
        node->depth < SEARCH_LMR_MIN_DEPTH || node->move_count <= SEARCH_LMR_FULL_MOVES) {
        return 0;
    }
    int history = picker->quiet ? quiet_history(tree, node->frame, move) : 0;
    int more = SEARCH_LMR_NOT_IMPROVING * (picker->quiet && !node->improving) +
               SEARCH_LMR_CUT_NODE * frame_read_flag(node->frame->cut_node);
    return late_move_reduction(node->depth, node->move_count, node->is_pv, history, more);
}

/* Step 18. Makes the move, searches it and takes it back. The reduction of a move that gives check
 * is one ply smaller. */
INLINE score_t make_and_search(struct search_tree *tree, const struct node *node, move_t move,
                               int extension, int reduction)
{
    struct search_frame *frame = node->frame;
    GAME_UNDO undo;
    const bool again = node_make(tree, frame, move, &undo);
    frame[1].extensions = frame_read(frame->extensions) + (extension > 0 ? extension : 0);
    if (reduction > 0 && game_in_check(tree->position)) {
        reduction--;
    }
    score_t score = search_move(tree, again, node->alpha, node->beta, node->depth - 1 + extension,
                                node->ply, node->move_count, reduction);
    game_unmake(tree->position, move, &undo);
    return score;
}

/* Step 19. All moves have been tried: stores the result in the table, and updates the correction
 * history with the evaluation's error, as far as the bound and a quiet best move determine it. */
INLINE score_t finish_node(struct search_tree *tree, struct node *node)
{
    const bool excluding = node->frame->excluded != MOVE_NONE;
    if (node->move_count == 0) {
        return excluding ? node->alpha : search_no_moves(tree, node->ply);
    }
    if (excluding) {
        return node->best_score;
    }
    if (SEARCH_TABLES && node->best_score > node->most) {
        node->best_score = node->most;
    }
    /* Unused in games without corrections. NOLINTNEXTLINE(*-deadcode.DeadStores) */
    enum search_bound bound = node_bound(node);
    if (SEARCH_CORRECTIONS && !node->in_check &&
        (node->best_move == MOVE_NONE || node->best_is_quiet) &&
        !(bound == BOUND_LOWER && node->best_score <= node->raw_eval) &&
        !(bound == BOUND_UPPER && node->best_score >= node->raw_eval) &&
        !is_decided(node->best_score)) {
        update_correction_history(tree, node->best_score - node->raw_eval, node->depth);
    }
    node_store(tree, node);
    return node->best_score;
}

/* Steps 11 to 19. */
static score_t search_moves(struct search_tree *tree, struct node *node)
{
    struct search_frame *frame = node->frame;

    /* Step 11. The moves, in the move picker's order, except the excluded move. */
    struct move_picker picker;
    game_note_threats(tree->position);
    set_previous_moves(tree, node->ply);
    picker_init(&picker, node->tt_move, false);
    frame[1].killers[0] = frame[1].killers[1] = MOVE_NONE;
    move_t move;
    while ((move = next_move(tree, &picker, frame)) != MOVE_NONE) {
        if (move == frame->excluded) {
            continue;
        }
        node->move_count++;

        /* Steps 12 to 15. Pruning of single moves, once a move is known that does not lose by
         * mate. */
        const bool prunes = (!node->is_pv || node->depth >= SEARCH_PV_PRUNING_MIN_DEPTH) &&
                            !node->in_check && node->best_score > -SEARCH_DECIDED;
        if (prunes && picker.quiet && prune_quiet_move(tree, node, move)) {
            continue;
        }
        prefetch_node_after(tree, move);
        if (prunes && prune_losing_move(tree, node, move, picker.quiet)) {
            continue;
        }

        /* Step 16. Singular extension. */
        int extension = 0;
        if (move == node->tt_move && may_be_singular(node)) {
            score_t cut;
            extension = singular_extension(tree, node, &cut);
            if (tree->aborted || cut != SCORE_NONE) {
                return cut;
            }
        }

        /* Steps 17 and 18. The reduction, and the search of the move. */
        int reduction = node_reduction(tree, node, move, &picker);
        score_t score = make_and_search(tree, node, move, extension, reduction);
        if (tree->aborted) {
            return 0;
        }
        if (score > node->alpha) {
            node->best_is_quiet = picker.quiet;
        }
        if (node_take_score(tree, node, move, score)) {
            update_histories(tree, node);
            break;
        }
        node_add_searched(node, move, picker.quiet);
    }
    return finish_node(tree, node);
}

static score_t search_node(struct search_tree *tree, score_t alpha, score_t beta, int depth,
                           int ply)
{
    /* Step 1. Check extension: the reply to a check is forced, so it costs no depth near the
     * horizon (CPW, "Check Extensions"). */
    const bool in_check = game_in_check(tree->position);
    depth += in_check && depth <= SEARCH_CHECK_EXTENSION_MAX_DEPTH;

    /* Step 2. The horizon: quiescence search. */
    if (depth <= 0) {
        return search_quiescence(tree, alpha, beta, ply);
    }

    /* Step 3. The end of the game; mate distance pruning (CPW, "Mate Distance Pruning"). */
    struct node node;
    score_t score;
    node_begin(tree, &node, alpha, beta, depth, ply);
    if (node_ends(tree, &node, &score)) {
        return score;
    }
    const bool excluding = node.frame->excluded != MOVE_NONE;
    node.in_check = in_check;

    /* Step 4. The transposition table: the position may have been reached before, by another move
     * order or in a shallower search. */
    if (node_probe(tree, &node, &score) && !excluding) {
        return score;
    }
    node_take_tt_move(tree, &node);

    /* Step 4 b. Endgame tables know the result. */
    if (!excluding && node_probe_tables(tree, &node, &score)) {
        return score;
    }

    /* Step 5. Internal iterative reduction: without a good first move, a search to the full depth
     * is not worth its cost. The next iteration will find a move in the table (CPW, "Internal
     * Iterative Reductions"). */
    if (depth >= SEARCH_IIR_MIN_DEPTH && node.tt_move == MOVE_NONE && !excluding &&
        (node.is_pv || frame_read_flag(node.frame->cut_node))) {
        node.depth--;
    }

    /* Step 6. The static evaluation, and whether it is better than at the same side's last move. */
    node.eval = SCORE_NONE;
    if (!in_check) {
        node_evaluate(tree, &node);
    }
    node.frame->static_eval = node.eval;
    if (SEARCH_MULTI_MOVE) {
        node.frame->side = game_side(tree->position);
    }
    node.improving = !in_check && ply >= 2 &&
                     frame_read(node.frame[-2].static_eval) != SCORE_NONE &&
                     (!SEARCH_MULTI_MOVE || frame_read(node.frame[-2].side) == node.frame->side) &&
                     node.eval > node.frame[-2].static_eval;
    if (!in_check && tt_bound_is_tighter(&node, node.eval)) {
        node.eval = node.tt_score;
    }

    /* Steps 7 to 10. Pruning of the whole node. */
    if (!node.is_pv && !in_check && !excluding) {
        score = prune_node(tree, &node);
        if (tree->aborted || score != SCORE_NONE) {
            return tree->aborted ? 0 : score;
        }
    }
    return search_moves(tree, &node);
}

/* The root's part of step 6, for the nodes two plies below it. The score of a level
 * position replaces the root's own evaluation, which lost games in matches. */
static void root_frame(struct search_tree *tree)
{
    struct search_frame *frame = &tree->memory->frames[0];
    frame->static_eval = SCORE_DRAW;
    if (SEARCH_MULTI_MOVE) {
        frame->side = game_side(tree->position);
    }
}

#define SEARCH_ROOT_FRAME root_frame
