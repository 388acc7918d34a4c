/* SPDX-License-Identifier: MIT */
/* Part of search_template.h: the moves of the root, one search of all of them, and the resulting
 * lines. */

/* The end of the moves that are searched together with roots[first]: those of the same rank, which
 * follow it. */
INLINE int root_group_end(const struct search_memory *memory, int first)
{
    if (!SEARCH_TABLES) {
        return memory->root_count;
    }
    int last = first + 1;
    while (last < memory->root_count && memory->roots[last].rank == memory->roots[first].rank) {
        last++;
    }
    return last;
}

/* Whether a root move comes before another one: by its rank, then by its score. */
INLINE bool root_is_better(const struct search_root *root, const struct search_root *other)
{
    return SEARCH_TABLES && root->rank != other->rank ? root->rank > other->rank
                                                      : root->score > other->score;
}

/* Sorts roots[first ..], best first; the sort is stable. */
static void root_sort(struct search_memory *memory, int first)
{
    for (int i = first + 1; i < memory->root_count; i++) {
        for (int k = i; k > first && root_is_better(&memory->roots[k], &memory->roots[k - 1]);
             k--) {
            struct search_root swap = memory->roots[k];
            memory->roots[k] = memory->roots[k - 1];
            memory->roots[k - 1] = swap;
        }
    }
}

/* Lets endgame tables compare the moves. A search for one line searches only the best of them. */
static void root_rank(struct search_tree *tree)
{
    struct search_memory *memory = tree->memory;
    struct move_list moves = {.count = memory->root_count};
    int ranks[MAX_MOVES];
    score_t scores[MAX_MOVES];
    for (int i = 0; i < moves.count; i++) {
        moves.moves[i] = memory->roots[i].move;
    }
    if (moves.count == 0 ||
        !game_rank_moves(&memory->workspace, tree->position, &moves, ranks, scores)) {
        return;
    }
    count_table_hits(tree->worker, moves.count);
    for (int i = 0; i < moves.count; i++) {
        memory->roots[i].rank = ranks[i];
        memory->roots[i].known = scores[i];
    }
    root_sort(memory, 0);
    if (tree->worker->search->limits.multipv == 1) {
        memory->root_count = root_group_end(memory, 0);
    }
}

static void root_init(struct search_tree *tree)
{
    struct search_memory *memory = tree->memory;
    const struct search_limits *limits = &tree->worker->search->limits;
    struct move_list legal = {.count = 0};
    score_t score;
    if (!game_is_terminal(tree->position, 0, &score)) {
        if (SEARCH_NOISY_MOVES) {
            game_generate(tree->position, MOVES_NOISY, &legal);
        }
        game_generate(tree->position, MOVES_QUIET, &legal);
    }
    memory->root_count = 0;
    for (int i = 0; i < legal.count; i++) {
        if (search_allows(limits, legal.moves[i])) {
            struct search_root *root = &memory->roots[memory->root_count++];
            root->move = root->pv[0] = legal.moves[i];
            root->length = 1;
            root->score = root->found = -SCORE_INFINITE;
            root->bound = BOUND_NONE;
            root->rank = 0;
            root->known = SCORE_NONE;
            root->seldepth = 0;
        }
    }
    if (SEARCH_TABLES) {
        root_rank(tree);
    }
}

static void root_keep(struct search_tree *tree, struct search_root *root, score_t found,
                      score_t score, enum search_bound bound)
{
    struct search_memory *memory = tree->memory;
    root->found = found;
    root->score = score;
    root->bound = bound;
    root->seldepth = tree->seldepth;
    root->pv[0] = root->move;
    root->length = 1;
    if (bound != BOUND_UPPER) {
        int length = memory->pv_length[1] < MAX_PLY - 1 ? memory->pv_length[1] : MAX_PLY - 1;
        memcpy(&root->pv[1], memory->pv[1], (size_t)length * sizeof(move_t));
        root->length += length;
    }
}

/* Searches the moves of the rank of roots[first], in their order, within the window, and stores
 * their scores: exact or a bound for the moves that raised alpha, the worst score for the others. A
 * move that was not searched has no bound. Returns the best score. */
static score_t root_search(struct search_tree *tree, int first, score_t alpha, score_t beta,
                           int depth)
{
    struct search_memory *memory = tree->memory;
    score_t best = -SCORE_INFINITE;
    const int end = root_group_end(memory, first);
    tree->seldepth = 0;
    for (int i = first; i < end; i++) {
        memory->roots[i].bound = BOUND_NONE;
    }
    if (!tree_enter(tree, 0)) {
        return best;
    }
    for (int i = first; i < end; i++) {
        struct search_root *root = &memory->roots[i];
        const int count = i - first + 1;
        const int reduction = root_reduction(tree, root->move, depth, count);
        GAME_UNDO undo;
        const bool again = node_make(tree, &memory->frames[0], root->move, &undo);
        memory->frames[1].extensions = 0;
        const score_t floor =
            SEARCH_HANDICAP ? handicap_score(&tree->handicap, root->move, alpha) : alpha;
        const score_t found = search_move(tree, again, floor, beta, depth - 1, 0, count, reduction);
        game_unmake(tree->position, root->move, &undo);
        if (tree->aborted) {
            return best;
        }
        const score_t score =
            SEARCH_HANDICAP ? handicap_value(&tree->handicap, root->move, found) : found;
        if (score > alpha || count == 1) {
            root_keep(tree, root, found, score,
                      score >= beta    ? BOUND_LOWER
                      : score <= alpha ? BOUND_UPPER
                                       : BOUND_EXACT);
        } else {
            root->score = -SCORE_INFINITE;
            root->bound = BOUND_UPPER;
        }
        if (score > best) {
            best = score;
        }
        if (score > alpha) {
            alpha = score;
            if (alpha >= beta) {
                break;
            }
        }
    }
    return best;
}

/* Copies a root's line to the place where the worker's owner reads it. The result
 * that endgame tables have for the move replaces every score but a mate. */
static void root_publish(struct search_tree *tree, int place, int depth)
{
    const struct search_root *root = &tree->memory->roots[place];
    struct search_line *line = &tree->worker->lines[place];
    line->depth = depth;
    line->seldepth = root->seldepth;
    line->score = game_shown_score(tree->position, root->pv, root->length, root->found);
    line->bound = root->bound;
    if (SEARCH_TABLES && root->known != SCORE_NONE && !score_is_mate(line->score)) {
        line->score = root->known;
        line->bound = BOUND_EXACT;
    }
    line->length = root->length;
    memcpy(line->pv, root->pv, (size_t)root->length * sizeof(move_t));
    if (tree->worker->line_count <= place) {
        tree->worker->line_count = place + 1;
    }
}

/* Reports a score outside the window, but does not make its line the answer. */
static void root_report_bound(struct search_tree *tree, int place, int depth)
{
    struct search_worker *worker = tree->worker;
    if (worker->index == 0 &&
        atomic_load_explicit(&worker->nodes, memory_order_relaxed) > SEARCH_BOUND_REPORT_NODES) {
        struct search_line kept = worker->lines[place];
        root_publish(tree, place, depth);
        search_report(worker, place + 1);
        worker->lines[place] = kept;
    }
}

/* The search ended after it found that the first moves lose. The next move is the answer, because
 * it may save the game. The score remains that of the root in the last complete iteration, which is
 * exact. If that score was already a loss, the line remains too. */
static void root_publish_unsearched(struct search_tree *tree, const struct search_root *root)
{
    struct search_line *line = &tree->worker->lines[0];
    if (!is_decided(line->score)) {
        line->length = 1;
        line->pv[0] = root->move;
    }
}

/* The search ended inside an iteration. The best move of those already searched completely is the
 * answer, because the first of them is the best move of the last iteration. */
static void root_salvage(struct search_tree *tree, int depth)
{
    struct search_memory *memory = tree->memory;
    const struct search_root *best = NULL, *unsearched = NULL;
    for (int i = 0; i < memory->root_count; i++) {
        const struct search_root *root = &memory->roots[i];
        if (root->bound == BOUND_EXACT && (!best || root->score > best->score)) {
            best = root;
        }
        if (root->bound == BOUND_NONE && !unsearched) {
            unsearched = root;
        }
    }
    if (best && best->found <= -SEARCH_DECIDED && unsearched) {
        root_publish_unsearched(tree, unsearched);
    } else if (best) {
        struct search_root found = *best;
        memory->roots[best - memory->roots] = memory->roots[0];
        memory->roots[0] = found;
        root_publish(tree, 0, depth);
    }
}
