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

/* And a ply less for every so many centipawns that the evaluation is over beta, at most these. */
#define NULL_EVAL_STEP 200
#define NULL_EVAL_MOST 3

/* Reverse futility, razoring and futility are trusted down from these depths. */
#define REVERSE_FUTILITY_MAX_DEPTH 8
#define RAZORING_MAX_DEPTH         4
#define FUTILITY_MAX_DEPTH         8

/* Futility: this many centipawns, and SEARCH_FUTILITY for every ply. */
#define FUTILITY_BASE 90

/* Past the horizon a capture must bring the evaluation within this of alpha; centipawns. */
#define DELTA_MARGIN 150

/* Moves that lose by exchange are left out down from this depth; noisy ones may lose this many
 * times SEARCH_EXCHANGE_PRUNING for every ply, quiet ones once. */
#define EXCHANGE_MAX_DEPTH 7
#define EXCHANGE_NOISY     2

/* Probcut is tried from this depth on, with a search so many plies less deep. */
#define PROBCUT_MIN_DEPTH 5
#define PROBCUT_REDUCTION 3

/* A node without a table move is searched less deep from this depth on. */
#define INTERNAL_MIN_DEPTH 4

/* A table move from this depth on, whose entry is at most so many plies shallower, is singular when
 * all others stay this many centipawns a ply below it at half the depth; below that by the second
 * margin, it is searched two plies deeper. Singular moves add no more plies than the limit. */
#define SINGULAR_MIN_DEPTH     7
#define SINGULAR_TABLE_PLIES   3
#define SINGULAR_MARGIN        2
#define SINGULAR_DOUBLE_MARGIN 20
#define SINGULAR_LIMIT         16

/* A move with less history than this for every ply of depth is not searched near the horizon. */
#define HISTORY_PRUNING_MAX_DEPTH 4
#define HISTORY_PRUNING           3000

/* Corrections of the evaluation are kept this much finer than a centipawn, stay within the limit,
 * and move towards what the search found by its depth in so many parts. */
#define CORRECTION_GRAIN 128
#define CORRECTION_LIMIT 96
#define CORRECTION_PARTS 256

/* Late moves: the first LATE_FIRST moves of a node are searched in full, from this depth on. */
#define LATE_FIRST     3
#define LATE_MIN_DEPTH 3

/* Finer reductions begin with this, and are less on the principal variation: hundredths of a ply.
 */
#define LATE_BASE 70
#define LATE_PV   100

/* Late pruning: at depth d only the first LATE_PRUNING_BASE + d * d quiet moves are searched. */
#define LATE_PRUNING_BASE      4
#define LATE_PRUNING_MAX_DEPTH 8

/* Sixteen times the logarithm of x to the base 2, x >= 1, straight between powers of two. */
INLINE int log2_16(int x)
{
    int whole = bit_highest((uint64_t)x);
    return 16 * whole + ((x << 4) >> whole) - 16;
}

/* How many plies less a late quiet move is searched: grows slowly with depth and with the number of
 * moves before it, and less for moves with a good history. */
INLINE int search_late_reduction(int depth, int count, bool is_pv, int history)
{
    int reduction;
    if (SEARCH_LATE_REDUCTIONS == 1) {
        int depth_log = bit_highest((uint64_t)depth), count_log = bit_highest((uint64_t)count);
        reduction = (depth_log * count_log + 1) / 2 - is_pv - history / (HISTORY_LIMIT / 2);
    } else {
        int logs = log2_16(depth) * log2_16(count);
        reduction = (LATE_BASE + SEARCH_LATE_REDUCTIONS * logs / 256 - LATE_PV * is_pv -
                     history / (HISTORY_LIMIT / 100)) /
                    100;
    }
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
    struct search_frame *next = &tree->memory->frames[ply + 1];
    if (count == 1) {
        next->expects_cut = beta - alpha == 1 && !next[-1].expects_cut;
        return -search_node(tree, -beta, -alpha, depth, ply + 1);
    }
    next->expects_cut = true;
    score_t score = -search_node(tree, -alpha - 1, -alpha, depth - reduction, ply + 1);
    if (score > alpha && reduction > 0) {
        next->expects_cut = !next[-1].expects_cut;
        score = -search_node(tree, -alpha - 1, -alpha, depth, ply + 1);
    }
    if (score > alpha && score < beta) {
        next->expects_cut = false;
        score = -search_node(tree, -beta, -alpha, depth, ply + 1);
    }
    return score;
}

#if !SEARCH_OWN_NODE

/* What the search itself has found the evaluation to be wrong by in positions that share a feature
 * with this one. */
INLINE int16_t *node_correction(struct search_tree *tree, int feature)
{
    uint64_t key = search_correction_key(tree->position, feature);
    return &tree->memory->corrections[feature][search_side(tree->position)]
                                     [SEARCH_CORRECTIONS ? key % CORRECTION_SIZE : 0];
}

INLINE score_t node_correct(struct search_tree *tree, score_t eval)
{
    int sum = 0;
    for (int feature = 0; feature < SEARCH_CORRECTIONS; feature++) {
        sum += *node_correction(tree, feature);
    }
    eval += sum / CORRECTION_GRAIN;
    return eval >= SCORE_MATE_FOUND    ? SCORE_MATE_FOUND - 1
           : eval <= -SCORE_MATE_FOUND ? -SCORE_MATE_FOUND + 1
                                       : eval;
}

/* The search found `error` centipawns more than the evaluation: the next evaluation of the like
 * leans that way. */
INLINE void node_learn_correction(struct search_tree *tree, score_t error, int depth)
{
    int weight = depth + 1 < 16 ? depth + 1 : 16;
    int limit = CORRECTION_LIMIT * CORRECTION_GRAIN;
    for (int feature = 0; feature < SEARCH_CORRECTIONS; feature++) {
        int16_t *entry = node_correction(tree, feature);
        int aim = error * CORRECTION_GRAIN;
        aim = aim > limit ? limit : aim < -limit ? -limit : aim;
        *entry =
            (int16_t)((*entry * (CORRECTION_PARTS - weight) + aim * weight) / CORRECTION_PARTS);
    }
}

/* Whether a score that the table holds settles the node. */
INLINE bool node_table_settles(const struct tt_hit *hit, score_t score, score_t alpha, score_t beta)
{
    return hit->found &&
           (hit->bound == BOUND_EXACT || (hit->bound == BOUND_LOWER && score >= beta) ||
            (hit->bound == BOUND_UPPER && score <= alpha));
}

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
    score = hit.found ? score_from_table(hit.score, ply) : SCORE_NONE;
    if (beta - alpha == 1 && node_table_settles(&hit, score, alpha, beta)) {
        return score;
    }
    bool forced = SEARCH_FORCED && search_is_forced(tree->position);
    score_t best = -SCORE_INFINITE, raw = SCORE_NONE, floor = -SCORE_INFINITE, first_alpha = alpha;
    if (!forced) {
        /* Nobody has to capture: doing nothing is worth the evaluation. */
        raw = hit.found && hit.eval != SCORE_NONE ? hit.eval : search_evaluate(tree->position);
        best = node_correct(tree, raw);
        if (hit.found && !score_is_mate(score) &&
            (hit.bound == BOUND_EXACT || (hit.bound == BOUND_LOWER) == (score > best))) {
            best = score;
        }
        if (best >= beta) {
            return best;
        }
        if (best > alpha) {
            alpha = best;
        }
        floor = best + DELTA_MARGIN;
    }
    move_t table_move = hit.move;
    if (table_move != MOVE_NONE && (!search_is_legal(tree->position, table_move) ||
                                    (!forced && !search_is_noisy(tree->position, table_move)))) {
        table_move = MOVE_NONE;
    }
    struct search_frame *frame = &memory->frames[ply];
    struct move_order order;
    order_enter(tree, ply);
    order_init(&order, table_move, !forced);
    move_t move, best_move = MOVE_NONE;
    int count = 0;
    while ((move = order_next(tree, &order, frame)) != MOVE_NONE) {
        count++;
        /* Too far below alpha for a capture that wins nothing. */
        if (!forced && floor <= alpha && !search_exchange_gains(tree->position, move, 1)) {
            best = best > floor ? best : floor;
            continue;
        }
        /* In check, one way out is enough to know that it is not mate. */
        if (forced && order.quiet && best > -SCORE_MATE_FOUND) {
            break;
        }
        SEARCH_UNDO undo;
        frame->move = move;
        frame->row = order_row(tree, move);
        search_make(tree->position, move, &undo);
        tt_prefetch(tree->tt, search_key(tree->position));
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
    tt_store(tree->tt, key, best_move, score_to_table(best, ply), raw, 0, bound, false);
    return best;
}

/* If passing already gives a score over beta, a real move gives it too: Beal, "A generalised
 * quiescence search algorithm", Artificial Intelligence 43/1, 1990. SCORE_NONE: it does not. */
static score_t search_try_pass(struct search_tree *tree, score_t beta, score_t eval, int depth,
                               int ply)
{
    struct search_frame *frame = &tree->memory->frames[ply];
    if (depth < NULL_MIN_DEPTH || eval < beta || beta <= -SCORE_MATE_FOUND ||
        frame[-1].move == MOVE_NONE || !search_may_pass(tree->position)) {
        return SCORE_NONE;
    }
    SEARCH_UNDO undo;
    frame->move = MOVE_NONE;
    frame->row = 0;
    int over = (eval - beta) / NULL_EVAL_STEP;
    int reduced = depth - 1 - NULL_REDUCTION - depth / NULL_DEPTH_STEP -
                  (over < NULL_EVAL_MOST ? over : NULL_EVAL_MOST);
    search_make_null(tree->position, &undo);
    frame[1].expects_cut = !frame->expects_cut;
    tt_prefetch(tree->tt, search_key(tree->position));
    score_t score = -search_node(tree, -beta, -beta + 1, reduced, ply + 1);
    search_unmake_null(tree->position, &undo);
    if (tree->aborted || score < beta) {
        return SCORE_NONE;
    }
    return score_is_mate(score) ? beta : score;
}

/* What can be said of a node without looking at its moves: SCORE_NONE if nothing. `eval` is the
 * evaluation, `improving` whether it is better than two plies before. */
INLINE score_t node_shortcut(struct search_tree *tree, score_t alpha, score_t beta, score_t eval,
                             bool improving, int depth, int ply)
{
    /* So far above beta that no quiet reply will bring it below. */
    if (SEARCH_REVERSE_FUTILITY && depth <= REVERSE_FUTILITY_MAX_DEPTH && !score_is_mate(beta) &&
        eval - SEARCH_REVERSE_FUTILITY * (depth - improving) >= beta) {
        return (eval + beta) / 2;
    }
    /* So far below alpha that only captures could help: ask them. */
    if (SEARCH_RAZORING && depth <= RAZORING_MAX_DEPTH && !score_is_mate(alpha) &&
        eval + SEARCH_RAZORING * depth <= alpha) {
        score_t score = search_quiesce(tree, alpha, alpha + 1, ply);
        if (score <= alpha || tree->aborted) {
            return score;
        }
    }
    return SEARCH_NULL_MOVE ? search_try_pass(tree, beta, eval, depth, ply) : SCORE_NONE;
}

/* A capture that, searched less deep, still beats beta by a margin will beat it in full: Buro,
 * "ProbCut: an effective selective extension of the alpha-beta algorithm", ICCA Journal 18/2, 1995.
 */
static score_t node_probcut(struct search_tree *tree, const struct tt_hit *hit, score_t table_score,
                            score_t beta, score_t eval, int depth, int ply)
{
    score_t raised = beta + SEARCH_PROBCUT;
    if (depth < PROBCUT_MIN_DEPTH || score_is_mate(beta) ||
        (hit->found && hit->depth >= depth - PROBCUT_REDUCTION && table_score < raised)) {
        return SCORE_NONE;
    }
    struct search_frame *frame = &tree->memory->frames[ply];
    struct move_order order;
    order_init(&order, MOVE_NONE, true);
    move_t move;
    while ((move = order_next(tree, &order, frame)) != MOVE_NONE) {
        if (!search_exchange_gains(tree->position, move, raised - eval)) {
            continue;
        }
        SEARCH_UNDO undo;
        frame->move = move;
        frame->row = order_row(tree, move);
        search_make(tree->position, move, &undo);
        tt_prefetch(tree->tt, search_key(tree->position));
        score_t score = -search_quiesce(tree, -raised, -raised + 1, ply + 1);
        if (score >= raised && !tree->aborted) {
            frame[1].expects_cut = !frame->expects_cut;
            score =
                -search_node(tree, -raised, -raised + 1, depth - 1 - PROBCUT_REDUCTION, ply + 1);
        }
        search_unmake(tree->position, move, &undo);
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
INLINE bool node_skips(struct search_tree *tree, const struct search_frame *frame, move_t move,
                       bool quiet, int quiets, score_t alpha, int depth, bool improving)
{
    if (!quiet) {
        /* A capture that loses more than the depth could regain. */
        return SEARCH_EXCHANGE_PRUNING && depth <= EXCHANGE_MAX_DEPTH &&
               !search_exchange_gains(tree->position, move,
                                      -EXCHANGE_NOISY * SEARCH_EXCHANGE_PRUNING * depth);
    }
    /* The order is good: what comes this late near the horizon is not the answer. */
    bool late = SEARCH_LATE_PRUNING && depth <= LATE_PRUNING_MAX_DEPTH &&
                quiets >= (LATE_PRUNING_BASE + depth * depth) / (improving ? 1 : 2);
    /* Too far below alpha for a quiet move. */
    bool futile = SEARCH_FUTILITY && depth <= FUTILITY_MAX_DEPTH && !score_is_mate(alpha) &&
                  frame->eval + FUTILITY_BASE + SEARCH_FUTILITY * depth <= alpha;
    /* It has nearly always been answered. */
    bool answered = SEARCH_CONTINUATION && depth <= HISTORY_PRUNING_MAX_DEPTH &&
                    order_history(tree, frame, move) < -HISTORY_PRUNING * depth;
    if ((late || futile || answered) && !search_forces(tree->position, move)) {
        return true;
    }
    return SEARCH_EXCHANGE_PRUNING && depth <= EXCHANGE_MAX_DEPTH &&
           !search_exchange_gains(tree->position, move, -SEARCH_EXCHANGE_PRUNING * depth);
}

/* Asks, without the table's move, whether another comes near its score: Anantharaman, Campbell and
 * Hsu, "Singular extensions: adding selectivity to brute-force searching", Artificial Intelligence
 * 43/1, 1990. The plies to search the table's move deeper; *cut is a score that ends the node, or
 * SCORE_NONE. */
static int node_singular(struct search_tree *tree, const struct tt_hit *hit, score_t table_score,
                         score_t beta, int depth, int ply, bool is_pv, score_t *cut)
{
    struct search_frame *frame = &tree->memory->frames[ply];
    score_t target = table_score - SINGULAR_MARGIN * depth;
    frame->excluded = hit->move;
    score_t score = search_node(tree, target - 1, target, (depth - 1) / 2, ply);
    frame->excluded = MOVE_NONE;
    *cut = SCORE_NONE;
    if (tree->aborted) {
        return 0;
    }
    if (score < target) {
        return !is_pv && score < target - SINGULAR_DOUBLE_MARGIN ? 2 : 1;
    }
    /* Two moves beat beta: one of them will. */
    if (target >= beta) {
        *cut = target;
    }
    return table_score >= beta ? -1 : 0;
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
    struct search_frame *frame = &memory->frames[ply];
    move_t excluded = SEARCH_SINGULAR ? frame->excluded : MOVE_NONE;
    uint64_t key = search_key(position);
    struct tt_hit hit = tt_probe(tree->tt, key);
    score_t table_score = hit.found ? score_from_table(hit.score, ply) : SCORE_NONE;
    if (!is_pv && hit.depth >= depth && excluded == MOVE_NONE &&
        node_table_settles(&hit, table_score, alpha, beta)) {
        return table_score;
    }
    move_t table_move = hit.move;
    if (table_move != MOVE_NONE && !search_is_legal(position, table_move)) {
        table_move = MOVE_NONE;
    }
    /* Without a good first move the depth is not worth its price; the table will have one then. */
    if (SEARCH_INTERNAL_REDUCTION && depth >= INTERNAL_MIN_DEPTH && table_move == MOVE_NONE &&
        excluded == MOVE_NONE && (is_pv || frame->expects_cut)) {
        depth--;
    }

    score_t raw = SCORE_NONE, eval = SCORE_NONE;
    if ((SEARCH_REVERSE_FUTILITY || SEARCH_NULL_MOVE) && !forced) {
        raw = hit.found && hit.eval != SCORE_NONE ? hit.eval : search_evaluate(position);
        eval = node_correct(tree, raw);
    }
    frame->eval = eval;
    bool improving =
        !forced && ply >= 2 && (frame[-2].eval == SCORE_NONE ? false : eval > frame[-2].eval);
    /* The table's score says more than the evaluation, where its bound allows. */
    if (SEARCH_CORRECTIONS && !forced && hit.found && !score_is_mate(table_score) &&
        (hit.bound == BOUND_EXACT || (hit.bound == BOUND_LOWER) == (table_score > eval))) {
        eval = table_score;
    }
    if (!is_pv && !forced && excluded == MOVE_NONE) {
        score = node_shortcut(tree, alpha, beta, eval, improving, depth, ply);
        if (SEARCH_PROBCUT && score == SCORE_NONE && !tree->aborted) {
            score = node_probcut(tree, &hit, table_score, beta, eval, depth, ply);
        }
        if (tree->aborted) {
            return 0;
        }
        if (score != SCORE_NONE) {
            return score;
        }
    }

    struct move_order order;
    order_enter(tree, ply);
    order_init(&order, table_move, false);
    memory->frames[ply + 1].killers[0] = memory->frames[ply + 1].killers[1] = MOVE_NONE;
    score_t best = -SCORE_INFINITE, first_alpha = alpha;
    move_t move, best_move = MOVE_NONE, quiets[64], noisies[32];
    int count = 0, quiet_count = 0, noisy_count = 0;
    bool best_quiet = false;
    while ((move = order_next(tree, &order, frame)) != MOVE_NONE) {
        if (move == excluded) {
            continue;
        }
        count++;
        bool quiet = order.quiet;
        if (!is_pv && !forced && best > -SCORE_MATE_FOUND &&
            node_skips(tree, frame, move, quiet, quiet_count, alpha, depth, improving)) {
            continue;
        }
        int extension = 0;
        if (SEARCH_SINGULAR && move == table_move && excluded == MOVE_NONE &&
            depth >= SINGULAR_MIN_DEPTH && hit.bound != BOUND_UPPER &&
            hit.depth >= depth - SINGULAR_TABLE_PLIES && !score_is_mate(table_score) &&
            frame->extensions < SINGULAR_LIMIT) {
            score_t cut;
            extension = node_singular(tree, &hit, table_score, beta, depth, ply, is_pv, &cut);
            if (tree->aborted) {
                return 0;
            }
            if (cut != SCORE_NONE) {
                return cut;
            }
        }
        int reduction = 0;
        if (SEARCH_LATE_REDUCTIONS && (quiet || order.stage == ORDER_LOSING) && !forced &&
            depth >= LATE_MIN_DEPTH && count > LATE_FIRST) {
            reduction = search_late_reduction(depth, count, is_pv,
                                              quiet ? order_history(tree, frame, move) : 0);
            reduction += (SEARCH_CONTINUATION && quiet && !improving) + frame->expects_cut;
            reduction = reduction < depth - 2 ? reduction : depth - 2;
        }
        SEARCH_UNDO undo;
        frame->move = move;
        frame->row = order_row(tree, move);
        frame[1].extensions = frame->extensions + (extension > 0 ? extension : 0);
        search_make(position, move, &undo);
        tt_prefetch(tree->tt, search_key(position));
        if (reduction > 0 && SEARCH_FORCED && search_is_forced(position)) {
            reduction--;
        }
        score = search_move(tree, alpha, beta, depth - 1 + extension, ply, count, reduction);
        search_unmake(position, move, &undo);
        if (tree->aborted) {
            return 0;
        }
        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                best_quiet = quiet;
                alpha = score;
                if (is_pv) {
                    tree_keep_line(tree, ply, move);
                }
                if (alpha >= beta) {
                    if (quiet) {
                        order_learn(tree, ply, move, quiets, quiet_count, depth);
                    }
                    order_learn_noisy(tree, quiet ? MOVE_NONE : move, noisies, noisy_count, depth);
                    break;
                }
            }
        }
        if (quiet && quiet_count < LENGTH(quiets)) {
            quiets[quiet_count++] = move;
        } else if (!quiet && noisy_count < LENGTH(noisies)) {
            noisies[noisy_count++] = move;
        }
    }
    if (count == 0) {
        return excluded != MOVE_NONE ? alpha : search_no_moves(position, ply);
    }
    if (excluded != MOVE_NONE) {
        return best;
    }
    enum search_bound bound = best >= beta         ? BOUND_LOWER
                              : best > first_alpha ? BOUND_EXACT
                                                   : BOUND_UPPER;
    if (SEARCH_CORRECTIONS && !forced && (best_move == MOVE_NONE || best_quiet) &&
        !(bound == BOUND_LOWER && best <= raw) && !(bound == BOUND_UPPER && best >= raw) &&
        !score_is_mate(best)) {
        node_learn_correction(tree, best - raw, depth);
    }
    tt_store(tree->tt, key, best_move, score_to_table(best, ply), raw, depth, bound, is_pv);
    return best;
}

#endif
