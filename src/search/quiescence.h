/* SPDX-License-Identifier: MIT */
/* Part of search_template.h: quiescence search. Past the horizon, only noisy moves are searched, or
 * all moves in check, until the position is quiet. Harris, "The heuristic search and the game of
 * chess", IJCAI 1975. */

static score_t search_quiescence(struct search_tree *tree, score_t alpha, score_t beta, int ply);

/* The counterpart of search_child, for search_quiescence. */
INLINE score_t quiescence_child(struct search_tree *tree, bool again, score_t alpha, score_t beta,
                                int ply)
{
    return again ? search_quiescence(tree, alpha, beta, ply)
                 : -search_quiescence(tree, -beta, -alpha, ply);
}

/* Stand pat: no side has to capture, so the evaluation is a lower bound. True if it causes a
 * cut-off. */
INLINE bool stands_pat(struct search_tree *tree, struct node *node)
{
    node_evaluate(tree, node);
    node->best_score = tt_bound_is_tighter(node, node->eval) ? node->tt_score : node->eval;
    if (node->best_score > node->alpha) {
        node->alpha = node->best_score;
    }
    return node->best_score >= node->beta;
}

/* The table's move, if the quiescence search would try it. */
INLINE move_t quiescence_tt_move(const struct search_tree *tree, const struct node *node)
{
    move_t move = node->hit.move;
    bool searched = move != MOVE_NONE && game_is_legal(tree->position, move) &&
                    (node->in_check || game_is_noisy(tree->position, move));
    return searched ? move : MOVE_NONE;
}

INLINE score_t quiescence_move(struct search_tree *tree, struct node *node, move_t move)
{
    GAME_UNDO undo;
    const bool again = node_make(tree, node->frame, move, &undo);
    score_t score = quiescence_child(tree, again, node->alpha, node->beta, node->ply + 1);
    game_unmake(tree->position, move, &undo);
    return score;
}

/* The value of the position for the side to move once the position is quiet: exact or a bound. */
static score_t search_quiescence(struct search_tree *tree, score_t alpha, score_t beta, int ply)
{
    struct node node;
    score_t score;
    node_begin(tree, &node, alpha, beta, 0, ply);
    if (!tree_enter(tree, ply)) {
        return 0;
    }
    if (search_is_over(tree, ply, &score)) {
        return score;
    }
    if (ply >= MAX_PLY - 1) {
        return static_score(tree);
    }
    node.original_alpha = alpha;
    node.is_pv = beta - alpha > 1;
    node.in_check = game_in_check(tree->position);
    if (node_probe(tree, &node, &score)) {
        return score;
    }
    if (!node.in_check && stands_pat(tree, &node)) {
        return node.best_score;
    }
    const score_t futility = node.best_score + SEARCH_DELTA_MARGIN;
    struct move_picker picker;
    if (node.in_check) {
        game_note_threats(tree->position);
    }
    set_previous_moves(tree, ply);
    picker_init(&picker, quiescence_tt_move(tree, &node), !node.in_check);
    move_t move;
    while ((move = next_move(tree, &picker, node.frame)) != MOVE_NONE) {
        node.move_count++;
        prefetch_node_after(tree, move);
        /* Delta pruning: the score is too far below alpha for a capture that wins no material
         * (Chess Programming Wiki, "Delta Pruning"). */
        if (!node.in_check && futility <= node.alpha && !game_see_ge(tree->position, move, 1)) {
            node.best_score = node.best_score > futility ? node.best_score : futility;
            continue;
        }
        /* In check, one evasion is enough to show that it is not mate. */
        if (node.in_check && picker.quiet && node.best_score > -SEARCH_DECIDED) {
            break;
        }
        score = quiescence_move(tree, &node, move);
        if (tree->aborted) {
            return 0;
        }
        if (node_take_score(tree, &node, move, score)) {
            break;
        }
    }
    if (node.in_check && node.move_count == 0) {
        return search_no_moves(tree, ply);
    }
    node.is_pv = false;
    node_store(tree, &node);
    return node.best_score;
}
