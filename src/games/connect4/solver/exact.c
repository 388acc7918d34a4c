/* SPDX-License-Identifier: MIT */
#include "exact.h"

#include "children.h"
#include "proof.h"

/* If the position is not solved after `pause_at` nodes, a fallback search of `nodes` nodes provides
 * an answer in case time runs out. */
static const struct {
    uint64_t pause_at, nodes;
} fallbacks[] = {
    {20000, 3000},
    {500000, 60000},
};

/* The root of a search, and the results so far. */
struct exact {
    struct connect4_solver *solver;
    struct search_worker *worker;
    const struct connect4_position *position;
    struct move_list moves; /* moves to choose from */
    score_t fallback_scores[CONNECT4_COLUMNS];
    int fallback_count; /* number of fallback searches so far */
};

/* Reports a bound of the value without changing the answer. */
static void report_bound(struct exact *exact, int value, enum search_bound bound)
{
    struct search_worker *worker = exact->worker;
    if (exact->solver->nodes < SEARCH_BOUND_REPORT_NODES) {
        return;
    }
    struct search_line kept = worker->lines[0];
    worker->lines[0].score = connect4_exact_score(value, exact->position->ply);
    worker->lines[0].bound = bound;
    worker->lines[0].depth = worker->lines[0].seldepth = CONNECT4_SQUARES - exact->position->ply;
    search_report(worker, 1);
    worker->lines[0] = kept;
}

/* Makes the best of the moves' lines the answer, and reports them. */
static void report_best(struct search_worker *worker, const struct search_line *lines, int count)
{
    for (int i = 0; i < count; i++) {
        int place = i < worker->line_count ? i : worker->line_count;
        for (; place > 0 && worker->lines[place - 1].score < lines[i].score; place--) {
            if (place < worker->line_count) {
                worker->lines[place] = worker->lines[place - 1];
            }
        }
        if (place < worker->line_count) {
            worker->lines[place] = lines[i];
        }
    }
    for (int place = 0; place < worker->line_count; place++) {
        search_report(worker, place + 1);
    }
}

/* Runs a fallback search and makes its best moves the answer. */
static void run_fallback(struct exact *exact)
{
    struct search_line lines[CONNECT4_COLUMNS];
    uint64_t nodes = fallbacks[exact->fallback_count++].nodes;
    int depth = connect4_fallback_search(exact->solver, exact->position, &exact->moves, nodes,
                                         exact->fallback_scores);
    if (depth == 0) {
        return;
    }
    for (int i = 0; i < exact->moves.count; i++) {
        lines[i] = (struct search_line){
            .depth = depth,
            .seldepth = depth,
            .score = connect4_score_to_report(exact->fallback_scores[i], 1),
            .bound = BOUND_EXACT,
            .length = 1,
            .pv = {exact->moves.moves[i]},
        };
    }
    report_best(exact->worker, lines, exact->moves.count);
}

static uint64_t next_pause(const struct exact *exact)
{
    int next = exact->fallback_count;
    return next < LENGTH(fallbacks) ? fallbacks[next].pause_at : UINT64_MAX;
}

/* Whether the search continues. If it has paused, runs the fallback search first. */
static bool goes_on(struct exact *exact)
{
    struct connect4_solver *solver = exact->solver;
    if (solver->aborted) {
        if (solver->control.ended) {
            return false;
        }
        run_fallback(exact);
        solver->control.pause_at = next_pause(exact);
        solver->aborted = false;
        return !solver->control.ended;
    }
    return search_may_deepen(exact->worker->search, 100);
}

/* Makes a proven win the answer; a shorter win may still be found. */
static void keep_win(struct exact *exact, int lower)
{
    move_t move = connect4_proof_move(exact->solver, exact->position, &exact->moves, lower);
    if (move != MOVE_NONE) {
        struct search_line *line = &exact->worker->lines[0];
        line->pv[0] = move;
        line->length = 1;
        line->score = connect4_score_to_report(connect4_exact_score(lower, exact->position->ply),
                                               line->length);
        line->bound = BOUND_EXACT;
    }
}

/* Narrows [*lower, *upper] to the exact value of the position. The first search asks whether the
 * value is `least` or more. False if the search ended before it was done. If `is_root`, reports
 * bounds. */
static bool solve(struct exact *exact, const struct connect4_position *position, int *lower,
                  int *upper, int least, bool is_root)
{
    struct connect4_solver_node node;
    int value;
    if (connect4_solver_static_value(position, &node, &value)) {
        *lower = *upper = value;
        return true;
    }
    exact->solver->control.pause_at = next_pause(exact);
    connect4_proof_begin(exact->solver, &node, lower, upper);
    while (*lower < *upper) {
        int old_lower = *lower, old_upper = *upper;
        least = connect4_proof_narrow(exact->solver, &node, least, lower, upper);
        if (is_root && *lower > old_lower) {
            report_bound(exact, *lower, BOUND_LOWER);
        } else if (is_root && *upper < old_upper) {
            report_bound(exact, *upper, BOUND_UPPER);
        }
        if (is_root && *lower > old_lower && *lower > 0 && *lower < *upper) {
            keep_win(exact, *lower);
        }
        if (!goes_on(exact)) {
            break;
        }
    }
    /* The value is known or the search has ended: no more fallback searches. */
    exact->solver->control.pause_at = UINT64_MAX;
    return *lower >= *upper;
}

/* The smallest value of a win within `plies` plies. */
static int value_of_mate(int ply, int plies)
{
    return connect4_win_value(ply, (plies + 1) / 2);
}

/* The book in use; NULL if none. */
static const struct connect4_book *book_in_use(const struct search *search)
{
    return search->settings->values[CONNECT4_OWN_BOOK] ? connect4_book_of(search->settings) : NULL;
}

/* Completes and reports the first line, whose final position has this value. Only a search to a
 * depth of all plies, and not one limited by time, extends the line to the end of the game. */
static void finish_line(struct exact *exact, struct connect4_position position, int value)
{
    struct search_line *line = &exact->worker->lines[0];
    if (exact->worker->search->limits.depth < MAX_PLY - 1) {
        connect4_exact_line_extend(exact->solver, line, position, value);
    }
    line->score = connect4_score_to_report(line->score, line->length);
    search_report(exact->worker, 1);
}

/* Answers from the book: the exact value, and perfect play as far as the book reaches. False if the
 * book does not contain the position or a move. */
static bool answer_from_book(struct exact *exact)
{
    const struct connect4_book *book = book_in_use(exact->worker->search);
    int value;
    if (!book || !connect4_book_find(book, exact->position, &value)) {
        return false;
    }
    struct search_line answer = connect4_exact_line_of(value, exact->position->ply);
    struct connect4_position position = *exact->position;
    connect4_exact_line_by_book(book, &answer, &position, &value);
    if (answer.length == 0) {
        return false;
    }
    exact->worker->lines[0] = answer;
    finish_line(exact, position, value);
    return true;
}

/* The best lower bound of the position's value that the book's previous positions give: the value
 * of each is that of its best move, so the value here is at least its opposite. */
static int bound_by_book(const struct exact *exact, const struct connect4_position *position)
{
    const struct connect4_book *book = book_in_use(exact->worker->search);
    int value, least = -SOLVER_VALUE_LIMIT;
    for (int column = 0; book && column < CONNECT4_COLUMNS; column++) {
        struct connect4_position before;
        if (connect4_take_back(position, column, &before) &&
            connect4_book_find(book, &before, &value)) {
            least = -value > least ? -value : least;
        }
    }
    return least;
}

/* Finds a move that keeps the value, if the book knows the position but not those after it, as on
 * the book's last ply. Other previous positions of the position after a move often prove that the
 * move loses value. If one move is left, it is the answer. False if the book does not know the
 * position. */
static bool choose_by_value(struct exact *exact)
{
    const struct connect4_book *book = book_in_use(exact->worker->search);
    struct search_line *line = &exact->worker->lines[0];
    struct move_list moves = {.count = 0};
    int value;
    if (!book || !connect4_book_find(book, exact->position, &value)) {
        return false;
    }
    for (int i = 0; i < CONNECT4_COLUMNS; i++) {
        const move_t move = connect4_column_move(connect4_middle_first(i));
        struct connect4_position child = *exact->position;
        if (move_list_find(&exact->moves, move) >= 0) {
            connect4_play(&child, move);
            if (bound_by_book(exact, &child) <= -value) {
                move_list_add(&moves, move);
            }
        }
    }
    if (moves.count == 0) {
        return false; /* the book contradicts itself */
    }
    *line = connect4_exact_line_of(value, exact->position->ply);
    line->pv[line->length++] = moves.moves[0]; /* the answer if time runs out */
    const move_t last = moves.moves[--moves.count];
    move_t move = connect4_proof_move(exact->solver, exact->position, &moves, value);
    if (move == MOVE_NONE && !exact->solver->control.ended) {
        move = last;
    }
    struct connect4_position child = *exact->position;
    line->pv[0] = move == MOVE_NONE ? line->pv[0] : move;
    connect4_play(&child, line->pv[0]);
    finish_line(exact, child, -value);
    return true;
}

/* Solves the root position itself, for one line with all moves allowed. */
static void solve_root(struct exact *exact)
{
    const struct search_limits *limits = &exact->worker->search->limits;
    int ply = exact->position->ply;
    int lower = -SOLVER_VALUE_LIMIT, upper = SOLVER_VALUE_LIMIT;
    int first = 0, least = bound_by_book(exact, exact->position);
    if (least > lower) {
        lower = least - 1; /* a move that keeps the value has yet to be found */
        first = least + 1;
    }
    if (limits->mate_plies > 0) {
        first = value_of_mate(ply, limits->mate_plies);
        lower = first - 1;
    }
    if (!solve(exact, exact->position, &lower, &upper, first, true) ||
        (limits->mate_plies > 0 && upper < first)) {
        return;
    }
    move_t move = connect4_proof_move(exact->solver, exact->position, &exact->moves, lower);
    if (move != MOVE_NONE) {
        connect4_exact_line_make(exact->solver, &exact->worker->lines[0], exact->position, move,
                                 lower);
        search_report(exact->worker, 1);
    }
}

/* Solves the position after each move, for several lines or restricted moves. Replaces the answer
 * when all are solved. */
static void solve_moves(struct exact *exact)
{
    struct search_line lines[CONNECT4_COLUMNS];
    int count = 0;
    for (int i = 0; i < CONNECT4_COLUMNS; i++) {
        const move_t move = connect4_column_move(connect4_middle_first(i));
        if (move_list_find(&exact->moves, move) < 0) {
            continue;
        }
        struct connect4_position child = *exact->position;
        connect4_play(&child, move);
        int lower = -SOLVER_VALUE_LIMIT, upper = SOLVER_VALUE_LIMIT;
        const struct connect4_book *book = book_in_use(exact->worker->search);
        int value;
        if (book && connect4_book_find(book, &child, &value)) {
            lower = upper = value;
        } else if (!solve(exact, &child, &lower, &upper, 0, false)) {
            return;
        }
        connect4_exact_line_make(exact->solver, &lines[count++], exact->position, move, -lower);
    }
    report_best(exact->worker, lines, count);
}

/* The legal moves that the limits allow. */
static void list_allowed_moves(struct exact *exact)
{
    const struct search_limits *limits = &exact->worker->search->limits;
    struct move_list legal = {.count = 0};
    connect4_legal_moves(exact->position, &legal);
    exact->moves.count = 0;
    for (int i = 0; i < legal.count; i++) {
        if (search_allows(limits, legal.moves[i])) {
            move_list_add(&exact->moves, legal.moves[i]);
        }
    }
}

/* The answer before any search, by the static evaluation; moves that do not lose at once come
 * first. */
static void begin_lines(struct exact *exact)
{
    struct search_worker *worker = exact->worker;
    const struct connect4_position *position = exact->position;
    int multipv = worker->search->limits.multipv;
    worker->line_count = 0;
    struct search_line line = {.score = connect4_evaluate(position), .bound = BOUND_EXACT};
    if (exact->moves.count == 0) {
        if (connect4_result(position) != RESULT_NONE) {
            line.score = connect4_is_won(position) ? score_mated_in(0) : SCORE_DRAW;
        }
        worker->lines[0] = line;
        worker->line_count = 1;
        return;
    }
    struct connect4_solver_node node = {.safe = CONNECT4_BOARD};
    int value;
    connect4_solver_static_value(position, &node, &value);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < CONNECT4_COLUMNS && worker->line_count < multipv; i++) {
            int column = connect4_middle_first(i);
            bool is_safe = node.safe & connect4_column(column);
            move_t move = connect4_column_move(column);
            if (is_safe == (pass == 0) && move_list_find(&exact->moves, move) >= 0) {
                line.pv[0] = move;
                line.length = 1;
                worker->lines[worker->line_count++] = line;
            }
        }
    }
}

void connect4_exact_run(struct search_worker *worker, struct connect4_exact_memory *memory,
                        void *table, size_t bytes)
{
    struct search *search = worker->search;
    struct exact exact = {
        .solver = &memory->solver,
        .worker = worker,
        .position = worker->position,
    };
    /* The job is in the first worker's memory, at the same offset as in this worker's. */
    size_t offset = (size_t)((char *)&memory->job - (char *)worker->memory);
    struct connect4_solver_job *job =
        (struct connect4_solver_job *)((char *)search->workers[0]->memory + offset);
    list_allowed_moves(&exact);
    begin_lines(&exact);
    connect4_solver_init(exact.solver, worker, job, table, bytes);
    if (worker->index > 0) {
        connect4_solver_worker_loop(exact.solver);
        return;
    }
    connect4_solver_threads_begin(exact.solver);
    if (exact.moves.count > 0) {
        if (search->limits.multipv > 1 || search->limits.restricted) {
            solve_moves(&exact);
        } else if (!answer_from_book(&exact) && !choose_by_value(&exact)) {
            solve_root(&exact);
        }
    }
    atomic_store_explicit(&worker->nodes, exact.solver->nodes, memory_order_relaxed);
    search_stop(search); /* the other workers */
}
