/* Part of search_template.h: one node of the tree, principal variation search.
 *
 * Marsland and Campbell, "Parallel search of strongly ordered game trees", ACM Computing Surveys
 * 14/4, 1982: the first move of a node is searched with the whole window, the others are only shown
 * not to be better, and searched again in the rare case that they are. */

/* Null move: the mover passes and searches this many plies less deep, plus one for every
 * NULL_DEPTH_STEP plies of depth; not below NULL_MIN_DEPTH. */
#define NULL_REDUCTION  3
#define NULL_DEPTH_STEP 4
#define NULL_MIN_DEPTH  3

/* Reverse futility is trusted down from this depth. */
#define REVERSE_FUTILITY_MAX_DEPTH 7

/* Late moves: the first LATE_FIRST moves of a node are searched in full, from this depth on. */
#define LATE_FIRST     3
#define LATE_MIN_DEPTH 3

/* Late pruning: at depth d only the first LATE_PRUNING_BASE + d * d quiet moves are searched. */
#define LATE_PRUNING_BASE      4
#define LATE_PRUNING_MAX_DEPTH 4

/* How many plies less a late quiet move is searched: grows slowly with depth and with the number of
 * moves before it, and less for moves with a good history. */
INLINE int search_late_reduction(int depth, int count, bool is_pv, int history)
{
    int depth_log = bit_highest((uint64_t)depth), count_log = bit_highest((uint64_t)count);
    int reduction = (depth_log * count_log + 1) / 2 - is_pv - history / (HISTORY_LIMIT / 2);
    int most = depth - 2;
    return reduction < 0 ? 0 : reduction > most ? most : reduction;
}

/* The value of the position for the side to move, `depth` plies deep: exact if strictly between
 * alpha and beta, else a bound. The line is left in pv[ply]. */
static score_t search_node(struct search_tree *tree, score_t alpha, score_t beta, int depth,
                           int ply);

/* Searches one move of a node, already made. The first gets the whole window; the others must first
 * show, with an empty window and maybe at less depth, that they are better than alpha. */
INLINE score_t search_move(struct search_tree *tree, score_t alpha, score_t beta, int depth,
                           int ply, int count, int reduction)
{
    if (count == 1) {
        return -search_node(tree, -beta, -alpha, depth, ply + 1);
    }
    score_t score = -search_node(tree, -alpha - 1, -alpha, depth - reduction, ply + 1);
    if (score > alpha && reduction > 0) {
        score = -search_node(tree, -alpha - 1, -alpha, depth, ply + 1);
    }
    if (score > alpha && score < beta) {
        score = -search_node(tree, -beta, -alpha, depth, ply + 1);
    }
    return score;
}

#if !SEARCH_OWN_NODE

/* Past the horizon only noisy moves count, until the position is quiet: Harris, "The heuristic
 * search and the game of chess", IJCAI 1975. */
static score_t search_quiesce(struct search_tree *tree, score_t alpha, score_t beta, int ply)
{
    struct search_memory *memory = tree->memory;
    memory->pv_length[ply] = 0;
    if (!tree_enter(tree, ply)) {
        return 0;
    }
    score_t score;
    if (search_outcome(tree->position, ply, &score)) {
        return score;
    }
    if (ply >= MAX_PLY - 1) {
        return search_evaluate(tree->position);
    }
    uint64_t key = search_key(tree->position);
    struct tt_hit hit = tt_probe(tree->tt, key);
    if (hit.found) {
        score = score_from_table(hit.score, ply);
        if (hit.bound == BOUND_EXACT || (hit.bound == BOUND_LOWER && score >= beta) ||
            (hit.bound == BOUND_UPPER && score <= alpha)) {
            return score;
        }
    }
    bool forced = SEARCH_FORCED && search_is_forced(tree->position);
    score_t best = -SCORE_INFINITE, eval = SCORE_NONE, first_alpha = alpha;
    if (!forced) {
        /* Nobody has to capture: doing nothing is worth the evaluation. */
        eval = hit.found && hit.eval != SCORE_NONE ? hit.eval : search_evaluate(tree->position);
        best = eval;
        if (best >= beta) {
            return best;
        }
        if (best > alpha) {
            alpha = best;
        }
    }
    move_t table_move = hit.move;
    if (table_move != MOVE_NONE && (!search_is_legal(tree->position, table_move) ||
                                    (!forced && !search_is_noisy(tree->position, table_move)))) {
        table_move = MOVE_NONE;
    }
    struct search_frame *frame = &memory->frames[ply];
    struct move_order order;
    order_init(&order, table_move, !forced);
    move_t move, best_move = MOVE_NONE;
    int count = 0;
    while ((move = order_next(tree, &order, frame)) != MOVE_NONE) {
        count++;
        SEARCH_UNDO undo;
        frame->move = move;
        search_make(tree->position, move, &undo);
        score = -search_quiesce(tree, -beta, -alpha, ply + 1);
        search_unmake(tree->position, move, &undo);
        if (tree->aborted) {
            return 0;
        }
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                best_move = move;
                tree_keep_line(tree, ply, move);
                if (alpha >= beta) {
                    break;
                }
            }
        }
    }
    if (forced && count == 0) {
        return search_no_moves(tree->position, ply);
    }
    enum search_bound bound = best >= beta         ? BOUND_LOWER
                              : best > first_alpha ? BOUND_EXACT
                                                   : BOUND_UPPER;
    tt_store(tree->tt, key, best_move, score_to_table(best, ply), eval, 0, bound, false);
    return best;
}

/* If passing already gives a score over beta, a real move gives it too: Beal, "A generalised
 * quiescence search algorithm", Artificial Intelligence 43/1, 1990. SCORE_NONE: it does not. */
static score_t search_try_pass(struct search_tree *tree, score_t beta, score_t eval, int depth,
                               int ply)
{
    if (depth < NULL_MIN_DEPTH || eval < beta || beta <= -SCORE_MATE_FOUND ||
        tree->memory->frames[ply - 1].move == MOVE_NONE || !search_may_pass(tree->position)) {
        return SCORE_NONE;
    }
    SEARCH_UNDO undo;
    tree->memory->frames[ply].move = MOVE_NONE;
    search_make_null(tree->position, &undo);
    int reduced = depth - 1 - NULL_REDUCTION - depth / NULL_DEPTH_STEP;
    score_t score = -search_node(tree, -beta, -beta + 1, reduced, ply + 1);
    search_unmake_null(tree->position, &undo);
    if (tree->aborted || score < beta) {
        return SCORE_NONE;
    }
    return score_is_mate(score) ? beta : score;
}

static score_t search_node(struct search_tree *tree, score_t alpha, score_t beta, int depth,
                           int ply)
{
    struct search_memory *memory = tree->memory;
    SEARCH_POSITION *position = tree->position;
    bool forced = SEARCH_FORCED && search_is_forced(position);
    /* A forced reply is no choice: it costs no depth. */
    depth += forced;
    if (SEARCH_QUIESCENCE && depth <= 0) {
        return search_quiesce(tree, alpha, beta, ply);
    }
    memory->pv_length[ply] = 0;
    if (!tree_enter(tree, ply)) {
        return 0;
    }
    score_t score;
    if (search_outcome(position, ply, &score)) {
        return score;
    }
    if (depth <= 0 || ply >= MAX_PLY - 1) {
        return search_evaluate(position);
    }
    /* Nothing here can beat a mate already found nearer to the root. */
    if (alpha < score_mated_in(ply)) {
        alpha = score_mated_in(ply);
    }
    if (beta > score_mate_in(ply + 1)) {
        beta = score_mate_in(ply + 1);
    }
    if (alpha >= beta) {
        return alpha;
    }
    bool is_pv = beta - alpha > 1;

    /* A position met before, by another order of moves or in a shallower search. */
    uint64_t key = search_key(position);
    struct tt_hit hit = tt_probe(tree->tt, key);
    score_t table_score = hit.found ? score_from_table(hit.score, ply) : SCORE_NONE;
    if (hit.found && !is_pv && hit.depth >= depth &&
        (hit.bound == BOUND_EXACT || (hit.bound == BOUND_LOWER && table_score >= beta) ||
         (hit.bound == BOUND_UPPER && table_score <= alpha))) {
        return table_score;
    }
    move_t table_move = hit.move;
    if (table_move != MOVE_NONE && !search_is_legal(position, table_move)) {
        table_move = MOVE_NONE;
    }

    struct search_frame *frame = &memory->frames[ply];
    score_t eval = SCORE_NONE;
    if ((SEARCH_REVERSE_FUTILITY || SEARCH_NULL_MOVE) && !forced) {
        eval = hit.found && hit.eval != SCORE_NONE ? hit.eval : search_evaluate(position);
    }
    frame->eval = eval;

    if (!is_pv && !forced) {
        /* So far above beta that no quiet reply will bring it below. */
        if (SEARCH_REVERSE_FUTILITY && depth <= REVERSE_FUTILITY_MAX_DEPTH &&
            !score_is_mate(beta) && eval - SEARCH_REVERSE_FUTILITY * depth >= beta) {
            return eval;
        }
        if (SEARCH_NULL_MOVE) {
            score = search_try_pass(tree, beta, eval, depth, ply);
            if (tree->aborted) {
                return 0;
            }
            if (score != SCORE_NONE) {
                return score;
            }
        }
    }

    struct move_order order;
    order_init(&order, table_move, false);
    memory->frames[ply + 1].killers[0] = memory->frames[ply + 1].killers[1] = MOVE_NONE;
    score_t best = -SCORE_INFINITE, first_alpha = alpha;
    move_t move, best_move = MOVE_NONE, quiets[64];
    int count = 0, quiet_count = 0;
    while ((move = order_next(tree, &order, frame)) != MOVE_NONE) {
        count++;
        bool quiet = order.quiet;
        /* The order is good: what comes this late near the horizon is not the answer. */
        if (SEARCH_LATE_PRUNING && quiet && !is_pv && !forced && best > -SCORE_MATE_FOUND &&
            depth <= LATE_PRUNING_MAX_DEPTH && quiet_count >= LATE_PRUNING_BASE + depth * depth) {
            continue;
        }
        int reduction = 0;
        if (SEARCH_LATE_REDUCTIONS && quiet && !forced && depth >= LATE_MIN_DEPTH &&
            count > LATE_FIRST) {
            reduction = search_late_reduction(depth, count, is_pv, history_of(tree, move));
        }
        SEARCH_UNDO undo;
        frame->move = move;
        search_make(position, move, &undo);
        tt_prefetch(tree->tt, search_key(position));
        score = search_move(tree, alpha, beta, depth - 1, ply, count, reduction);
        search_unmake(position, move, &undo);
        if (tree->aborted) {
            return 0;
        }
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                alpha = score;
                if (is_pv) {
                    tree_keep_line(tree, ply, move);
                }
                if (alpha >= beta) {
                    if (quiet) {
                        order_learn(tree, ply, move, quiets, quiet_count, depth);
                    }
                    break;
                }
            }
        }
        if (quiet && quiet_count < LENGTH(quiets)) {
            quiets[quiet_count++] = move;
        }
    }
    if (count == 0) {
        return search_no_moves(position, ply);
    }
    enum search_bound bound = best >= beta         ? BOUND_LOWER
                              : best > first_alpha ? BOUND_EXACT
                                                   : BOUND_UPPER;
    tt_store(tree->tt, key, best_move, score_to_table(best, ply), eval, depth, bound, is_pv);
    return best;
}

#endif
