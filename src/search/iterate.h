/* SPDX-License-Identifier: MIT */
/* Part of search_template.h: iterative deepening (each iteration finds the order of moves for the
 * next one), aspiration windows around the last score, several lines, the end of the search. (CPW,
 * "Iterative Deepening" and "Aspiration Windows".) */

/* Searches one line at one depth: a narrow window around the last score, widened on the side where
 * it fails. Under a handicap the window is whole, because moves are chosen by a different score,
 * and an upper bound of it is not a bound of the score that the search found. False if the search
 * ended before it was done. */
static bool aspirate(struct search_tree *tree, int place, int depth)
{
    struct search_memory *memory = tree->memory;
    score_t previous = memory->roots[place].score;
    score_t window = SEARCH_ASPIRATION_WINDOW;
    score_t alpha = -SCORE_INFINITE, beta = SCORE_INFINITE;
    bool whole = SEARCH_HANDICAP && tree->handicap.error > 0;
    if (!whole && depth >= SEARCH_ASPIRATION_MIN_DEPTH && previous != -SCORE_INFINITE &&
        !is_decided(previous)) {
        alpha = previous - window;
        beta = previous + window;
    }
    for (;;) {
        score_t score = root_search(tree, place, alpha, beta, depth);
        if (tree->aborted) {
            return false;
        }
        root_sort(memory, place);
        const bool fails =
            score <= alpha ? alpha > -SCORE_INFINITE : score >= beta && beta < SCORE_INFINITE;
        if (whole || !fails) {
            return true;
        }
        root_report_bound(tree, place, depth);
        window *= SEARCH_ASPIRATION_GROWTH;
        bool open = window > SEARCH_ASPIRATION_MAX || is_decided(score);
        if (score <= alpha) {
            alpha = open ? -SCORE_INFINITE : score - window;
        } else {
            beta = open ? SCORE_INFINITE : score + window;
        }
    }
}

/* Searches all lines of one iteration. False if the search ended before it was done. */
static bool iterate(struct search_tree *tree, int lines, int depth)
{
    for (int place = 0; place < lines; place++) {
        if (!aspirate(tree, place, depth)) {
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

/* Whether no deeper iteration can change the answer. */
static bool is_finished(const struct search_tree *tree, int lines, int depth)
{
    const struct search_limits *limits = &tree->worker->search->limits;
    const struct search_root *roots = tree->memory->roots;
    if (limits->mate_plies > 0 && roots[0].score >= SCORE_MATE_FOUND &&
        score_mate_plies(roots[0].score) <= limits->mate_plies) {
        return true;
    }
    if (SEARCH_IS_EXACT && depth >= game_plies_left(tree->position)) {
        return true;
    }
    for (int place = 0; place < lines; place++) {
        if (!score_is_mate(roots[place].score)) {
            return false;
        }
        int plies = score_mate_plies(roots[place].score);
        plies = plies < 0 ? -plies : plies;
        /* Some games define it as 0. NOLINTNEXTLINE(bugprone-branch-clone) */
        if (depth < plies + (SEARCH_IS_EXACT ? 0 : SEARCH_MATE_EXTRA_DEPTH)) {
            return false;
        }
    }
    return true;
}

/* Percent of the soft deadline: for a best move that has just changed, less for each iteration that
 * it has been the best, and at least; more for each centipawn that the score has fallen, at most.
 */
#define TIME_UNSTABLE       140
#define TIME_STABILITY_STEP 15
#define TIME_MIN            50
#define TIME_FALL_MAX       60

/* The time scale: percent of the soft deadline after which no new iteration begins. */
static int time_scale(int stability, score_t fall)
{
    int percent = TIME_UNSTABLE - TIME_STABILITY_STEP * stability;
    percent = percent < TIME_MIN ? TIME_MIN : percent;
    return percent + (fall < 0 ? 0 : fall > TIME_FALL_MAX ? TIME_FALL_MAX : fall);
}

static void deepen(struct search_tree *tree)
{
    struct search_worker *worker = tree->worker;
    const struct search_limits *limits = &worker->search->limits;
    struct search_memory *memory = tree->memory;
    int lines = limits->multipv < memory->root_count ? limits->multipv : memory->root_count;
    int last = limits->depth;
    if (SEARCH_HANDICAP && tree->handicap.depth < last) {
        last = tree->handicap.depth;
    }
    if (limits->mate_plies > 0 && limits->mate_plies * (SEARCH_IS_EXACT ? 1 : 2) < last) {
        last = limits->mate_plies * (SEARCH_IS_EXACT ? 1 : 2);
    }
    int stability = 0;
    move_t best = MOVE_NONE;
    score_t previous = memory->roots[0].score;
    /* Helpers of one search begin at different depths, so that they do not repeat the same work. */
    for (int depth = 1 + worker->index % 2; depth <= last; depth++) {
        tree->stoppable = depth > 1;
        worker->counts = (struct search_counts){0};
        if (!iterate(tree, lines, depth)) {
            return;
        }
        stability = memory->roots[0].move == best ? stability + 1 : 0;
        best = memory->roots[0].move;
        score_t fall = depth > 1 ? previous - memory->roots[0].score : 0;
        previous = memory->roots[0].score;
        if (is_finished(tree, lines, depth) ||
            !search_may_deepen(worker->search, time_scale(stability, fall))) {
            return;
        }
    }
}

/* Prepares the answer before any search: the static evaluation, and the legal moves in generated
 * order. */
static void root_begin(struct search_tree *tree)
{
    struct search_worker *worker = tree->worker;
    struct search_memory *memory = tree->memory;
    root_init(tree);
    game_note_threats(tree->position);
    score_t score;
    if (memory->root_count == 0) {
        if (!game_is_terminal(tree->position, 0, &score)) {
            score = worker->search->limits.restricted ? static_score(tree)
                                                      : game_no_moves(tree->position, 0);
        }
        worker->lines[0] = (struct search_line){.score = score, .bound = BOUND_EXACT};
        worker->line_count = 1;
        return;
    }
    score = static_score(tree);
    for (int i = 0; i < memory->root_count && i < worker->search->limits.multipv; i++) {
        memory->roots[i].score = memory->roots[i].found = score;
        root_publish(tree, i, 0);
        worker->lines[i].bound = BOUND_EXACT;
    }
}

/* Nanoseconds after which the first iteration may be stopped. */
#define FIRST_ITERATION_NS 5000000

/* Searches the prepared tree. The strength under a handicap does not depend on the number of
 * threads, so the helpers do nothing then. */
static void search_tree_run(struct search_tree *tree)
{
    struct search_memory *memory = tree->memory;
    if (SEARCH_HANDICAP && tree->worker->index > 0 && !handicap_is_none(&tree->handicap)) {
        return;
    }
    memset(memory->frames, 0, sizeof memory->frames);
    root_begin(tree);
#ifdef SEARCH_ROOT_FRAME
    SEARCH_ROOT_FRAME(tree);
#endif
    if (memory->root_count > 0) {
        deepen(tree);
    }
}

static void search_run(struct search_worker *worker)
{
    struct search_memory *memory = worker->memory;
    struct search_tree tree = {
        .worker = worker,
        .memory = memory,
        .position = game_set_up(&memory->workspace, worker),
        .tt = SEARCH_TABLE(worker),
        .handicap = game_handicap(worker),
        .node_limit = search_node_share(worker),
        .first_deadline = clock_ns() + FIRST_ITERATION_NS,
    };
    assert(worker->memory_size >= sizeof *memory);
    worker->line_count = 0;
    if (SEARCH_HANDICAP && tree.handicap.nodes < tree.node_limit) {
        tree.node_limit = tree.handicap.nodes;
    }
    search_tree_run(&tree);
    game_leave_tables(&memory->workspace);
    if (worker->index == 0) {
        search_stop(worker->search); /* ends the helpers, whose results are needed now */
    }
}

const struct search_method SEARCH_METHOD = {
    .worker_size = sizeof(struct search_memory),
    .worker_alignment = _Alignof(struct search_memory),
    .run = search_run,
};
