/* SPDX-License-Identifier: MIT */
/* Part of search_template.h: a node without any selection: alpha-beta (Knuth and Moore, "An
 * analysis of alpha-beta pruning", Artificial Intelligence 6/4, 1975) with a transposition table
 * and principal variation search. Its scores are exactly those of minimax. It is for games small
 * enough to be searched to their end. */

#define SEARCH_IS_EXACT 1

static int root_reduction(const struct search_tree *tree UNUSED, move_t move UNUSED,
                          int depth UNUSED, int count UNUSED)
{
    return 0;
}

static score_t search_node(struct search_tree *tree, score_t alpha, score_t beta, int depth,
                           int ply)
{
    /* Step 1. The end of the game, the horizon, or a mate nearer to the root. */
    struct node node;
    score_t score;
    node_begin(tree, &node, alpha, beta, depth, ply);
    if (node_ends(tree, &node, &score)) {
        return score;
    }

    /* Step 2. The transposition table: the position may have been reached before, by another move
     * order or in a shallower search. */
    if (node_probe(tree, &node, &score)) {
        return score;
    }
    node_take_tt_move(tree, &node);

    /* Step 3. The moves, each with the window that the earlier moves have left. */
    struct search_frame *frame = node.frame;
    struct move_picker picker;
    set_previous_moves(tree, ply);
    picker_init(&picker, node.tt_move, false);
    frame[1].killers[0] = frame[1].killers[1] = MOVE_NONE;
    move_t move;
    while ((move = next_move(tree, &picker, frame)) != MOVE_NONE) {
        GAME_UNDO undo;
        node.move_count++;
        prefetch_node_after(tree, move);
        const bool again = node_make(tree, frame, move, &undo);
        score = search_move(tree, again, node.alpha, node.beta, depth - 1, ply, node.move_count, 0);
        game_unmake(tree->position, move, &undo);
        if (tree->aborted) {
            return 0;
        }
        if (score > node.alpha) {
            node.best_is_quiet = picker.quiet;
        }
        if (node_take_score(tree, &node, move, score)) {
            update_histories(tree, &node);
            break;
        }
        node_add_searched(&node, move, picker.quiet);
    }

    /* Step 4. The result, stored in the table. */
    if (node.move_count == 0) {
        return search_no_moves(tree, ply);
    }
    node_store(tree, &node);
    return node.best_score;
}
