/* SPDX-License-Identifier: MIT */
/* Part of search.c: nodes that threats decide, without a search of all moves. */

/* Makes a line that wins the node's principal variation; returns its score. */
INLINE score_t set_winning_line(struct search_tree *tree, int ply, const move_t *line, int length)
{
    struct search_memory *memory = tree->memory;
    for (int i = 0; i < length && i < MAX_PLY; i++) {
        memory->pv[ply][i] = line[i];
    }
    memory->pv_length[ply] = length < MAX_PLY ? length : MAX_PLY;
    return score_mate_in(ply + length);
}

/* The same for a losing line, in which the side to move cannot stop the opponent's win: any move,
 * then the win. */
static score_t set_losing_line(struct search_tree *tree, int ply)
{
    struct gomoku_board *board = tree->position;
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
        return gomoku_board_evaluate(board);
    }
    set_winning_line(tree, ply, line, 1 + plies);
    return score_mated_in(ply + 1 + plies);
}

/* Searches for a VCF; if there is one, its line is in pv[ply]. */
static bool search_vcf(struct search_tree *tree, int ply, score_t *score)
{
    struct gomoku_board *board = tree->position;
    const uint16_t *threats = board->count[board->position.to_move];
    if (tree->position->guide->is_heedless || !gomoku_fours_are_plain(board) ||
        !(threats[THREAT_FOUR_MORE] || threats[THREAT_FOUR_THREE])) {
        return false;
    }
    struct search_worker *worker = tree->worker;
    const uint64_t nodes = atomic_load_explicit(&worker->nodes, memory_order_relaxed);
    /* The first node has been counted already, and the search's node limit applies here too. */
    const uint64_t left = tree->node_limit - nodes;
    struct gomoku_vcf vcf = {
        .board = board,
        .table = &tree->memory->workspace.vcf_table,
        .only_rich = true,
        .owner = tree->stoppable ? worker->search : NULL,
        .limit = left < VCF_NODES ? left + 1 : VCF_NODES,
    };
    bool found = gomoku_vcf_search(&vcf, MAX_PLY - 1 - ply);
    atomic_store_explicit(&worker->nodes, nodes + vcf.nodes - 1, memory_order_relaxed);
    if (found) {
        *score = set_winning_line(tree, ply, vcf.line, vcf.length);
    }
    return found;
}
