/* SPDX-License-Identifier: MIT */
/* Part of search_template.h: the steps shared by every kind of node: begin, probe the table,
 * process a move's score, store the result in the table. */

/* A node being searched. */
struct node {
    struct search_frame *frame;
    score_t alpha, beta;
    score_t original_alpha; /* alpha before any move raised it */
    score_t most;           /* upper bound of the score, by endgame tables */
    int depth, ply;
    bool is_pv, in_check;
    bool improving; /* the static evaluation is better than two plies ago */
    uint64_t key;
    struct tt_hit hit;
    score_t tt_score; /* mates counted from the root */
    move_t tt_move;   /* legal here, or MOVE_NONE */
    score_t raw_eval; /* the uncorrected evaluation; SCORE_NONE in check */
    score_t eval;     /* corrected, and replaced by the table's score if that is a tighter bound */
    score_t best_score;
    move_t best_move;
    bool best_is_quiet;
    int move_count; /* moves so far */
    int quiet_count, noisy_count;
    move_t searched_quiets[64], searched_noisies[32]; /* moves that caused no cut-off */
};

INLINE void node_begin(struct search_tree *tree, struct node *node, score_t alpha, score_t beta,
                       int depth, int ply)
{
    tree->memory->pv_length[ply] = 0;
    node->frame = &tree->memory->frames[ply];
    node->alpha = alpha;
    node->beta = beta;
    node->depth = depth;
    node->ply = ply;
    node->most = SCORE_INFINITE;
    node->best_score = -SCORE_INFINITE;
    node->best_move = MOVE_NONE;
    node->best_is_quiet = false;
    node->raw_eval = SCORE_NONE;
    node->move_count = node->quiet_count = node->noisy_count = 0;
}

/* Mate distance pruning: nothing here can be better than a mate already found nearer to the root.
 * True if the window is empty. */
INLINE bool node_clip_to_mates(struct node *node)
{
    if (node->alpha < score_mated_in(node->ply)) {
        node->alpha = score_mated_in(node->ply);
    }
    if (node->beta > score_mate_in(node->ply + 1)) {
        node->beta = score_mate_in(node->ply + 1);
    }
    return node->alpha >= node->beta;
}

/* Counts the node. True if it ends at once, because of a stop, the end of the game, the horizon or
 * a nearer mate; *score is then its value. */
INLINE bool node_ends(struct search_tree *tree, struct node *node, score_t *score)
{
    *score = 0;
    if (!tree_enter(tree, node->ply) || search_is_over(tree, node->ply, score)) {
        return true;
    }
    if (node->depth <= 0 || node->ply >= MAX_PLY - 1) {
        *score = static_score(tree);
        return true;
    }
    bool empty = node_clip_to_mates(node);
    *score = node->original_alpha = node->alpha;
    node->is_pv = node->beta - node->alpha > 1;
    return empty;
}

/* Makes the processor fetch the data that the node after `move` reads first, as early as the game
 * can compute its address: before the move is made, or otherwise after it (prefetch_node). A read
 * from a large table takes as long as a hundred operations. */
INLINE void prefetch_node_after(const struct search_tree *tree, move_t move)
{
    if (SEARCH_KEY_AFTER) {
        tt_prefetch(tree->tt, game_key_after(tree->position, move));
    }
}

INLINE void prefetch_node(struct search_tree *tree)
{
    if (!SEARCH_KEY_AFTER) {
        tt_prefetch(tree->tt, game_key(tree->position));
    }
    prefetch_corrections(tree);
}

/* Makes a move in the node of a frame. Returns whether the same side moves again. */
INLINE bool node_make(struct search_tree *tree, struct search_frame *frame, move_t move,
                      GAME_UNDO *undo)
{
    const int mover = game_side(tree->position);
    frame->move = move;
    frame->continuation = continuation_index(tree, move);
    frame_open(&frame[1]);
    game_make(tree->position, move, undo);
    prefetch_node(tree);
    return moves_again(tree, mover);
}

/* Probes the table. True if the table's *score, of this depth or more, decides the node. */
INLINE bool node_probe(struct search_tree *tree, struct node *node, score_t *score)
{
    node->key = game_key(tree->position);
    node->hit = tt_probe(tree->tt, node->key);
    const struct tt_hit *hit = &node->hit;
    *score = node->tt_score = hit->bound != BOUND_NONE
                                  ? score_from_table(hit->score, node->ply, SEARCH_DECIDED)
                                  : SCORE_NONE;
    return hit->found && !node->is_pv && hit->depth >= node->depth &&
           (hit->bound == BOUND_EXACT || (hit->bound == BOUND_LOWER && *score >= node->beta) ||
            (hit->bound == BOUND_UPPER && *score <= node->alpha));
}

/* Takes the table's move if it is legal here: two positions may share a key. */
INLINE void node_take_tt_move(struct search_tree *tree, struct node *node)
{
    node->tt_move = node->hit.move;
    if (node->tt_move != MOVE_NONE && !game_is_legal(tree->position, node->tt_move)) {
        node->tt_move = MOVE_NONE;
    }
}

/* Whether the table's score is a bound that is tighter than `eval`, or exact. */
INLINE bool tt_bound_is_tighter(const struct node *node, score_t eval)
{
    const struct tt_hit *hit = &node->hit;
    return hit->bound != BOUND_NONE && !is_decided(node->tt_score) &&
           (hit->bound == BOUND_EXACT || (hit->bound == BOUND_LOWER) == (node->tt_score > eval));
}

/* Plies of depth that a result of endgame tables adds in the transposition table: no search is more
 * certain. */
#define TABLES_EXTRA_DEPTH 6

/* Probes the endgame tables. True if their *score decides the node. A score that does not is a
 * bound of the node's score on the principal variation. */
INLINE bool node_probe_tables(struct search_tree *tree, struct node *node, score_t *score)
{
    enum search_bound bound;
    if (!SEARCH_TABLES || !game_probe_tables(&tree->memory->workspace, tree->position, node->depth,
                                             node->ply, score, &bound)) {
        return false;
    }
    count_table_hits(tree->worker, 1);
    if (bound == BOUND_EXACT || (bound == BOUND_LOWER && *score >= node->beta) ||
        (bound == BOUND_UPPER && *score <= node->alpha)) {
        const int most = MAX_PLY - 16; /* tt.h has 8 bits for it */
        const int depth = node->depth < most ? node->depth + TABLES_EXTRA_DEPTH : node->depth;
        tt_store(tree->tt, node->key, MOVE_NONE, score_to_table(*score, node->ply, SEARCH_DECIDED),
                 SCORE_NONE, depth, bound, node->is_pv);
        return true;
    }
    if (node->is_pv && bound == BOUND_LOWER) {
        node->best_score = *score;
        node->alpha = *score > node->alpha ? *score : node->alpha;
    } else if (node->is_pv) {
        node->most = *score;
    }
    return false;
}

/* Computes the static evaluation, or takes it from the table, and corrects it. A new evaluation is
 * stored in the table at once, without a bound, because many nodes end before they store a
 * result. */
INLINE void node_evaluate(struct search_tree *tree, struct node *node)
{
    node->raw_eval = node->hit.eval;
    if (node->raw_eval == SCORE_NONE) {
        node->raw_eval = static_score(tree);
        tt_store(tree->tt, node->key, MOVE_NONE, SCORE_NONE, node->raw_eval, TT_DEPTH_NONE,
                 BOUND_NONE, false);
    }
    node->eval = corrected_eval(tree, node->raw_eval);
}

/* Processes a move's score. True if it causes a cut-off. */
INLINE bool node_take_score(struct search_tree *tree, struct node *node, move_t move, score_t score)
{
    if (score > node->best_score) {
        node->best_score = score;
    }
    if (score > node->alpha) {
        node->alpha = score;
        node->best_move = move;
        if (node->is_pv) {
            update_pv(tree, node->ply, move);
        }
    }
    if (score < node->beta) {
        return false;
    }
    tree->worker->counts.cuts++;
    tree->worker->counts.first_cuts += node->move_count == 1;
    return true;
}

INLINE void node_add_searched(struct node *node, move_t move, bool quiet)
{
    if (quiet && node->quiet_count < LENGTH(node->searched_quiets)) {
        node->searched_quiets[node->quiet_count++] = move;
    } else if (!quiet && node->noisy_count < LENGTH(node->searched_noisies)) {
        node->searched_noisies[node->noisy_count++] = move;
    }
}

/* Updates the histories after the node's best move caused a cut-off. */
INLINE void update_histories(struct search_tree *tree, const struct node *node)
{
    const move_t best = node->best_move;
    if (node->best_is_quiet) {
        update_quiet_histories(tree, node->ply, best, node->searched_quiets, node->quiet_count,
                               node->depth);
    }
    update_noisy_histories(tree, node->best_is_quiet ? MOVE_NONE : best, node->searched_noisies,
                           node->noisy_count, node->depth);
}

INLINE enum search_bound node_bound(const struct node *node)
{
    return node->best_score >= node->beta            ? BOUND_LOWER
           : node->best_score > node->original_alpha ? BOUND_EXACT
                                                     : BOUND_UPPER;
}

INLINE void node_store(struct search_tree *tree, const struct node *node)
{
    tt_store(tree->tt, node->key, node->best_move,
             score_to_table(node->best_score, node->ply, SEARCH_DECIDED), node->raw_eval,
             node->depth, node_bound(node), node->is_pv);
}
