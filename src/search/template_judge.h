/* Part of search_template.h: what a node is worth before its moves are looked at: the evaluation,
 * corrected by what the search has found it to be wrong by; and what the table holds. */

/* Corrections of the evaluation are kept this much finer than a centipawn, stay within the limit,
 * and move towards what the search found by its depth in so many parts. The features see much of
 * the same error: so many hundredths of their sum count. */
#define CORRECTION_SHARE 61
#define CORRECTION_GRAIN 128
#define CORRECTION_LIMIT 96
#define CORRECTION_PARTS 256

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
    eval += sum * CORRECTION_SHARE / (100 * CORRECTION_GRAIN);
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

/* A node under way: what is asked of it, what is known of it, what its moves have brought. */
struct node {
    struct search_frame *frame;
    score_t alpha, beta, first_alpha;
    int depth, ply;
    bool is_pv, forced;
    bool improving; /* the evaluation is better than two plies before */
    uint64_t key;
    struct tt_hit hit;
    score_t table_score;
    move_t table_move; /* legal here, or MOVE_NONE */
    score_t raw, eval; /* the evaluation as it is, and corrected; SCORE_NONE if forced */
    score_t best;
    move_t best_move;
    bool best_quiet;
    int count; /* of moves so far */
    int quiet_count, noisy_count;
    move_t quiets[64], noisies[32]; /* moves searched in vain */
};

/* A node about to be looked at. */
INLINE void node_begin(struct search_tree *tree, struct node *node, score_t alpha, score_t beta,
                       int depth, int ply)
{
    tree->memory->pv_length[ply] = 0;
    node->frame = &tree->memory->frames[ply];
    node->alpha = alpha;
    node->beta = beta;
    node->depth = depth;
    node->ply = ply;
    node->best = -SCORE_INFINITE;
    node->best_move = MOVE_NONE;
    node->best_quiet = false;
    node->count = node->quiet_count = node->noisy_count = 0;
}

/* Looks the position up; true: *score settles the node at its depth. */
INLINE bool node_look_up(struct search_tree *tree, struct node *node, score_t *score)
{
    node->key = search_key(tree->position);
    node->hit = tt_probe(tree->tt, node->key);
    const struct tt_hit *hit = &node->hit;
    *score = node->table_score = hit->found ? score_from_table(hit->score, node->ply) : SCORE_NONE;
    return hit->found && !node->is_pv && hit->depth >= node->depth &&
           (hit->bound == BOUND_EXACT || (hit->bound == BOUND_LOWER && *score >= node->beta) ||
            (hit->bound == BOUND_UPPER && *score <= node->alpha));
}

/* Whether the table's score, as far as its bound goes, says more than `eval`. */
INLINE bool node_table_tells(const struct node *node, score_t eval)
{
    const struct tt_hit *hit = &node->hit;
    return hit->found && !score_is_mate(node->table_score) &&
           (hit->bound == BOUND_EXACT || (hit->bound == BOUND_LOWER) == (node->table_score > eval));
}

/* The evaluation, from the table if it is there, and what the search has learned to add. */
INLINE void node_evaluate(struct search_tree *tree, struct node *node)
{
    node->raw = node->hit.found && node->hit.eval != SCORE_NONE ? node->hit.eval
                                                                : search_evaluate(tree->position);
    node->eval = node_correct(tree, node->raw);
}

/* Takes a move's score; true: it is a cut-off. */
INLINE bool node_take(struct search_tree *tree, struct node *node, move_t move, score_t score)
{
    if (score > node->best) {
        node->best = score;
    }
    if (score > node->alpha) {
        node->alpha = score;
        node->best_move = move;
        if (node->is_pv) {
            tree_keep_line(tree, node->ply, move);
        }
    }
    return score >= node->beta;
}

INLINE enum search_bound node_bound(const struct node *node)
{
    return node->best >= node->beta         ? BOUND_LOWER
           : node->best > node->first_alpha ? BOUND_EXACT
                                            : BOUND_UPPER;
}

/* Leaves what was found in the table. */
INLINE void node_store(struct search_tree *tree, const struct node *node)
{
    tt_store(tree->tt, node->key, node->best_move, score_to_table(node->best, node->ply), node->raw,
             node->depth, node_bound(node), node->is_pv);
}
