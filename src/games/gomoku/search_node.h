/* Part of search.c: one node of gomoku's tree. What is around it (root, order of moves, table) is
 * the shared search's; in it, threats decide what must be searched at all. */

/* A search for a win by fours looks at so many positions at a leaf, and at so many more for the
 * square of the depth left. */
#define FOURS_LEAF_NODES  24
#define FOURS_DEPTH_NODES 12

/* Reverse futility: centipawns for each ply of depth, trusted down from a depth. */
#define CALM_MARGIN    40
#define CALM_MAX_DEPTH 9

/* Razoring: so far below alpha, so near the horizon, nothing quiet will help. */
#define HOPELESS_MARGIN    50
#define HOPELESS_MAX_DEPTH 5

/* Passing: plies less for the opponent's reply, one more for every so many plies of depth. */
#define PASS_REDUCTION  2
#define PASS_DEPTH_STEP 4
#define PASS_MIN_DEPTH  3

/* At depth d only so many candidates are searched: BASE + FACTOR * d * d. */
#define WIDTH_BASE      5
#define WIDTH_FACTOR    1
#define WIDTH_MAX_DEPTH 8

/* Late moves are searched less deep by ln(depth) * ln(number of the move) * SCALE / 100 plies; one
 * that makes an open three is reduced by so many plies less. */
#define LATE_SCALE 90
#define LATE_THREE 2

/* From this depth on, and after so many moves of a node. */
#define REDUCE_MIN_DEPTH 3
#define REDUCE_FIRST     3

/* 32 ln(n). */
static const uint8_t logarithms[64] = {
    0,   0,   22,  35,  44,  52,  57,  62,  67,  70,  74,  77,  80,  82,  84,  87,
    89,  91,  92,  94,  96,  97,  99,  100, 102, 103, 104, 105, 107, 108, 109, 110,
    111, 112, 113, 114, 115, 116, 116, 117, 118, 119, 120, 120, 121, 122, 123, 123,
    124, 125, 125, 126, 126, 127, 128, 128, 129, 129, 130, 130, 131, 132, 132, 133,
};

/* What a cut-off adds to a reply's history, for each square of depth. */
#define REPLY_BONUS 16

/* Without a move from the table, from this depth on, a shallower search finds one first. */
#define UNORDERED_MIN_DEPTH 4

/* Past the horizon, threes are answered for so many plies. */
#define ANSWERS_DEPTH 6

/* What an open three costs that cannot be answered there but by fours, centipawns. */
#define UNANSWERED_THREE 150

/* Writes a line that ends the game to pv[ply], and gives its score. */
INLINE score_t keep_win(struct search_tree *tree, int ply, const move_t *line, int length)
{
    struct search_memory *memory = tree->memory;
    for (int i = 0; i < length && i < MAX_PLY; i++) {
        memory->pv[ply][i] = line[i];
    }
    memory->pv_length[ply] = length < MAX_PLY ? length : MAX_PLY;
    return score_mate_in(ply + length);
}

/* The side to move cannot stop the opponent's win: any move, and then the win. */
static score_t keep_loss(struct search_tree *tree, int ply)
{
    struct gomoku_board *board = &tree->position->board;
    struct move_list list = {.count = 0};
    gomoku_candidates(board, &list);
    if (list.count == 0) {
        return SCORE_DRAW;
    }
    move_t line[4] = {list.moves[0]};
    gomoku_board_make(board, line[0]);
    int plies = fours_static_line(board, line + 1);
    gomoku_board_unmake(board, line[0]);
    if (plies == 0) {
        return gomoku_evaluate(board);
    }
    keep_win(tree, ply, line, 1 + plies);
    return score_mated_in(ply + 1 + plies);
}

/* Searches for a win by fours; on success its line is in pv[ply]. */
static bool wins_by_fours(struct search_tree *tree, int depth, int ply, score_t *score)
{
    struct gomoku_board *board = &tree->position->board;
    const uint16_t *threats = board->count[board->position.to_move];
    if (!gomoku_fours_are_plain(board) ||
        !(threats[THREAT_FOUR] || threats[THREAT_FOUR_MORE] || threats[THREAT_FOUR_THREE] ||
          threats[THREAT_SUSPECT])) {
        return false;
    }
    int plies_left = depth < 0 ? 0 : depth;
    struct fours_search search = {
        .board = board,
        .table = &tree->position->fours,
        .owner = tree->heeds_stop ? tree->worker->search : NULL,
        .limit = (uint64_t)(FOURS_LEAF_NODES + FOURS_DEPTH_NODES * plies_left * plies_left),
    };
    bool found = fours_win(&search, MAX_PLY - 1 - ply);
    if (search.nodes > 1) {
        struct search_worker *worker = tree->worker;
        uint64_t nodes = atomic_load_explicit(&worker->nodes, memory_order_relaxed);
        atomic_store_explicit(&worker->nodes, nodes + search.nodes - 1, memory_order_relaxed);
    }
    if (found) {
        *score = keep_win(tree, ply, search.line, search.length);
    }
    return found;
}

/* Past the horizon, with an open three of the opponent's to be answered: the best of the defences.
 */
static score_t answer_three(struct search_tree *tree, score_t alpha, score_t beta, int depth,
                            int ply)
{
    struct gomoku_board *board = &tree->position->board;
    const uint16_t *threats = board->count[board->position.to_move];
    struct move_list list = {.count = 0};
    gomoku_defences(board, &list);
    bool has_fours = threats[THREAT_FOUR] || threats[THREAT_FOUR_MORE] ||
                     threats[THREAT_FOUR_THREE] || threats[THREAT_SUSPECT];
    if (list.count == 0 && !has_fours) {
        return keep_loss(tree, ply);
    }
    score_t best = list.count == 0 ? gomoku_evaluate(board) - UNANSWERED_THREE : -SCORE_INFINITE;
    for (int i = 0; i < list.count; i++) {
        int next = i;
        for (int k = i + 1; k < list.count; k++) {
            if (search_order(tree->position, list.moves[k]) >
                search_order(tree->position, list.moves[next])) {
                next = k;
            }
        }
        move_t move = list.moves[next];
        list.moves[next] = list.moves[i];
        gomoku_board_make(board, move);
        score_t score = -search_node(tree, -beta, -alpha, depth - 1, ply + 1);
        gomoku_board_unmake(board, move);
        if (tree->aborted) {
            return 0;
        }
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                tree_keep_line(tree, ply, move);
                if (alpha >= beta) {
                    break;
                }
            }
        }
    }
    /* Counter-fours were not tried: it may not be lost. */
    if (best <= -SCORE_MATE_FOUND && has_fours) {
        tree->memory->pv_length[ply] = 0;
        return gomoku_evaluate(board) - UNANSWERED_THREE;
    }
    return best;
}

INLINE int late_reduction(int depth, int count)
{
    int product = logarithms[depth < 64 ? depth : 63] * logarithms[count < 64 ? count : 63];
    return product * LATE_SCALE / (100 * 32 * 32);
}

/* Passing instead of moving still holds beta: a real move will, too. */
static bool passing_holds(struct search_tree *tree, score_t beta, int depth, int ply)
{
    struct gomoku_board *board = &tree->position->board;
    tree->memory->frames[ply].move = MOVE_NONE;
    gomoku_board_pass(board);
    score_t score = -search_node(tree, -beta, -beta + 1,
                                 depth - 1 - PASS_REDUCTION - depth / PASS_DEPTH_STEP, ply + 1);
    gomoku_board_pass(board);
    return !tree->aborted && score >= beta;
}

INLINE void learn_reply(struct search_tree *tree, move_t move, int bonus)
{
    int16_t *entry = &tree->position->replies[gomoku_board_last(&tree->position->board)][move];
    int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / HISTORY_LIMIT);
}

/* A move cut off: as an answer to the move before it, too, it is tried sooner from now on. */
static void learn_replies(struct search_tree *tree, move_t best, const move_t *tried, int count,
                          int depth)
{
    int bonus = depth * depth * REPLY_BONUS;
    bonus = bonus < HISTORY_BONUS_LIMIT ? bonus : HISTORY_BONUS_LIMIT;
    learn_reply(tree, best, bonus);
    for (int i = 0; i < count; i++) {
        learn_reply(tree, tried[i], -bonus);
    }
}

static score_t search_node(struct search_tree *tree, score_t alpha, score_t beta, int depth,
                           int ply)
{
    struct search_memory *memory = tree->memory;
    struct gomoku_board *board = &tree->position->board;
    memory->pv_length[ply] = 0;
    if (!tree_enter(tree, ply)) {
        return 0;
    }
    score_t score;
    if (search_outcome(tree->position, ply, &score)) {
        return score;
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

    /* Wins and losses that can be seen without a search. */
    bool is_pv = beta - alpha > 1;
    int won = fours_static_win(board);
    if (won == 1 || (won && gomoku_fours_are_plain(board))) {
        move_t line[4];
        if (!is_pv) {
            return score_mate_in(ply + won);
        }
        won = fours_static_line(board, line);
        if (won) {
            return keep_win(tree, ply, line, won);
        }
    }
    enum gomoku_urgency urgency = gomoku_urgency(board);
    if (urgency == URGENCY_LOST) {
        return keep_loss(tree, ply);
    }
    if (ply >= MAX_PLY - 8 || board->line >= GOMOKU_MAX_LINE - 8) {
        return gomoku_evaluate(board);
    }

    uint64_t key = search_key(tree->position);
    struct tt_hit hit = tt_probe(tree->tt, key);
    score_t table_score = hit.found ? score_from_table(hit.score, ply) : SCORE_NONE;
    /* The only answer to a four costs no depth. */
    depth += urgency == URGENCY_FOUR;
    if (hit.found && !is_pv && hit.depth >= depth &&
        (hit.bound == BOUND_EXACT || (hit.bound == BOUND_LOWER && table_score >= beta) ||
         (hit.bound == BOUND_UPPER && table_score <= alpha))) {
        return table_score;
    }
    if (urgency != URGENCY_FOUR && wins_by_fours(tree, depth, ply, &score)) {
        return score;
    }
    if (depth <= 0) {
        return urgency == URGENCY_THREE && depth > -ANSWERS_DEPTH
                   ? answer_three(tree, alpha, beta, depth, ply)
                   : gomoku_evaluate(board);
    }

    move_t table_move = hit.move;
    if (table_move != MOVE_NONE && !search_is_legal(tree->position, table_move)) {
        table_move = MOVE_NONE;
    }
    struct search_frame *frame = &memory->frames[ply];
    score_t eval = gomoku_evaluate(board);
    frame->eval = eval;
    bool calm = urgency == URGENCY_NONE;
    if (!is_pv && calm) {
        /* So far above beta that no quiet reply will bring it below. */
        if (depth <= CALM_MAX_DEPTH && !score_is_mate(beta) && eval - CALM_MARGIN * depth >= beta) {
            return eval;
        }
        /* So far below alpha that no quiet move will bring it above; there is no win by fours. */
        if (depth <= HOPELESS_MAX_DEPTH && !score_is_mate(alpha) &&
            eval + HOPELESS_MARGIN * depth <= alpha) {
            return eval;
        }
        if (depth >= PASS_MIN_DEPTH && eval >= beta && !score_is_mate(beta) &&
            memory->frames[ply - 1].move != MOVE_NONE) {
            if (passing_holds(tree, beta, depth, ply)) {
                return beta;
            }
            if (tree->aborted) {
                return 0;
            }
        }
    }
    /* A position that no search has left a move for is not worth its whole depth yet. */
    if (table_move == MOVE_NONE && depth >= UNORDERED_MIN_DEPTH && calm) {
        depth--;
    }

    struct move_order order;
    order_init(&order, table_move, false);
    memory->frames[ply + 1].killers[0] = memory->frames[ply + 1].killers[1] = MOVE_NONE;
    score_t best = -SCORE_INFINITE, first_alpha = alpha;
    move_t move, best_move = MOVE_NONE, tried[64];
    int count = 0, tried_count = 0;
    while ((move = order_next(tree, &order, frame)) != MOVE_NONE) {
        bool four = board->threat[board->position.to_move][move] >= THREAT_FOUR;
        /* The order is good: what comes this late near the horizon is not the answer. */
        if (!is_pv && calm && !four && best > -SCORE_MATE_FOUND && depth <= WIDTH_MAX_DEPTH &&
            count >= WIDTH_BASE + WIDTH_FACTOR * depth * depth) {
            break;
        }
        count++;
        int reduction = 0;
        if (calm && !four && depth >= REDUCE_MIN_DEPTH && count > REDUCE_FIRST) {
            reduction =
                late_reduction(depth, count) - is_pv - history_of(tree, move) / (HISTORY_LIMIT / 2);
            if (board->threat[board->position.to_move][move] >= THREAT_THREE) {
                reduction -= LATE_THREE;
            }
            reduction = reduction < 0 ? 0 : reduction > depth - 1 ? depth - 1 : reduction;
        }
        SEARCH_UNDO undo;
        frame->move = move;
        search_make(tree->position, move, &undo);
        tt_prefetch(tree->tt, search_key(tree->position));
        score = search_move(tree, alpha, beta, depth - 1, ply, count, reduction);
        search_unmake(tree->position, move, &undo);
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
                    order_learn(tree, ply, move, tried, tried_count, depth);
                    learn_replies(tree, move, tried, tried_count, depth);
                    break;
                }
            }
        }
        if (tried_count < LENGTH(tried)) {
            tried[tried_count++] = move;
        }
    }
    if (count == 0) {
        return search_no_moves(tree->position, ply);
    }
    enum search_bound bound = best >= beta         ? BOUND_LOWER
                              : best > first_alpha ? BOUND_EXACT
                                                   : BOUND_UPPER;
    tt_store(tree->tt, key, best_move, score_to_table(best, ply), SCORE_NONE, depth, bound, is_pv);
    return best;
}
