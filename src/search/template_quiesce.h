/* Part of search_template.h: past the horizon only noisy moves count, until the position is quiet:
 * Harris, "The heuristic search and the game of chess", IJCAI 1975. */

/* A capture must bring the evaluation within this of alpha; centipawns. */
#define DELTA_MARGIN 194

static score_t search_quiesce(struct search_tree *tree, score_t alpha, score_t beta, int ply);

/* What search_child is for search_node. */
INLINE score_t quiesce_child(struct search_tree *tree, bool again, score_t alpha, score_t beta,
                             int ply)
{
    return again ? search_quiesce(tree, alpha, beta, ply)
                 : -search_quiesce(tree, -beta, -alpha, ply);
}

/* Nobody has to capture: doing nothing is worth the evaluation. True: that is enough. */
INLINE bool quiesce_stands(struct search_tree *tree, struct node *node)
{
    node_evaluate(tree, node);
    node->best = node_table_tells(node, node->eval) ? node->table_score : node->eval;
    if (node->best > node->alpha) {
        node->alpha = node->best;
    }
    return node->best >= node->beta;
}

/* The table's move, if it is one of those that count. */
INLINE move_t quiesce_table_move(const struct search_tree *tree, const struct node *node)
{
    move_t move = node->hit.move;
    bool counts = move != MOVE_NONE && search_is_legal(tree->position, move) &&
                  (node->forced || search_is_noisy(tree->position, move));
    return counts ? move : MOVE_NONE;
}

INLINE score_t quiesce_try(struct search_tree *tree, struct node *node, move_t move)
{
    const int mover = search_side(tree->position);
    SEARCH_UNDO undo;
    node->frame->move = move;
    node->frame->row = order_row(tree, move);
    search_make(tree->position, move, &undo);
    tt_prefetch(tree->tt, search_key(tree->position));
    score_t score =
        quiesce_child(tree, moves_again(tree, mover), node->alpha, node->beta, node->ply + 1);
    search_unmake(tree->position, move, &undo);
    return score;
}

static score_t search_quiesce(struct search_tree *tree, score_t alpha, score_t beta, int ply)
{
    tree->memory->pv_length[ply] = 0;
    score_t score;
    if (!tree_enter(tree, ply)) {
        return 0;
    }
    if (search_outcome(tree->position, ply, &score)) {
        return score;
    }
    if (ply >= MAX_PLY - 1) {
        return search_evaluate(tree->position);
    }
    struct node node = {
        .frame = &tree->memory->frames[ply],
        .alpha = alpha,
        .beta = beta,
        .first_alpha = alpha,
        .ply = ply,
        .is_pv = beta - alpha > 1,
        .forced = SEARCH_FORCED && search_is_forced(tree->position),
        .raw = SCORE_NONE,
        .best = -SCORE_INFINITE,
        .best_move = MOVE_NONE,
    };
    if (node_look_up(tree, &node, &score)) {
        return score;
    }
    if (!node.forced && quiesce_stands(tree, &node)) {
        return node.best;
    }
    score_t floor = node.best + DELTA_MARGIN;
    struct move_order order;
    order_enter(tree, ply);
    order_init(&order, quiesce_table_move(tree, &node), !node.forced);
    move_t move;
    while ((move = order_next(tree, &order, node.frame)) != MOVE_NONE) {
        node.count++;
        /* Too far below alpha for a capture that wins nothing. */
        if (!node.forced && floor <= node.alpha &&
            !search_exchange_gains(tree->position, move, 1)) {
            node.best = node.best > floor ? node.best : floor;
            continue;
        }
        /* In check, one way out is enough to know that it is not mate. */
        if (node.forced && order.quiet && node.best > -SCORE_MATE_FOUND) {
            break;
        }
        score = quiesce_try(tree, &node, move);
        if (tree->aborted) {
            return 0;
        }
        if (node_take(tree, &node, move, score)) {
            break;
        }
    }
    if (node.forced && node.count == 0) {
        return search_no_moves(tree->position, ply);
    }
    node.is_pv = false;
    node_store(tree, &node);
    return node.best;
}
