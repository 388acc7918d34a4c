/* Part of search.c: nodes that are decided by threats, without a search of all moves. */

/* Makes a line that wins the principal variation of the node; returns its score. */
INLINE score_t keep_win(struct search_tree *tree, int ply, const move_t *line, int length)
{
    struct search_memory *memory = tree->memory;
    for (int i = 0; i < length && i < MAX_PLY; i++) {
        memory->pv[ply][i] = line[i];
    }
    memory->pv_length[ply] = length < MAX_PLY ? length : MAX_PLY;
    return score_mate_in(ply + length);
}

/* The same where the side to move cannot stop the opponent's win: any move, and then the win. */
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
    int plies = gomoku_vcf_static_line(board, line + 1);
    gomoku_board_unmake(board, line[0]);
    if (plies == 0) {
        return gomoku_evaluate(board);
    }
    keep_win(tree, ply, line, 1 + plies);
    return score_mated_in(ply + 1 + plies);
}

/* Searches for a VCF; if there is one, its line is in pv[ply]. */
static bool search_vcf(struct search_tree *tree, int ply, score_t *score)
{
    struct gomoku_board *board = &tree->position->board;
    const uint16_t *threats = board->count[board->position.to_move];
    if (!gomoku_fours_are_plain(board) ||
        !(threats[THREAT_FOUR_MORE] || threats[THREAT_FOUR_THREE])) {
        return false;
    }
    struct gomoku_vcf vcf = {
        .board = board,
        .table = &tree->position->vcf_table,
        .only_rich = true,
        .owner = tree->stoppable ? tree->worker->search : NULL,
        .limit = VCF_NODES,
    };
    bool found = gomoku_vcf_search(&vcf, MAX_PLY - 1 - ply);
    if (vcf.nodes > 1) {
        struct search_worker *worker = tree->worker;
        uint64_t nodes = atomic_load_explicit(&worker->nodes, memory_order_relaxed);
        atomic_store_explicit(&worker->nodes, nodes + vcf.nodes - 1, memory_order_relaxed);
    }
    if (found) {
        *score = keep_win(tree, ply, vcf.line, vcf.length);
    }
    return found;
}

/* Beyond the horizon, where the opponent threatens an open four: the score of the best defence. */
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
            if (search_quiet_value(tree->position, list.moves[k]) >
                search_quiet_value(tree->position, list.moves[next])) {
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
                update_pv(tree, ply, move);
                if (alpha >= beta) {
                    break;
                }
            }
        }
    }
    /* Fours of the own were not tried: they may save the game. */
    if (best <= -SCORE_MATE_FOUND && has_fours) {
        tree->memory->pv_length[ply] = 0;
        return gomoku_evaluate(board) - UNANSWERED_THREE;
    }
    return best;
}
