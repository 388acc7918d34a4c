/* Part of search_template.h: what need not be searched, or less deep, or deeper. */

/* The margins, depths and hundredths of this file were fitted together, in games of the chess
 * engine against itself: Spall, "Multivariate stochastic approximation using a simultaneous
 * perturbation gradient approximation", IEEE Transactions on Automatic Control 37/3, 1992. The
 * least depths of null move and probcut, their plies, and the limits were not. tests/bench/CHESS.md
 * has the rest.
 */

/* Null move: the mover passes and searches so many hundredths of a ply less deep, and so many more
 * for every ply of depth; not below NULL_MIN_DEPTH. */
#define NULL_BASE      333
#define NULL_SLOPE     34
#define NULL_MIN_DEPTH 3

/* And a ply less for every so many centipawns that the evaluation is over beta, at most these. */
#define NULL_EVAL_STEP 248
#define NULL_EVAL_MOST 3

/* Reverse futility, razoring and futility are trusted down from these depths. */
#define REVERSE_FUTILITY_MAX_DEPTH 5
#define RAZORING_MAX_DEPTH         4
#define FUTILITY_MAX_DEPTH         8

/* Moves that lose by exchange are left out down from this depth; noisy ones may lose this many
 * times SEARCH_EXCHANGE_PRUNING for every ply, quiet ones once. */
#define EXCHANGE_MAX_DEPTH 11
#define EXCHANGE_NOISY     3

/* Probcut is tried from this depth on, with a search so many plies less deep. */
#define PROBCUT_MIN_DEPTH 5
#define PROBCUT_REDUCTION 3

/* A table move from this depth on, whose entry is at most so many plies shallower, is singular when
 * all others stay below it at half the depth, by so many hundredths of a centipawn for every ply;
 * below that by the second margin, in centipawns, it is searched two plies deeper. Singular moves
 * add no more plies than the limit. */
#define SINGULAR_MIN_DEPTH     6
#define SINGULAR_TABLE_PLIES   3
#define SINGULAR_MARGIN        41
#define SINGULAR_DOUBLE_MARGIN 14
#define SINGULAR_LIMIT         16

/* A move with less history than this for every ply of depth is not searched near the horizon. */
#define HISTORY_PRUNING_MAX_DEPTH 5
#define HISTORY_PRUNING           3475

/* Late pruning: at depth d only the first BASE + FACTOR * d * d quiet moves are searched, in
 * hundredths; half as many where the evaluation does not improve. */
#define LATE_PRUNING_BASE      486
#define LATE_PRUNING_FACTOR    83
#define LATE_PRUNING_MAX_DEPTH 7

/* A quiet move is reduced by so much more where the evaluation does not improve, any where a
 * cut-off is expected: hundredths of a ply. */
#define LATE_NOT_IMPROVING 157
#define LATE_EXPECTED_CUT  144

/* If passing already gives a score over beta, a real move gives it too: Beal, "A generalised
 * quiescence search algorithm", Artificial Intelligence 43/1, 1990. SCORE_NONE: it does not. */
static score_t node_pass(struct search_tree *tree, const struct node *node)
{
    struct search_frame *frame = node->frame;
    const score_t beta = node->beta, over = (node->eval - beta) / NULL_EVAL_STEP;
    if (node->depth < NULL_MIN_DEPTH || node->eval < beta || beta <= -SCORE_MATE_FOUND ||
        frame[-1].move == MOVE_NONE || !search_may_pass(tree->position)) {
        return SCORE_NONE;
    }
    SEARCH_UNDO undo;
    frame->move = MOVE_NONE;
    frame->row = 0;
    int depth = node->depth - 1 - (NULL_BASE + NULL_SLOPE * node->depth) / 100 -
                (over < NULL_EVAL_MOST ? over : NULL_EVAL_MOST);
    search_make_null(tree->position, &undo);
    frame[1].expects_cut = !frame->expects_cut;
    tt_prefetch(tree->tt, search_key(tree->position));
    score_t score = -search_node(tree, -beta, -beta + 1, depth, node->ply + 1);
    search_unmake_null(tree->position, &undo);
    if (tree->aborted || score < beta) {
        return SCORE_NONE;
    }
    return score_is_mate(score) ? beta : score;
}

/* What the evaluation alone, or a search of captures, says of a node: SCORE_NONE if nothing. */
INLINE score_t node_shortcut(struct search_tree *tree, const struct node *node)
{
    const score_t alpha = node->alpha, beta = node->beta, eval = node->eval;
    /* So far above beta that no quiet reply will bring it below. */
    if (SEARCH_REVERSE_FUTILITY && node->depth <= REVERSE_FUTILITY_MAX_DEPTH &&
        !score_is_mate(beta) &&
        eval - SEARCH_REVERSE_FUTILITY * (node->depth - node->improving) >= beta) {
        return (eval + beta) / 2;
    }
    /* So far below alpha that only captures could help: ask them. */
    if (SEARCH_RAZORING && node->depth <= RAZORING_MAX_DEPTH && !score_is_mate(alpha) &&
        eval + SEARCH_RAZORING * node->depth <= alpha) {
        score_t score = search_quiesce(tree, alpha, alpha + 1, node->ply);
        if (score <= alpha || tree->aborted) {
            return score;
        }
    }
    return SEARCH_NULL_MOVE ? node_pass(tree, node) : SCORE_NONE;
}

/* A capture, tried by a search of captures and then by one less deep than the node's. */
INLINE score_t probcut_try(struct search_tree *tree, const struct node *node, move_t move,
                           score_t raised)
{
    struct search_frame *frame = node->frame;
    const int mover = search_side(tree->position);
    SEARCH_UNDO undo;
    frame->move = move;
    frame->row = order_row(tree, move);
    search_make(tree->position, move, &undo);
    tt_prefetch(tree->tt, search_key(tree->position));
    const bool again = moves_again(tree, mover);
    score_t score = quiesce_child(tree, again, raised - 1, raised, node->ply + 1);
    if (score >= raised && !tree->aborted) {
        frame[1].expects_cut = frame->expects_cut == again;
        score = search_child(tree, again, raised - 1, raised, node->depth - 1 - PROBCUT_REDUCTION,
                             node->ply + 1);
    }
    search_unmake(tree->position, move, &undo);
    return score;
}

/* A capture that, searched less deep, still beats beta by a margin will beat it in full: Buro,
 * "ProbCut: an effective selective extension of the alpha-beta algorithm", ICCA Journal 18/2, 1995.
 * SCORE_NONE: none does. */
static score_t node_probcut(struct search_tree *tree, const struct node *node)
{
    const score_t beta = node->beta, raised = beta + SEARCH_PROBCUT;
    const struct tt_hit *hit = &node->hit;
    if (node->depth < PROBCUT_MIN_DEPTH || score_is_mate(beta) ||
        (hit->found && hit->depth >= node->depth - PROBCUT_REDUCTION &&
         node->table_score < raised)) {
        return SCORE_NONE;
    }
    struct move_order order;
    order_init(&order, MOVE_NONE, true);
    move_t move;
    while ((move = order_next(tree, &order, node->frame)) != MOVE_NONE) {
        if (!search_exchange_gains(tree->position, move, raised - node->eval)) {
            continue;
        }
        score_t score = probcut_try(tree, node, move, raised);
        if (tree->aborted) {
            return 0;
        }
        if (score >= raised) {
            return score_is_mate(score) ? beta : score - SEARCH_PROBCUT;
        }
    }
    return SCORE_NONE;
}

/* Whether a move that is not the first is left out near the horizon. */
INLINE bool node_skips(struct search_tree *tree, const struct node *node, move_t move, bool quiet)
{
    const int depth = node->depth;
    if (node->is_pv || node->forced || node->best <= -SCORE_MATE_FOUND) {
        return false;
    }
    if (!quiet) {
        /* A capture that loses more than the depth could regain. */
        return SEARCH_EXCHANGE_PRUNING && depth <= EXCHANGE_MAX_DEPTH &&
               !search_exchange_gains(tree->position, move,
                                      -EXCHANGE_NOISY * SEARCH_EXCHANGE_PRUNING * depth);
    }
    /* The order is good: what comes this late near the horizon is not the answer. */
    bool late =
        SEARCH_LATE_PRUNING && depth <= LATE_PRUNING_MAX_DEPTH &&
        100 * node->quiet_count >=
            (LATE_PRUNING_BASE + LATE_PRUNING_FACTOR * depth * depth) / (node->improving ? 1 : 2);
    /* Too far below alpha for a quiet move. */
    bool futile = SEARCH_FUTILITY && depth <= FUTILITY_MAX_DEPTH && !score_is_mate(node->alpha) &&
                  node->frame->eval + SEARCH_FUTILITY * depth <= node->alpha;
    /* It has nearly always been answered. */
    bool answered = SEARCH_CONTINUATION && depth <= HISTORY_PRUNING_MAX_DEPTH &&
                    order_history(tree, node->frame, move) < -HISTORY_PRUNING * depth;
    if ((late || futile || answered) && !search_forces(tree->position, move)) {
        return true;
    }
    return SEARCH_EXCHANGE_PRUNING && depth <= EXCHANGE_MAX_DEPTH &&
           !search_exchange_gains(tree->position, move, -SEARCH_EXCHANGE_PRUNING * depth);
}

/* Whether the table's move looks better than anything else here, so that it is worth asking. */
INLINE bool node_may_be_singular(const struct node *node)
{
    const struct tt_hit *hit = &node->hit;
    return SEARCH_SINGULAR && node->depth >= SINGULAR_MIN_DEPTH && hit->bound != BOUND_UPPER &&
           hit->depth >= node->depth - SINGULAR_TABLE_PLIES && !score_is_mate(node->table_score) &&
           node->frame->excluded == MOVE_NONE && node->frame->extensions < SINGULAR_LIMIT;
}

/* Asks, without the table's move, whether another comes near its score: Anantharaman, Campbell and
 * Hsu, "Singular extensions: adding selectivity to brute-force searching", Artificial Intelligence
 * 43/1, 1990. The plies to search the table's move deeper; *cut is a score that ends the node, or
 * SCORE_NONE. */
static int node_singular(struct search_tree *tree, const struct node *node, score_t *cut)
{
    score_t target = node->table_score - SINGULAR_MARGIN * node->depth / 100;
    node->frame->excluded = node->table_move;
    score_t score = search_node(tree, target - 1, target, (node->depth - 1) / 2, node->ply);
    node->frame->excluded = MOVE_NONE;
    *cut = SCORE_NONE;
    if (tree->aborted) {
        return 0;
    }
    if (score < target) {
        return !node->is_pv && score < target - SINGULAR_DOUBLE_MARGIN ? 2 : 1;
    }
    /* Two moves beat beta: one of them will. */
    if (target >= node->beta) {
        *cut = target;
    }
    return node->table_score >= node->beta ? -1 : 0;
}

/* How many plies less a late move is searched at first. */
INLINE int node_reduction(struct search_tree *tree, const struct node *node, move_t move,
                          const struct move_order *order)
{
    if (!SEARCH_LATE_REDUCTIONS || !(order->quiet || order->stage == ORDER_LOSING) ||
        node->forced || node->depth < LATE_MIN_DEPTH || node->count <= LATE_FIRST) {
        return 0;
    }
    int history = order->quiet ? order_history(tree, node->frame, move) : 0;
    bool worse = SEARCH_CONTINUATION && order->quiet && !node->improving;
    int more = LATE_NOT_IMPROVING * worse + LATE_EXPECTED_CUT * node->frame->expects_cut;
    int reduction = search_late_reduction(node->depth, node->count, node->is_pv, history, more);
    return reduction < node->depth - 2 ? reduction : node->depth - 2;
}
