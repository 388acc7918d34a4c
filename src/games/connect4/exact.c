#include "exact.h"

#include <string.h>

#include "book.h"
#include "exact_line.h"
#include "family.h"
#include "guess.h"
#include "proof.h"

/* At these numbers of nodes, if the position is not solved by then, the solver pauses for a first
 * opinion of so many nodes, to have an answer if time runs out. */
static const struct {
    uint64_t pause_at, nodes;
} guesses[] = {
    {20000, 3000},
    {500000, 60000},
};

/* Bounds are told from this many nodes on: early ones change too fast to be read. */
#define BOUND_REPORT_NODES 3000000

/* The root of a search, and what is known of it. */
struct exact {
    struct crew *crew;
    struct search_worker *worker;
    const struct connect4_position *position;
    struct move_list moves; /* those to choose from */
    score_t guesses[CONNECT4_COLUMNS];
    int guess_count; /* made so far */
};

/* Tells how far the search has come, without making it the answer. */
static void report_bound(struct exact *exact, int value, enum search_bound bound)
{
    struct search_worker *worker = exact->worker;
    if (exact->crew->solver.nodes < BOUND_REPORT_NODES) {
        return;
    }
    struct search_line kept = worker->lines[0];
    worker->lines[0].score = exact_score(value, exact->position->ply);
    worker->lines[0].bound = bound;
    worker->lines[0].depth = worker->lines[0].seldepth = CONNECT4_SQUARES - exact->position->ply;
    search_report(worker, 1);
    worker->lines[0] = kept;
}

/* A first opinion, for the answer in case that the search ends before the truth is known. */
static void make_guess(struct exact *exact)
{
    struct search_worker *worker = exact->worker;
    uint64_t nodes = guesses[exact->guess_count++].nodes;
    int depth = guess_moves(exact->crew, exact->position, &exact->moves, nodes, exact->guesses);
    if (depth == 0) {
        return;
    }
    int lines = worker->line_count;
    bool taken[CONNECT4_COLUMNS] = {false};
    for (int place = 0; place < lines; place++) {
        int best = -1;
        for (int i = 0; i < exact->moves.count; i++) {
            if (!taken[i] && (best < 0 || exact->guesses[i] > exact->guesses[best])) {
                best = i;
            }
        }
        taken[best] = true;
        worker->lines[place] = (struct search_line){
            .depth = depth,
            .seldepth = depth,
            .score = exact_line_told(exact->guesses[best], 1),
            .bound = BOUND_EXACT,
            .length = 1,
            .pv = {exact->moves.moves[best]},
        };
    }
    for (int place = 0; place < lines; place++) {
        search_report(worker, place + 1);
    }
}

static uint64_t next_pause(const struct exact *exact)
{
    int next = exact->guess_count;
    return next < LENGTH(guesses) ? guesses[next].pause_at : UINT64_MAX;
}

/* Whether to go on: true, too, after the pause in which a guess was made. */
static bool goes_on(struct exact *exact)
{
    struct crew *crew = exact->crew;
    if (crew->solver.aborted) {
        if (crew->ended) {
            return false;
        }
        make_guess(exact);
        crew->pause_at = next_pause(exact);
        crew->solver.aborted = false;
        return !crew->ended;
    }
    return search_may_deepen(exact->worker->search, 100);
}

/* A win that has been proven is a good answer, even if a shorter one may be found. */
static void keep_win(struct exact *exact, int lower)
{
    move_t move = proof_move(exact->crew, exact->position, &exact->moves, lower);
    if (move != MOVE_NONE) {
        struct search_line *line = &exact->worker->lines[0];
        line->pv[0] = move;
        line->length = 1;
        line->score = exact_line_told(exact_score(lower, exact->position->ply), line->length);
        line->bound = BOUND_EXACT;
    }
}

/* Narrows [*lower, *upper] to the exact value of the position, question by question. The first asks
 * for `least` or more. False: the search ended before. `is_root`: bounds are told. */
static bool solve(struct exact *exact, const struct connect4_position *position, int *lower,
                  int *upper, int least, bool is_root)
{
    struct solver_node node;
    int value;
    if (solver_judge(position, &node, &value)) {
        *lower = *upper = value;
        return true;
    }
    exact->crew->pause_at = next_pause(exact);
    proof_begin(exact->crew, &node, lower, upper);
    while (*lower < *upper) {
        int old_lower = *lower, old_upper = *upper;
        least = proof_narrow(exact->crew, &node, least, lower, upper);
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
    /* Nobody needs a guess of what is known: the line is made without a pause. */
    exact->crew->pause_at = UINT64_MAX;
    return *lower >= *upper;
}

/* The value of winning within so many plies. */
static int value_of_mate(int ply, int plies)
{
    return connect4_win_value(ply, (plies + 1) / 2);
}

/* The book in use; NULL: none. */
static const struct book *book_in_use(const struct search *search)
{
    if (!search->settings->values[CONNECT4_OWN_BOOK]) {
        return NULL;
    }
    const struct book *named = search->settings->resources[CONNECT4_BOOK_FILE];
    return named ? named : book_built_in();
}

/* Answers from the book, at once: the exact value, and perfect play as far as the book goes. */
static bool answer_from_book(struct exact *exact)
{
    const struct book *book = book_in_use(exact->worker->search);
    int value, column;
    if (!book || !book_find(book, exact->position, &value, &column)) {
        return false;
    }
    struct search_line *line = &exact->worker->lines[0];
    int left = CONNECT4_SQUARES - exact->position->ply;
    *line = (struct search_line){
        .depth = left,
        .seldepth = left,
        .score = exact_score(value, exact->position->ply),
        .bound = BOUND_EXACT,
    };
    struct connect4_position position = *exact->position;
    int at_value = value;
    while (book_find(book, &position, &at_value, &column)) {
        line->pv[line->length++] = connect4_column_move(column);
        connect4_play(&position, connect4_column_move(column));
        at_value = -at_value;
    }
    /* Who asks for all plies by their number wants to see the game to its end. */
    if (exact->worker->search->limits.depth < MAX_PLY - 1) {
        exact_line_extend(exact->crew, line, position, at_value);
    }
    line->score = exact_line_told(line->score, line->length);
    search_report(exact->worker, 1);
    return true;
}

/* One line, all moves allowed: the root is searched as a whole. */
static void solve_root(struct exact *exact)
{
    const struct search_limits *limits = &exact->worker->search->limits;
    int ply = exact->position->ply;
    int lower = -SOLVER_VALUE_LIMIT, upper = SOLVER_VALUE_LIMIT, first = 0;
    if (limits->mate_plies > 0) {
        first = value_of_mate(ply, limits->mate_plies);
        lower = first - 1;
    }
    if (!solve(exact, exact->position, &lower, &upper, first, true) ||
        (limits->mate_plies > 0 && upper < first)) {
        return;
    }
    move_t move = proof_move(exact->crew, exact->position, &exact->moves, lower);
    if (move != MOVE_NONE) {
        exact_line_make(exact->crew, &exact->worker->lines[0], exact->position, move, lower);
        search_report(exact->worker, 1);
    }
}

/* Puts a solved move's line into its place among the solved ones. */
static void place_line(struct search_worker *worker, int *solved, const struct search_line *line)
{
    int place = *solved < worker->line_count ? *solved : worker->line_count;
    while (place > 0 && worker->lines[place - 1].score < line->score) {
        if (place < worker->line_count) {
            worker->lines[place] = worker->lines[place - 1];
        }
        place--;
    }
    if (place < worker->line_count) {
        worker->lines[place] = *line;
    }
    ++*solved;
}

/* Several lines, or some moves only: each move is solved by itself. The lines are replaced when all
 * are known. */
static void solve_moves(struct exact *exact)
{
    struct search_worker *worker = exact->worker;
    struct search_line lines[CONNECT4_COLUMNS];
    int order[CONNECT4_COLUMNS], count = 0;
    for (int i = 0; i < CONNECT4_COLUMNS; i++) {
        int place = move_list_find(&exact->moves, connect4_column_move(connect4_middle_first(i)));
        if (place >= 0) {
            order[count++] = place;
        }
    }
    for (int i = 0; i < count; i++) {
        move_t move = exact->moves.moves[order[i]];
        struct connect4_position child = *exact->position;
        connect4_play(&child, move);
        int lower = -SOLVER_VALUE_LIMIT, upper = SOLVER_VALUE_LIMIT;
        if (!solve(exact, &child, &lower, &upper, 0, false)) {
            return;
        }
        exact_line_make(exact->crew, &lines[i], exact->position, move, -lower);
    }
    int solved = 0;
    for (int i = 0; i < count; i++) {
        place_line(worker, &solved, &lines[i]);
    }
    for (int place = 0; place < worker->line_count; place++) {
        search_report(worker, place + 1);
    }
}

/* The legal moves that are allowed. */
static void list_moves(struct exact *exact)
{
    const struct search_limits *limits = &exact->worker->search->limits;
    struct move_list legal = {.count = 0};
    connect4_legal_moves(exact->position, &legal);
    exact->moves.count = 0;
    for (int i = 0; i < legal.count; i++) {
        if (!limits->restricted || move_list_find(&limits->root_moves, legal.moves[i]) >= 0) {
            move_list_add(&exact->moves, legal.moves[i]);
        }
    }
}

/* Before anything is searched: the evaluation, and moves that do not lose at once before others. */
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
    struct solver_node node = {.safe = CONNECT4_BOARD};
    int value;
    solver_judge(position, &node, &value);
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

void exact_run(struct search_worker *worker, struct exact_memory *memory, void *table, size_t bytes)
{
    struct search *search = worker->search;
    struct exact exact = {
        .crew = &memory->crew,
        .worker = worker,
        .position = worker->position,
    };
    /* The board is in the first worker's memory, at the same place as in this one's. */
    size_t offset = (size_t)((char *)&memory->board - (char *)worker->memory);
    struct crew_board *board = (struct crew_board *)((char *)search->workers[0]->memory + offset);
    list_moves(&exact);
    begin_lines(&exact);
    crew_join(exact.crew, worker, board, table, bytes);
    if (worker->index > 0) {
        crew_help(exact.crew);
        return;
    }
    crew_begin(exact.crew);
    if (exact.moves.count > 0) {
        if (search->limits.multipv > 1 || search->limits.restricted) {
            solve_moves(&exact);
        } else if (!answer_from_book(&exact)) {
            solve_root(&exact);
        }
    }
    atomic_store_explicit(&worker->nodes, exact.crew->solver.nodes, memory_order_relaxed);
    search_stop(search); /* the helpers have nothing left to do */
}
