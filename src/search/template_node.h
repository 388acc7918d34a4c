/* Part of search_template.h: one node of the tree. */

/* A node without a table move is searched less deep from this depth on. */
#define INTERNAL_MIN_DEPTH 4

/* What ends a node before anything is looked up. True: *score is its value. */
INLINE bool node_ends(struct search_tree *tree, struct node *node, score_t *score)
{
    const int ply = node->ply;
    *score = 0;
    if (!tree_enter(tree, ply) || search_outcome(tree->position, ply, score)) {
        return true;
    }
    if (node->depth <= 0 || ply >= MAX_PLY - 1) {
        *score = search_evaluate(tree->position);
        return true;
    }
    /* Nothing here can beat a mate already found nearer to the root. */
    if (node->alpha < score_mated_in(ply)) {
        node->alpha = score_mated_in(ply);
    }
    if (node->beta > score_mate_in(ply + 1)) {
        node->beta = score_mate_in(ply + 1);
    }
    *score = node->alpha;
    return node->alpha >= node->beta;
}

/* What the node is worth by its looks. */
INLINE void node_judge(struct search_tree *tree, struct node *node)
{
    node->raw = node->eval = SCORE_NONE;
    if ((SEARCH_REVERSE_FUTILITY || SEARCH_NULL_MOVE) && !node->forced) {
        node_evaluate(tree, node);
    }
    node->frame->eval = node->eval;
    node->frame->side = SEARCH_MULTI_MOVE ? search_side(tree->position) : 0;
    node->improving = !node->forced && node->ply >= 2 && node->frame[-2].eval != SCORE_NONE &&
                      node->frame[-2].side == node->frame->side &&
                      node->eval > node->frame[-2].eval;
    if (SEARCH_CORRECTIONS && !node->forced && node_table_tells(node, node->eval)) {
        node->eval = node->table_score;
    }
}

/* A score that spares the search of the moves: SCORE_NONE if there is none. */
INLINE score_t node_prune(struct search_tree *tree, const struct node *node)
{
    if (node->is_pv || node->forced || node->frame->excluded != MOVE_NONE) {
        return SCORE_NONE;
    }
    score_t score = node_shortcut(tree, node);
    if (SEARCH_PROBCUT && score == SCORE_NONE && !tree->aborted) {
        score = node_probcut(tree, node);
    }
    return score;
}

/* Makes a move, searches it, takes it back. */
INLINE score_t node_try(struct search_tree *tree, const struct node *node, move_t move,
                        int extension, int reduction)
{
    struct search_frame *frame = node->frame;
    const int mover = search_side(tree->position);
    SEARCH_UNDO undo;
    frame->move = move;
    frame->row = order_row(tree, move);
    frame[1].extensions = frame->extensions + (extension > 0 ? extension : 0);
    search_make(tree->position, move, &undo);
    tt_prefetch(tree->tt, search_key(tree->position));
    if (reduction > 0 && SEARCH_FORCED && search_is_forced(tree->position)) {
        reduction--;
    }
    score_t score = search_move(tree, moves_again(tree, mover), node->alpha, node->beta,
                                node->depth - 1 + extension, node->ply, node->count, reduction);
    search_unmake(tree->position, move, &undo);
    return score;
}

/* The histories learn from a cut-off. */
INLINE void node_learn(struct search_tree *tree, const struct node *node)
{
    const move_t best = node->best_move;
    if (node->best_quiet) {
        order_learn(tree, node->ply, best, node->quiets, node->quiet_count, node->depth);
    }
    order_learn_noisy(tree, node->best_quiet ? MOVE_NONE : best, node->noisies, node->noisy_count,
                      node->depth);
}

INLINE void node_note_vain(struct node *node, move_t move, bool quiet)
{
    if (quiet && node->quiet_count < LENGTH(node->quiets)) {
        node->quiets[node->quiet_count++] = move;
    } else if (!quiet && node->noisy_count < LENGTH(node->noisies)) {
        node->noisies[node->noisy_count++] = move;
    }
}

/* All moves have been looked at: the value, kept for later. */
INLINE score_t node_close(struct search_tree *tree, const struct node *node)
{
    bool partial = node->frame->excluded != MOVE_NONE;
    if (node->count == 0) {
        return partial ? node->alpha : search_no_moves(tree->position, node->ply);
    }
    if (partial) {
        return node->best;
    }
    enum search_bound bound = node_bound(node);
    if (SEARCH_CORRECTIONS && !node->forced && (node->best_move == MOVE_NONE || node->best_quiet) &&
        !(bound == BOUND_LOWER && node->best <= node->raw) &&
        !(bound == BOUND_UPPER && node->best >= node->raw) && !score_is_mate(node->best)) {
        node_learn_correction(tree, node->best - node->raw, node->depth);
    }
    node_store(tree, node);
    return node->best;
}

static score_t node_search_moves(struct search_tree *tree, struct node *node)
{
    struct search_frame *frame = node->frame;
    struct move_order order;
    order_enter(tree, node->ply);
    order_init(&order, node->table_move, false);
    frame[1].killers[0] = frame[1].killers[1] = MOVE_NONE;
    move_t move;
    while ((move = order_next(tree, &order, frame)) != MOVE_NONE) {
        if (move == frame->excluded) {
            continue;
        }
        node->count++;
        if (node_skips(tree, node, move, order.quiet)) {
            continue;
        }
        int extension = 0;
        if (move == node->table_move && node_may_be_singular(node)) {
            score_t cut;
            extension = node_singular(tree, node, &cut);
            if (tree->aborted || cut != SCORE_NONE) {
                return cut;
            }
        }
        int reduction = node_reduction(tree, node, move, &order);
        score_t score = node_try(tree, node, move, extension, reduction);
        if (tree->aborted) {
            return 0;
        }
        if (score > node->alpha) {
            node->best_quiet = order.quiet;
        }
        if (node_take(tree, node, move, score)) {
            node_learn(tree, node);
            break;
        }
        node_note_vain(node, move, order.quiet);
    }
    return node_close(tree, node);
}

static score_t search_node(struct search_tree *tree, score_t alpha, score_t beta, int depth,
                           int ply)
{
    const bool forced = SEARCH_FORCED && search_is_forced(tree->position);
    /* A forced reply is no choice: it costs no depth. */
    depth += forced;
    if (SEARCH_QUIESCENCE && depth <= 0) {
        return search_quiesce(tree, alpha, beta, ply);
    }
    struct node node;
    node_begin(tree, &node, alpha, beta, depth, ply);
    node.forced = forced;
    score_t score;
    if (node_ends(tree, &node, &score)) {
        return score;
    }
    node.first_alpha = node.alpha;
    node.is_pv = node.beta - node.alpha > 1;
    /* A position met before, by another order of moves or in a shallower search. */
    if (node_look_up(tree, &node, &score) && node.frame->excluded == MOVE_NONE) {
        return score;
    }
    node.table_move = node.hit.move;
    if (node.table_move != MOVE_NONE && !search_is_legal(tree->position, node.table_move)) {
        node.table_move = MOVE_NONE;
    }
    /* Without a good first move the depth is not worth its price; the table will have one then. */
    if (SEARCH_INTERNAL_REDUCTION && depth >= INTERNAL_MIN_DEPTH && node.table_move == MOVE_NONE &&
        node.frame->excluded == MOVE_NONE && (node.is_pv || node.frame->expects_cut)) {
        node.depth--;
    }
    node_judge(tree, &node);
    score = node_prune(tree, &node);
    return tree->aborted ? 0 : score != SCORE_NONE ? score : node_search_moves(tree, &node);
}
