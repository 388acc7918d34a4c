/* SPDX-License-Identifier: MIT */
/* Part of search.c: a node of gomoku's search, in which threats determine which moves are
 * searched. */

#include "search_threats.h"

#define SEARCH_IS_EXACT 0

/* 32 * ln(n). */
static const uint8_t logarithms[64] = {
    0,   0,   22,  35,  44,  52,  57,  62,  67,  70,  74,  77,  80,  82,  84,  87,
    89,  91,  92,  94,  96,  97,  99,  100, 102, 103, 104, 105, 107, 108, 109, 110,
    111, 112, 113, 114, 115, 116, 116, 117, 118, 119, 120, 120, 121, 122, 123, 123,
    124, 125, 125, 126, 126, 127, 128, 128, 129, 129, 130, 130, 131, 132, 132, 133,
};

INLINE int late_reduction(int depth, int count)
{
    int product = logarithms[depth < 64 ? depth : 63] * logarithms[count < 64 ? count : 63];
    return product * LMR_SCALE / (100 * 32 * 32);
}

static int root_reduction(const struct search_tree *tree, move_t move, int depth, int count)
{
    if (depth < ROOT_LMR_MIN_DEPTH || count <= ROOT_LMR_FULL_MOVES) {
        return 0;
    }
    int logs = bit_highest((uint64_t)depth) * bit_highest((uint64_t)count);
    int reduction = (logs + 1) / 2 - 1 - *butterfly_entry(tree, move) / ROOT_LMR_HISTORY_STEP;
    return reduction < 0 ? 0 : reduction > depth - 2 ? depth - 2 : reduction;
}

/* Null move: a score of beta or more after a pass means that some real move also reaches beta. */
static bool null_move_holds(struct search_tree *tree, const struct node *node)
{
    struct gomoku_board *board = tree->position;
    int depth = node->depth - 1 - NULL_REDUCTION - node->depth / NULL_DEPTH_STEP;
    node->frame->move = MOVE_NONE;
    frame_open(&node->frame[1]);
    node->frame[1].cut_node = !frame_read_flag(node->frame->cut_node);
    gomoku_board_pass(board);
    score_t score = -search_node(tree, -node->beta, -node->beta + 1, depth, node->ply + 1);
    gomoku_board_pass(board);
    return !tree->aborted && score >= node->beta;
}

INLINE void update_reply_history(struct search_tree *tree, move_t move, int bonus)
{
    struct gomoku_guide *guide = &tree->memory->workspace.guide;
    update_entry(&guide->replies[gomoku_board_last(tree->position)][move], bonus);
}

/* After a cut-off: raises the reply history of the move, and lowers that of the moves searched
 * before it. */
static void update_reply_histories(struct search_tree *tree, const struct node *node)
{
    int bonus = node->depth * node->depth * REPLY_BONUS;
    bonus = bonus < REPLY_BONUS_MAX ? bonus : REPLY_BONUS_MAX;
    update_reply_history(tree, node->best_move, bonus);
    for (int i = 0; i < node->quiet_count; i++) {
        update_reply_history(tree, node->searched_quiets[i], -bonus);
    }
}

/* Wins and losses that are recognised without a search. True if *score is the node's score. */
INLINE bool node_is_decided(struct search_tree *tree, const struct node *node,
                            enum gomoku_urgency *urgency, score_t *score)
{
    struct gomoku_board *board = tree->position;
    int won = gomoku_vcf_static_win(board);
    if (won == 1 || (won && gomoku_fours_are_plain(board))) {
        *score = score_mate_in(node->ply + won);
        if (!node->is_pv) {
            return true;
        }
        move_t line[4];
        won = gomoku_vcf_static_line(board, line);
        if (won) {
            *score = set_winning_line(tree, node->ply, line, won);
            return true;
        }
    }
    *urgency = gomoku_urgency(board);
    if (*urgency == URGENCY_LOST) {
        *score = set_losing_line(tree, node->ply);
        return true;
    }
    return false;
}

/* The steps before the table is probed. True if *score is the node's score. */
INLINE bool ends_at_once(struct search_tree *tree, struct node *node, enum gomoku_urgency *urgency,
                         score_t *score)
{
    const int ply = node->ply;
    *score = 0;
    if (!tree_enter(tree, ply) || search_is_over(tree, ply, score)) {
        return true;
    }
    bool empty = node_clip_to_mates(node);
    *score = node->alpha;
    if (empty || node_is_decided(tree, node, urgency, score)) {
        return true;
    }
    if (ply >= MAX_PLY - 8 || tree->position->line >= GOMOKU_MAX_LINE - 8) {
        *score = static_score(tree);
        return true;
    }
    return false;
}

/* Reverse futility: no quiet reply will bring the score below beta. */
INLINE bool is_far_above(const struct node *node)
{
    const int depth = node->depth > 0 ? node->depth : 0;
    return depth <= REVERSE_FUTILITY_MAX_DEPTH && !score_is_mate(node->beta) &&
           node->eval - REVERSE_FUTILITY_MARGIN * depth >= node->beta;
}

/* A score, from the evaluation or a null move, that makes the search of the moves unnecessary if
 * nothing is urgent; SCORE_NONE if there is none. */
INLINE score_t prune_node(struct search_tree *tree, const struct node *node)
{
    const score_t eval = node->eval;
    /* Razoring: no quiet move will bring the score above alpha, and there is no VCF. */
    if (node->depth <= RAZORING_MAX_DEPTH && !score_is_mate(node->alpha) &&
        eval + RAZORING_MARGIN * node->depth <= node->alpha) {
        return eval;
    }
    if (node->depth >= NULL_MIN_DEPTH && eval >= node->beta && !score_is_mate(node->beta) &&
        frame_read_move(node->frame[-1].move) != MOVE_NONE && null_move_holds(tree, node)) {
        return node->beta;
    }
    return SCORE_NONE;
}

/* Past the horizon, if the opponent threatens an open four: returns the score of the best
 * defence. */
static score_t answer_three(struct search_tree *tree, score_t alpha, score_t beta, int depth,
                            int ply)
{
    struct gomoku_board *board = tree->position;
    const uint16_t *threats = board->count[board->position.to_move];
    struct move_list list = {.count = 0};
    gomoku_defences(board, &list);
    bool has_fours = threats[THREAT_FOUR] || threats[THREAT_FOUR_MORE] ||
                     threats[THREAT_FOUR_THREE] || threats[THREAT_SUSPECT];
    if (list.count == 0 && !has_fours) {
        return set_losing_line(tree, ply);
    }
    score_t best =
        list.count == 0 ? gomoku_board_evaluate(board) - UNANSWERED_THREE : -SCORE_INFINITE;
    for (int i = 0; i < list.count; i++) {
        int next = i;
        for (int k = i + 1; k < list.count; k++) {
            if (game_quiet_value(tree->position, list.moves[k]) >
                game_quiet_value(tree->position, list.moves[next])) {
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
    /* The mover's own fours were not tried, and may save the game. */
    if (best <= -SCORE_MATE_FOUND && has_fours) {
        tree->memory->pv_length[ply] = 0;
        return gomoku_board_evaluate(board) - UNANSWERED_THREE;
    }
    return best;
}

/* Late move reduction: the number of plies by which the first search of a move is reduced. */
INLINE int node_reduction(struct search_tree *tree, const struct node *node, move_t move,
                          enum gomoku_threat threat)
{
    const int depth = node->depth;
    if (depth < LMR_MIN_DEPTH || node->move_count <= LMR_FULL_MOVES || threat >= THREAT_FOUR) {
        return 0;
    }
    int reduction = late_reduction(depth, node->move_count) - node->is_pv -
                    *butterfly_entry(tree, move) / LMR_HISTORY_STEP;
    reduction -= threat >= THREAT_THREE ? LMR_THREE : 0;
    return reduction < 0 ? 0 : reduction > depth - 1 ? depth - 1 : reduction;
}

static score_t node_search_moves(struct search_tree *tree, struct node *node, bool calm)
{
    const struct gomoku_board *board = tree->position;
    struct search_frame *frame = node->frame;
    struct move_picker picker;
    picker_init(&picker, node->tt_move, false);
    frame[1].killers[0] = frame[1].killers[1] = MOVE_NONE;
    move_t move;
    while ((move = next_move(tree, &picker, frame)) != MOVE_NONE) {
        enum gomoku_threat threat = gomoku_board_threat(board, board->position.to_move, move);
        /* Move-count pruning: near the horizon, late moves are rarely the best. */
        if (!node->is_pv && calm && threat < THREAT_FOUR && node->best_score > -SCORE_MATE_FOUND &&
            node->depth <= MOVE_COUNT_MAX_DEPTH &&
            node->move_count >= MOVE_COUNT_BASE + MOVE_COUNT_FACTOR * node->depth * node->depth) {
            break;
        }
        node->move_count++;
        int reduction = calm ? node_reduction(tree, node, move, threat) : 0;
        GAME_UNDO undo;
        node_make(tree, frame, move, &undo);
        score_t score = search_move(tree, false, node->alpha, node->beta, node->depth - 1,
                                    node->ply, node->move_count, reduction);
        game_unmake(tree->position, move, &undo);
        if (tree->aborted) {
            return 0;
        }
        if (node_take_score(tree, node, move, score)) {
            update_quiet_histories(tree, node->ply, move, node->searched_quiets, node->quiet_count,
                                   node->depth);
            update_reply_histories(tree, node);
            break;
        }
        node_add_searched(node, move, true);
    }
    if (node->move_count == 0) {
        return search_no_moves(tree, node->ply);
    }
    node_store(tree, node);
    return node->best_score;
}

static score_t search_node(struct search_tree *tree, score_t alpha, score_t beta, int depth,
                           int ply)
{
    struct node node;
    node_begin(tree, &node, alpha, beta, depth, ply);
    node.is_pv = beta - alpha > 1;
    enum gomoku_urgency urgency = URGENCY_NONE;
    score_t score;
    if (ends_at_once(tree, &node, &urgency, &score)) {
        return score;
    }
    node.original_alpha = node.alpha;
    /* Extension: the only reply to a four costs no depth. */
    node.depth += urgency == URGENCY_FOUR;
    if (node_probe(tree, &node, &score)) {
        return score;
    }
    const bool calm = urgency == URGENCY_NONE;
    if (!node.is_pv && calm) {
        node.eval = static_score(tree);
        /* This comes before the search for fours, which costs more and could only raise the
         * score. */
        if (is_far_above(&node)) {
            return node.eval;
        }
    }
    if (urgency != URGENCY_FOUR && search_vcf(tree, ply, &score)) {
        return score;
    }
    if (node.depth <= 0) {
        return urgency == URGENCY_THREE && node.depth > -DEFENCE_PLIES
                   ? answer_three(tree, node.alpha, node.beta, node.depth, ply)
               : calm && !node.is_pv ? node.eval
                                     : static_score(tree);
    }
    node_take_tt_move(tree, &node);
    /* The children update their sums from these. */
    if (urgency != URGENCY_FOUR) {
        gomoku_board_prepare(tree->position);
    }
    if (!node.is_pv && calm) {
        score = prune_node(tree, &node);
        if (tree->aborted || score != SCORE_NONE) {
            return tree->aborted ? 0 : score;
        }
    }
    /* Internal iterative reduction: without a move from the table, searches one ply less deep. */
    if (calm && node.tt_move == MOVE_NONE && node.depth >= IIR_MIN_DEPTH) {
        node.depth--;
    }
    return node_search_moves(tree, &node, calm);
}
