/* Part of search.c: one node of gomoku's tree. What is around it (root, order of moves, table) is
 * the shared search's; in it, threats decide what must be searched at all. */

#include "search_threats.h"

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

INLINE int late_reduction(int depth, int count)
{
    int product = logarithms[depth < 64 ? depth : 63] * logarithms[count < 64 ? count : 63];
    return product * LATE_SCALE / (100 * 32 * 32);
}

/* Passing instead of moving still holds beta: a real move will, too. */
static bool passing_holds(struct search_tree *tree, const struct node *node)
{
    struct gomoku_board *board = &tree->position->board;
    int depth = node->depth - 1 - PASS_REDUCTION - node->depth / PASS_DEPTH_STEP;
    node->frame->move = MOVE_NONE;
    gomoku_board_pass(board);
    score_t score = -search_node(tree, -node->beta, -node->beta + 1, depth, node->ply + 1);
    gomoku_board_pass(board);
    return !tree->aborted && score >= node->beta;
}

INLINE void learn_reply(struct search_tree *tree, move_t move, int bonus)
{
    int16_t *entry = &tree->position->replies[gomoku_board_last(&tree->position->board)][move];
    int size = bonus < 0 ? -bonus : bonus;
    *entry = (int16_t)(*entry + bonus - *entry * size / HISTORY_LIMIT);
}

/* A move cut off: as an answer to the move before it, too, it is tried sooner from now on. */
static void learn_replies(struct search_tree *tree, const struct node *node)
{
    int bonus = node->depth * node->depth * REPLY_BONUS;
    bonus = bonus < HISTORY_BONUS_LIMIT ? bonus : HISTORY_BONUS_LIMIT;
    learn_reply(tree, node->best_move, bonus);
    for (int i = 0; i < node->quiet_count; i++) {
        learn_reply(tree, node->quiets[i], -bonus);
    }
}

/* Wins and losses that can be seen without a search; true: *score is the node's. */
INLINE bool node_is_decided(struct search_tree *tree, const struct node *node,
                            enum gomoku_urgency *urgency, score_t *score)
{
    struct gomoku_board *board = &tree->position->board;
    int won = fours_static_win(board);
    if (won == 1 || (won && gomoku_fours_are_plain(board))) {
        *score = score_mate_in(node->ply + won);
        if (!node->is_pv) {
            return true;
        }
        move_t line[4];
        won = fours_static_line(board, line);
        if (won) {
            *score = keep_win(tree, node->ply, line, won);
            return true;
        }
    }
    *urgency = gomoku_urgency(board);
    if (*urgency == URGENCY_LOST) {
        *score = keep_loss(tree, node->ply);
        return true;
    }
    return false;
}

/* What ends a node before anything is looked up; true: *score is its value. */
INLINE bool node_ends(struct search_tree *tree, struct node *node, enum gomoku_urgency *urgency,
                      score_t *score)
{
    const int ply = node->ply;
    *score = 0;
    if (!tree_enter(tree, ply) || search_outcome(tree->position, ply, score)) {
        return true;
    }
    /* Nothing here can beat a mate already found nearer to the root. */
    if (node->alpha < score_mated_in(ply)) {
        node->alpha = score_mated_in(ply);
    }
    if (node->beta > score_mate_in(ply + 1)) {
        node->beta = score_mate_in(ply + 1);
    }
    *score = node->alpha;
    if (node->alpha >= node->beta || node_is_decided(tree, node, urgency, score)) {
        return true;
    }
    if (ply >= MAX_PLY - 8 || tree->position->board.line >= GOMOKU_MAX_LINE - 8) {
        *score = search_evaluate(tree->position);
        return true;
    }
    return false;
}

/* What the evaluation, or passing, says of a node in which nothing is urgent: SCORE_NONE if
 * nothing. */
INLINE score_t node_shortcut(struct search_tree *tree, const struct node *node)
{
    const score_t eval = node->eval;
    /* So far above beta that no quiet reply will bring it below. */
    if (node->depth <= CALM_MAX_DEPTH && !score_is_mate(node->beta) &&
        eval - CALM_MARGIN * node->depth >= node->beta) {
        return eval;
    }
    /* So far below alpha that no quiet move will bring it above; there is no win by fours. */
    if (node->depth <= HOPELESS_MAX_DEPTH && !score_is_mate(node->alpha) &&
        eval + HOPELESS_MARGIN * node->depth <= node->alpha) {
        return eval;
    }
    if (node->depth >= PASS_MIN_DEPTH && eval >= node->beta && !score_is_mate(node->beta) &&
        node->frame[-1].move != MOVE_NONE && passing_holds(tree, node)) {
        return node->beta;
    }
    return SCORE_NONE;
}

/* How many plies less a late move is searched at first. */
INLINE int node_reduction(struct search_tree *tree, const struct node *node, move_t move,
                          enum gomoku_threat threat)
{
    const int depth = node->depth;
    if (depth < REDUCE_MIN_DEPTH || node->count <= REDUCE_FIRST || threat >= THREAT_FOUR) {
        return 0;
    }
    int reduction = late_reduction(depth, node->count) - node->is_pv -
                    history_of(tree, move) / (HISTORY_LIMIT / 2);
    reduction -= threat >= THREAT_THREE ? LATE_THREE : 0;
    return reduction < 0 ? 0 : reduction > depth - 1 ? depth - 1 : reduction;
}

static score_t node_search_moves(struct search_tree *tree, struct node *node, bool calm)
{
    const struct gomoku_board *board = &tree->position->board;
    struct search_frame *frame = node->frame;
    struct move_order order;
    order_init(&order, node->table_move, false);
    frame[1].killers[0] = frame[1].killers[1] = MOVE_NONE;
    move_t move;
    while ((move = order_next(tree, &order, frame)) != MOVE_NONE) {
        enum gomoku_threat threat =
            (enum gomoku_threat)board->threat[board->position.to_move][move];
        /* The order is good: what comes this late near the horizon is not the answer. */
        if (!node->is_pv && calm && threat < THREAT_FOUR && node->best > -SCORE_MATE_FOUND &&
            node->depth <= WIDTH_MAX_DEPTH &&
            node->count >= WIDTH_BASE + WIDTH_FACTOR * node->depth * node->depth) {
            break;
        }
        node->count++;
        int reduction = calm ? node_reduction(tree, node, move, threat) : 0;
        SEARCH_UNDO undo;
        frame->move = move;
        search_make(tree->position, move, &undo);
        tt_prefetch(tree->tt, search_key(tree->position));
        score_t score = search_move(tree, false, node->alpha, node->beta, node->depth - 1,
                                    node->ply, node->count, reduction);
        search_unmake(tree->position, move, &undo);
        if (tree->aborted) {
            return 0;
        }
        if (node_take(tree, node, move, score)) {
            order_learn(tree, node->ply, move, node->quiets, node->quiet_count, node->depth);
            learn_replies(tree, node);
            break;
        }
        if (node->quiet_count < LENGTH(node->quiets)) {
            node->quiets[node->quiet_count++] = move;
        }
    }
    if (node->count == 0) {
        return search_no_moves(tree->position, node->ply);
    }
    node_store(tree, node);
    return node->best;
}

static score_t search_node(struct search_tree *tree, score_t alpha, score_t beta, int depth,
                           int ply)
{
    struct node node;
    node_begin(tree, &node, alpha, beta, depth, ply);
    node.is_pv = beta - alpha > 1;
    enum gomoku_urgency urgency = URGENCY_NONE;
    score_t score;
    if (node_ends(tree, &node, &urgency, &score)) {
        return score;
    }
    node.first_alpha = node.alpha;
    /* The only answer to a four costs no depth. */
    node.depth += urgency == URGENCY_FOUR;
    if (node_look_up(tree, &node, &score) ||
        (urgency != URGENCY_FOUR && wins_by_fours(tree, ply, &score))) {
        return score;
    }
    node.raw = SCORE_NONE;
    if (node.depth <= 0) {
        return urgency == URGENCY_THREE && node.depth > -ANSWERS_DEPTH
                   ? answer_three(tree, node.alpha, node.beta, node.depth, ply)
                   : search_evaluate(tree->position);
    }
    node.table_move = node.hit.move;
    if (node.table_move != MOVE_NONE && !search_is_legal(tree->position, node.table_move)) {
        node.table_move = MOVE_NONE;
    }
    node.eval = node.frame->eval = search_evaluate(tree->position);
    const bool calm = urgency == URGENCY_NONE;
    if (!node.is_pv && calm) {
        score = node_shortcut(tree, &node);
        if (tree->aborted || score != SCORE_NONE) {
            return tree->aborted ? 0 : score;
        }
    }
    /* A position that no search has left a move for is not worth its whole depth yet. */
    if (calm && node.table_move == MOVE_NONE && node.depth >= UNORDERED_MIN_DEPTH) {
        node.depth--;
    }
    return node_search_moves(tree, &node, calm);
}
