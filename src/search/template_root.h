/* Part of search_template.h: the root. Iterative deepening (each iteration orders the next),
 * aspiration windows around the last score, several lines, the end of the search, reports. */

/* Aspiration begins at this depth; each failure multiplies the window by this; past the limit it is
 * opened whole. */
#define ASPIRATION_MIN_DEPTH 5
#define ASPIRATION_GROWTH    3
#define ASPIRATION_LIMIT     1000

/* A bound is reported from this many nodes on: early ones change too fast to be read. */
#define BOUND_REPORT_NODES 3000000

/* The soft deadline moves with how settled the best move is: this many percent of it for a move
 * that has just changed, less by a step for every iteration that it stays, down to the least. */
#define SETTLING_PERCENT       140
#define SETTLING_STEP_PERCENT  15
#define SETTLING_LEAST_PERCENT 50

/* And is longer when the score falls: this many percent for each centipawn, up to the limit. */
#define FALLING_LIMIT 60

/* A mate is believed to be the shortest once the search is this many plies deeper than it. */
#define MATE_DOUBT 8

static void root_init(struct search_tree *tree)
{
    struct search_memory *memory = tree->memory;
    const struct search_limits *limits = &tree->worker->search->limits;
    struct move_list legal = {.count = 0};
    score_t score;
    if (!search_outcome(tree->position, 0, &score)) {
        if (SEARCH_QUIESCENCE) {
            search_generate(tree->position, MOVES_NOISY, &legal);
        }
        search_generate(tree->position, MOVES_QUIET, &legal);
    }
    memory->root_count = 0;
    for (int i = 0; i < legal.count; i++) {
        if (!limits->restricted || move_list_find(&limits->root_moves, legal.moves[i]) >= 0) {
            struct search_root *root = &memory->roots[memory->root_count++];
            root->move = root->pv[0] = legal.moves[i];
            root->length = 1;
            root->score = -SCORE_INFINITE;
            root->bound = BOUND_NONE;
            root->seldepth = 0;
        }
    }
}

/* Sorts roots[first ..] by score, best first; equals keep their order. */
static void root_sort(struct search_memory *memory, int first)
{
    for (int i = first + 1; i < memory->root_count; i++) {
        for (int k = i; k > first && memory->roots[k].score > memory->roots[k - 1].score; k--) {
            struct search_root swap = memory->roots[k];
            memory->roots[k] = memory->roots[k - 1];
            memory->roots[k - 1] = swap;
        }
    }
}

static void root_keep(struct search_tree *tree, struct search_root *root, score_t score,
                      enum search_bound bound)
{
    struct search_memory *memory = tree->memory;
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

/* Searches roots[first ..] in their order within the window, and leaves their scores in them: exact
 * or a bound for those that raised alpha, the worst for the others. Returns the best score. */
static score_t root_search(struct search_tree *tree, int first, score_t alpha, score_t beta,
                           int depth)
{
    struct search_memory *memory = tree->memory;
    bool minimax = tree->worker->search->limits.algorithm == ALGORITHM_MINIMAX;
    score_t best = -SCORE_INFINITE;
    tree->seldepth = 0;
    for (int i = first; i < memory->root_count; i++) {
        memory->roots[i].bound = BOUND_NONE;
    }
    if (!tree_enter(tree, 0)) {
        return best;
    }
    for (int i = first; i < memory->root_count; i++) {
        struct search_root *root = &memory->roots[i];
        int reduction = 0, count = i - first + 1;
        if (SEARCH_LATE_REDUCTIONS && depth >= LATE_MIN_DEPTH && count > LATE_FIRST &&
            !search_is_noisy(tree->position, root->move)) {
            reduction = search_late_reduction(depth, count, true, history_of(tree, root->move), 0);
        }
        const int mover = search_side(tree->position);
        SEARCH_UNDO undo;
        memory->frames[0].move = root->move;
        memory->frames[0].row = order_row(tree, root->move);
        search_make(tree->position, root->move, &undo);
        const bool again = moves_again(tree, mover);
        score_t score = minimax
                            ? minimax_child(tree, again, depth - 1, 1)
                            : search_move(tree, again, alpha, beta, depth - 1, 0, count, reduction);
        search_unmake(tree->position, root->move, &undo);
        if (tree->aborted) {
            return best;
        }
        if (score > alpha || count == 1) {
            root_keep(tree, root, score,
                      minimax          ? BOUND_EXACT
                      : score >= beta  ? BOUND_LOWER
                      : score <= alpha ? BOUND_UPPER
                                       : BOUND_EXACT);
        } else {
            root->score = -SCORE_INFINITE;
        }
        if (score > best) {
            best = score;
        }
        if (score > alpha) {
            alpha = score;
            if (alpha >= beta && !minimax) {
                break;
            }
        }
    }
    return best;
}

/* Copies a root's line to where the worker's owner finds it. */
static void root_publish(struct search_tree *tree, int place, int depth)
{
    const struct search_root *root = &tree->memory->roots[place];
    struct search_line *line = &tree->worker->lines[place];
    line->depth = depth;
    line->seldepth = root->seldepth;
    line->score = root->score;
    line->bound = root->bound;
    line->length = root->length;
    memcpy(line->pv, root->pv, (size_t)root->length * sizeof(move_t));
    if (tree->worker->line_count <= place) {
        tree->worker->line_count = place + 1;
    }
}

/* Tells of a score outside the window, without making it the line to answer with. */
static void root_report_bound(struct search_tree *tree, int place, int depth)
{
    struct search_worker *worker = tree->worker;
    if (worker->index == 0 &&
        atomic_load_explicit(&worker->nodes, memory_order_relaxed) > BOUND_REPORT_NODES) {
        struct search_line kept = worker->lines[place];
        root_publish(tree, place, depth);
        search_report(worker, place + 1);
        worker->lines[place] = kept;
    }
}

/* One line at one depth: a narrow window around the last score, opened on the side where it fails.
 * False: the search ended inside. */
static bool root_aspirate(struct search_tree *tree, int place, int depth)
{
    struct search_memory *memory = tree->memory;
    score_t previous = memory->roots[place].score;
    score_t window = SEARCH_ASPIRATION;
    score_t alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    bool minimax = tree->worker->search->limits.algorithm == ALGORITHM_MINIMAX;
    if (!minimax && depth >= ASPIRATION_MIN_DEPTH && previous != -SCORE_INFINITE &&
        !score_is_mate(previous)) {
        alpha = previous - window;
        beta = previous + window;
    }
    for (;;) {
        score_t score = root_search(tree, place, alpha, beta, depth);
        if (tree->aborted) {
            return false;
        }
        root_sort(memory, place);
        if (minimax || (score > alpha && score < beta)) {
            return true;
        }
        root_report_bound(tree, place, depth);
        window *= ASPIRATION_GROWTH;
        bool open = window > ASPIRATION_LIMIT || score_is_mate(score);
        if (score <= alpha) {
            alpha = open ? -SCORE_INFINITE : score - window;
        } else {
            beta = open ? SCORE_INFINITE : score + window;
        }
    }
}

/* The search was ended inside an iteration: the best move that it had already searched whole
 * counts, since the first of them is the last iteration's best. */
static void root_salvage(struct search_tree *tree, int depth)
{
    struct search_memory *memory = tree->memory;
    const struct search_root *best = NULL;
    for (int i = 0; i < memory->root_count; i++) {
        const struct search_root *root = &memory->roots[i];
        if (root->bound == BOUND_EXACT && (!best || root->score > best->score)) {
            best = root;
        }
    }
    if (best) {
        struct search_root found = *best;
        memory->roots[best - memory->roots] = memory->roots[0];
        memory->roots[0] = found;
        root_publish(tree, 0, depth);
    }
}

/* All lines of one iteration. False: the search ended inside. */
static bool root_iteration(struct search_tree *tree, int lines, int depth)
{
    for (int place = 0; place < lines; place++) {
        if (!root_aspirate(tree, place, depth)) {
            if (lines == 1) {
                root_salvage(tree, depth);
            }
            return false;
        }
    }
    root_sort(tree->memory, 0);
    for (int place = 0; place < lines; place++) {
        root_publish(tree, place, depth);
    }
    for (int place = 0; place < lines; place++) {
        search_report(tree->worker, place + 1);
    }
    return true;
}

/* Nothing that a deeper iteration finds can change the answer. */
static bool root_is_settled(const struct search_tree *tree, int lines, int depth)
{
    const struct search_limits *limits = &tree->worker->search->limits;
    const struct search_root *roots = tree->memory->roots;
    if (limits->mate_plies > 0 && roots[0].score >= SCORE_MATE_FOUND &&
        score_mate_plies(roots[0].score) <= limits->mate_plies) {
        return true;
    }
    if (SEARCH_IS_EXACT && depth >= search_plies_left(tree->position)) {
        return true;
    }
    for (int place = 0; place < lines; place++) {
        if (!score_is_mate(roots[place].score)) {
            return false;
        }
        int plies = score_mate_plies(roots[place].score);
        plies = plies < 0 ? -plies : plies;
        if (depth < plies + (SEARCH_IS_EXACT ? 0 : MATE_DOUBT)) {
            return false;
        }
    }
    return true;
}

/* How long to go on, in percent of the soft deadline: less when the best move has settled, more
 * when the score falls. */
static int root_patience(int settled, score_t fall)
{
    int percent = SETTLING_PERCENT - SETTLING_STEP_PERCENT * settled;
    percent = percent < SETTLING_LEAST_PERCENT ? SETTLING_LEAST_PERCENT : percent;
    return percent + (fall < 0 ? 0 : fall > FALLING_LIMIT ? FALLING_LIMIT : fall);
}

static void root_deepen(struct search_tree *tree)
{
    struct search_worker *worker = tree->worker;
    const struct search_limits *limits = &worker->search->limits;
    struct search_memory *memory = tree->memory;
    int lines = limits->multipv < memory->root_count ? limits->multipv : memory->root_count;
    int last = limits->depth;
    if (limits->mate_plies > 0 && limits->mate_plies * (SEARCH_IS_EXACT ? 1 : 2) < last) {
        last = limits->mate_plies * (SEARCH_IS_EXACT ? 1 : 2);
    }
    int settled = 0;
    move_t best = MOVE_NONE;
    score_t previous = memory->roots[0].score;
    /* Helpers of one search begin at different depths, so as not to do the same work. */
    for (int depth = 1 + worker->index % 2; depth <= last; depth++) {
        tree->heeds_stop = depth > 1;
        if (!root_iteration(tree, lines, depth)) {
            return;
        }
        settled = memory->roots[0].move == best ? settled + 1 : 0;
        best = memory->roots[0].move;
        score_t fall = depth > 1 ? previous - memory->roots[0].score : 0;
        previous = memory->roots[0].score;
        if (root_is_settled(tree, lines, depth) ||
            !search_may_deepen(worker->search, root_patience(settled, fall))) {
            return;
        }
    }
}

/* Before anything is searched: the static evaluation, and the legal moves as they come. */
static void root_begin(struct search_tree *tree)
{
    struct search_worker *worker = tree->worker;
    struct search_memory *memory = tree->memory;
    root_init(tree);
    score_t score;
    if (memory->root_count == 0) {
        if (!search_outcome(tree->position, 0, &score)) {
            score = worker->search->limits.restricted ? search_evaluate(tree->position)
                                                      : search_no_moves(tree->position, 0);
        }
        worker->lines[0] = (struct search_line){.score = score, .bound = BOUND_EXACT};
        worker->line_count = 1;
        return;
    }
    score = search_evaluate(tree->position);
    for (int i = 0; i < memory->root_count && i < worker->search->limits.multipv; i++) {
        memory->roots[i].score = score;
        root_publish(tree, i, 0);
        worker->lines[i].bound = BOUND_EXACT;
    }
}

static void search_run(struct search_worker *worker)
{
    struct search_memory *memory = worker->memory;
    struct search_tree tree = {
        .worker = worker,
        .memory = memory,
        .position = search_set_up(&memory->workspace, worker),
        .tt = SEARCH_TABLE(worker),
        .node_limit = search_node_share(worker),
    };
    if (SEARCH_HANDICAP && search_node_cap(worker) < tree.node_limit) {
        tree.node_limit = search_node_cap(worker);
    }
    worker->line_count = 0;
    memset(memory->frames, 0, sizeof memory->frames);
    root_begin(&tree);
    if (memory->root_count > 0) {
        root_deepen(&tree);
    }
    if (worker->index == 0) {
        search_stop(worker->search); /* the helpers' results are wanted now */
    }
}

const struct search_method SEARCH_METHOD = {
    .worker_size = sizeof(struct search_memory),
    .worker_alignment = _Alignof(struct search_memory),
    .run = search_run,
};
