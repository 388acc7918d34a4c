/* SPDX-License-Identifier: MIT */
/* Part of search.c: a node of Othello's search. */

#define SEARCH_IS_EXACT 0

static int root_reduction(const struct search_tree *tree UNUSED, move_t move UNUSED,
                          int depth UNUSED, int count UNUSED)
{
    return 0;
}

/* The score of a node of depth PROBCUT_FIRST and more minus that of its probe, by stage. GAMES, of
 * othello-selfplay, were played with nodes=1000 solve=16; the first 50,000 were used:
 *
 *     othello-probcut positions=300 depth=10 seed=1 GAMES */
enum { PROBCUT_FIRST = 3, PROBCUT_LAST = 10 };

static const struct othello_gain probcut_gains[OTHELLO_STAGES][PROBCUT_LAST - PROBCUT_FIRST + 1] = {
    {{35, 226}, {-15, 175}, {28, 232}, {-24, 196}, {10, 203}, {-16, 185}, {13, 232}, {-22, 269}},
    {{-8, 222}, {-13, 190}, {22, 294}, {1, 271}, {31, 219}, {12, 250}, {53, 252}, {23, 281}},
    {{-21, 239}, {-19, 209}, {-12, 317}, {-15, 276}, {18, 272}, {-11, 230}, {26, 302}, {-9, 251}},
    {{-32, 277}, {-28, 229}, {-11, 352}, {-22, 288}, {35, 306}, {8, 309}, {49, 361}, {24, 351}},
    {{-12, 332}, {-29, 349}, {-42, 437}, {-9, 407}, {-43, 383}, {57, 350}, {-67, 415}, {112, 396}},
    {{-12, 332}, {-29, 349}, {-42, 437}, {-9, 407}, {-43, 383}, {57, 350}, {-67, 415}, {112, 396}},
};

INLINE const struct othello_gain *probcut_gain(const struct othello_position *position, int depth)
{
    const int column = depth > PROBCUT_LAST    ? PROBCUT_LAST - (depth - PROBCUT_LAST) % 2
                       : depth < PROBCUT_FIRST ? PROBCUT_FIRST
                                               : depth;
    /* Nothing was measured on the other boards. */
    const int stage = position->size == 8 ? othello_stage(position->own[0] | position->other[0])
                                          : OTHELLO_STAGES / 2;
    return &probcut_gains[stage][column - PROBCUT_FIRST];
}

/* ProbCut (Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", ICCA
 * Journal 18/2, 1995; "Experiments with Multi-ProbCut", 1997): a search of half the depth returns a
 * score so far outside the window that the full search would very probably do the same. True if
 * *score decides the node. */
static bool probcut_holds(struct search_tree *tree, const struct node *node, score_t *score)
{
    const int depth = othello_probcut_depth(node->depth);
    const struct othello_gain *gain = probcut_gain(tree->position, node->depth);
    const score_t margin = PROBCUT_PERCENT * gain->deviation / 100;
    const score_t high = node->beta + margin - gain->mean, low = node->alpha - margin - gain->mean;
    const score_t eval = static_score(tree);
    if (eval >= node->beta) {
        *score = search_node(tree, high - 1, high, depth, node->ply);
        return !tree->aborted && *score >= high;
    }
    if (eval <= node->alpha) {
        *score = search_node(tree, low, low + 1, depth, node->ply);
        return !tree->aborted && *score <= low;
    }
    return false;
}

INLINE int node_reduction(const struct node *node)
{
    const bool is_late = node->move_count > LMR_FULL_MOVES && !node->is_pv;
    return is_late && node->depth >= LMR_MIN_DEPTH ? LMR_PLIES : 0;
}

/* The points of a move by the evaluation of the position after it. */
INLINE int evaluation_value(const struct othello_position *position, move_t move)
{
    if (move == MOVE_PASS) {
        return 0;
    }
    const bitboard_t own = position->own[0], other = position->other[0];
    const bitboard_t flips = othello_flips(own, other, move - 1);
    return -ORDER_EVALUATION *
           othello_evaluate_patterns(other & ~flips, own | flips | UINT64_C(1) << (move - 1));
}

/* Lists the moves of a node in another order than next_move does. Far from the leaves, the
 * evaluation counts, too; at the leaves history counts alone, because replies take longer to
 * compute than they save. */
static void node_list_moves(struct search_tree *tree, struct move_picker *picker,
                            const struct node *node)
{
    struct move_list *list = &picker->list;
    game_generate(tree->position, MOVES_QUIET, list);
    for (int i = 0; i < list->count; i++) {
        const move_t move = list->moves[i];
        const int history = quiet_history(tree, node->frame, move);
        const int value = node->depth <= ORDER_HISTORY_MAX_DEPTH
                              ? history
                              : history + game_quiet_value(tree->position, move) +
                                    evaluation_value(tree->position, move);
        picker->orders[i] = move_order(move == node->tt_move ? VALUE_LIMIT - 1 : value, i);
    }
    picker->stage = PICK_QUIET;
    picker->quiet = true;
    picker->tt_move = MOVE_NONE;
}

static score_t node_search_moves(struct search_tree *tree, struct node *node)
{
    struct search_frame *frame = node->frame;
    struct move_picker picker;
    picker_init(&picker, node->tt_move, false);
    if (node->depth <= ORDER_HISTORY_MAX_DEPTH
            ? node->tt_move == MOVE_NONE
            : node->depth >= ORDER_EVALUATION_MIN_DEPTH && tree->position->size == 8) {
        node_list_moves(tree, &picker, node);
    }
    move_t move;
    while ((move = next_move(tree, &picker, frame)) != MOVE_NONE) {
        GAME_UNDO undo;
        node->move_count++;
        node_make(tree, frame, move, &undo);
        /* A pass costs no depth. */
        const int depth = node->depth - (move != MOVE_PASS);
        const score_t score = search_move(tree, false, node->alpha, node->beta, depth, node->ply,
                                          node->move_count, node_reduction(node));
        game_unmake(tree->position, move, &undo);
        if (tree->aborted) {
            return 0;
        }
        if (node_take_score(tree, node, move, score)) {
            /* Updates the history but no killers: a move that was good in another node is known
             * from the history. */
            update_quiet_entries(tree, frame, move, history_bonus(node->depth));
            for (int i = 0; i < node->quiet_count; i++) {
                update_quiet_entries(tree, frame, node->searched_quiets[i],
                                     -history_bonus(node->depth));
            }
            break;
        }
        node_add_searched(node, move, true);
    }
    node_store(tree, node);
    return node->best_score;
}

/* The solver's value of the position, as a score within the window. */
static score_t node_solve(struct search_tree *tree, const struct node *node)
{
    struct othello_solver *solver = &tree->memory->workspace.solver;
    const struct othello_position *position = tree->position;
    /* Converts centipawns to discs, rounded away from the window. */
    const int alpha = (node->alpha + OTHELLO_DISC * 2 * SOLVER_LIMIT) / OTHELLO_DISC;
    const int beta =
        (node->beta + OTHELLO_DISC * 2 * SOLVER_LIMIT + OTHELLO_DISC - 1) / OTHELLO_DISC;
    int low = alpha - 2 * SOLVER_LIMIT, high = beta - 2 * SOLVER_LIMIT;
    low = low < -SOLVER_LIMIT ? -SOLVER_LIMIT : low > SOLVER_LIMIT - 1 ? SOLVER_LIMIT - 1 : low;
    high = high > SOLVER_LIMIT ? SOLVER_LIMIT : high <= low ? low + 1 : high;
    solver->nodes = atomic_load_explicit(&tree->worker->nodes, memory_order_relaxed);
    solver->node_limit = tree->node_limit;
    solver->shown = &tree->worker->nodes;
    /* Each further iteration solves with more confidence, until the value is exact. */
    const int level = node->depth - tree->memory->workspace.solve_depth;
    const bool at_once = othello_empties(position) <= SOLVE_AT_ONCE;
    solver->level = (uint8_t)(at_once || level > SOLVER_EXACT ? SOLVER_EXACT : level);
    const int value = othello_solve(solver, position->own[0], position->other[0], low, high);
    atomic_store_explicit(&tree->worker->nodes, solver->nodes, memory_order_relaxed);
    tree->aborted |= solver->aborted;
    if (node->is_pv && !tree->aborted) {
        struct search_memory *memory = tree->memory;
        const int ply = node->ply;
        memory->pv_length[ply] =
            othello_solver_line(solver, position, memory->pv[ply], MAX_PLY - 1 - ply);
        tree->seldepth = ply + othello_empties(position);
    }
    return OTHELLO_DISC * value;
}

static score_t search_node(struct search_tree *tree, score_t alpha, score_t beta, int depth,
                           int ply)
{
    struct node node;
    score_t score;
    node_begin(tree, &node, alpha, beta, depth, ply);
    if (ply == 1 && depth >= tree->memory->workspace.solve_depth) {
        node.is_pv = beta - alpha > 1;
        return node_solve(tree, &node);
    }
    if (node_ends(tree, &node, &score)) {
        return score;
    }
    if (node_probe(tree, &node, &score)) {
        return score;
    }
    node_take_tt_move(tree, &node);
    if (!node.is_pv && node.depth >= PROBCUT_MIN_DEPTH) {
        if (probcut_holds(tree, &node, &score)) {
            return score;
        }
        if (tree->aborted) {
            return 0;
        }
        tree->memory->pv_length[ply] = 0;
    }
    if (node.tt_move == MOVE_NONE && node.depth >= IIR_MIN_DEPTH) {
        node.depth--;
    }
    return node_search_moves(tree, &node);
}
