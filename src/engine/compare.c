/* SPDX-License-Identifier: MIT */
/* The job of `compare`: one position, searched to the same depth by minimax, by alpha-beta as the
 * textbooks write it, by the same with an order of moves and with a table, and by the full search.
 * The first four have the same value and the same move, or one of them is wrong. */
#include <stdio.h>
#include <string.h>

#include "buffer.h"
#include "clock.h"
#include "compiler.h"
#include "engine_state.h"

/* The work of one algorithm. */
struct trial {
    const char *name;
    bool complete;  /* it reached the depth, or ended before it by itself */
    uint64_t nodes; /* of the last iteration */
    uint64_t all;   /* of all iterations */
    uint64_t before;
    int64_t elapsed_ns;
    struct search_line line; /* of the last iteration */
    struct search_counts counts;
};

static const struct {
    const char *name;
    enum search_algorithm algorithm;
} algorithms[] = {
    {"minimax", ALGORITHM_MINIMAX}, {"textbook", ALGORITHM_TEXTBOOK},
    {"+ order", ALGORITHM_ORDERED}, {"+ table", ALGORITHM_TABLE},
    {"full", ALGORITHM_ALPHABETA},
};

/* Receives the lines of a search: search->report. */
static void note_iteration(void *context, const struct search_report *report)
{
    struct trial *trial = context;
    if (report->multipv == 1 && report->line.bound == BOUND_EXACT) {
        if (report->line.depth > trial->line.depth) {
            trial->before = trial->all;
        }
        trial->all = report->nodes;
        trial->nodes = trial->all - trial->before;
        trial->line = report->line;
    }
}

/* Searches with one algorithm. False if the job was stopped. */
static bool run_trial(struct engine *engine, enum search_algorithm algorithm,
                      const struct search_limits *limits, struct trial *trial)
{
    struct search *search = &engine->search;
    struct search_worker *worker = engine->workers[0];
    tt_clear(&engine->tt);
    search_worker_clear(worker);
    if (!engine_rearm(engine)) {
        return false;
    }
    atomic_store(&worker->nodes, 0);
    worker->line_count = 0;
    worker->counts = (struct search_counts){0};
    search->limits = *limits;
    search->limits.algorithm = algorithm;
    search->report_context = trial;
    search->start_ns = clock_ns();
    memcpy(worker->position, engine->position, engine->game->position_size);
    engine_run_worker(engine, 0);
    trial->elapsed_ns = clock_ns() - search->start_ns;
    trial->counts = worker->counts;
    trial->complete = trial->line.depth == limits->depth ||
                      (trial->line.depth > 0 && atomic_load(&worker->nodes) < limits->nodes);
    return !atomic_load(&engine->cancelled);
}

/* Appends a number of at most `width` characters, in thousands (k) or millions (M) if it is too
 * long. */
static void put_count(struct buffer *text, int width, uint64_t count)
{
    char number[32];
    if (snprintf(number, sizeof number, "%llu", (unsigned long long)count) > width - 1 &&
        snprintf(number, sizeof number, "%lluk", (unsigned long long)(count / 1000)) > width - 1) {
        snprintf(number, sizeof number, "%lluM", (unsigned long long)(count / 1000000));
    }
    buffer_printf(text, "%*s", width, number);
}

static void put_value(struct buffer *text, score_t score)
{
    char value[32];
    const bool mate = score_is_mate(score) && score <= SCORE_MATE && score >= -SCORE_MATE;
    snprintf(value, sizeof value, mate ? "mate %d" : "%d", mate ? score_mate_plies(score) : score);
    buffer_printf(text, "%9s", value);
}

/* The effective branching factor b: that of a uniform tree with as many leaves as the last
 * iteration had nodes, b to the power of the depth. */
static double branching_factor(const struct trial *trial)
{
    double low = 1., high = (double)trial->nodes;
    while (high - low > 0.001) {
        const double middle = (low + high) / 2.;
        double leaves = 1.;
        for (int ply = 0; ply < trial->line.depth; ply++) {
            leaves *= middle;
        }
        *(leaves < (double)trial->nodes ? &low : &high) = middle;
    }
    return low;
}

/* A row of the table. The full search may end at a smaller depth: if the game is decided, or under
 * a handicap. */
static void put_trial(struct buffer *text, const struct engine *engine, const struct trial *trial,
                      int depth)
{
    const struct search_line *line = &trial->line;
    LOCAL_BUFFER move = {0}, name = {0};
    buffer_puts(&name, trial->name);
    if (line->depth < depth) {
        buffer_printf(&name, " d%d", line->depth);
    }
    engine->game->format_move(engine->position, line->pv[0], &move);
    buffer_printf(text, "%-8s", buffer_text(&name));
    put_value(text, line->score);
    buffer_printf(text, " %6s", buffer_text(&move));
    put_count(text, 9, trial->nodes);
    put_count(text, 9, trial->all);
    put_count(text, 9, trial->counts.leaves);
    put_count(text, 9, trial->counts.cuts);
    if (trial->counts.cuts > 0) {
        buffer_printf(text, "%5d%%", (int)(100 * trial->counts.first_cuts / trial->counts.cuts));
    } else {
        buffer_printf(text, "%6s", "-");
    }
    const double factor = branching_factor(trial);
    buffer_printf(text, "%6.*f", factor < 100. ? 2 : 1, factor);
    put_count(text, 7, (uint64_t)(trial->elapsed_ns / NS_PER_MS));
}

static void post_text(struct engine *engine, enum engine_event_kind kind, struct buffer *text)
{
    struct error line;
    error_set(&line, "%s", buffer_text(text));
    engine_post_text(engine, kind, &line);
    buffer_finish(text);
}

/* Reports an algorithm whose answer differs from the first one's. */
static void check_trial(struct engine *engine, const struct trial *first, const struct trial *trial)
{
    if (trial->line.score != first->line.score || trial->line.pv[0] != first->line.pv[0]) {
        struct buffer text = {0};
        buffer_printf(&text, "compare: %s and %s must have the same value and move", first->name,
                      trial->name);
        post_text(engine, ENGINE_FAILURE, &text);
    }
}

/* Runs all algorithms to the depth, unless the job is stopped. */
static void run_trials(struct engine *engine, const struct search_limits *limits)
{
    struct trial trials[LENGTH(algorithms)] = {{0}};
    struct buffer text = {0};
    if (limits->depth == 0) {
        buffer_printf(&text, "compare: depth 1 needs more than %llu nodes",
                      (unsigned long long)limits->nodes);
        post_text(engine, ENGINE_FAILURE, &text);
        return;
    }
    buffer_printf(&text,
                  "depth %-2d    value   move    nodes      all   leaves     cuts first"
                  "   ebf     ms",
                  limits->depth);
    post_text(engine, ENGINE_TEXT, &text);
    const struct trial *first = NULL;
    for (int i = 0; i < LENGTH(algorithms); i++) {
        struct trial *trial = &trials[i];
        trial->name = algorithms[i].name;
        if (!run_trial(engine, algorithms[i].algorithm, limits, trial)) {
            return;
        }
        if (trial->complete) {
            put_trial(&text, engine, trial, limits->depth);
        } else if (limits->nodes == UINT64_MAX) {
            buffer_printf(&text, "%-8s ended before depth 1", trial->name);
        } else {
            buffer_printf(&text, "%-8s more than %llu nodes", trial->name,
                          (unsigned long long)limits->nodes);
        }
        post_text(engine, ENGINE_TEXT, &text);
        if (trial->complete && algorithms[i].algorithm != ALGORITHM_ALPHABETA) {
            first = first ? first : trial;
            check_trial(engine, first, trial);
        }
    }
}

static void run_compare(void *opaque, int index UNUSED)
{
    struct engine *engine = opaque;
    struct search *search = &engine->search;
    struct search_limits limits = {
        .depth = engine->compare_depth > 0 ? engine->compare_depth : MAX_PLY - 1,
        .nodes = engine->compare_nodes > 0 ? engine->compare_nodes : UINT64_MAX,
        .multipv = 1,
        .evaluation = engine_evaluation(engine),
    };
    struct trial trial = {.complete = false};
    if (!engine_set_workers(engine, engine->position)) {
        engine_post_end(engine);
        return;
    }
    search->worker_count = 1;
    search->report = note_iteration;
    search->game = engine->game;
    search->settings = &engine->settings;
    atomic_store(&search->control.soft_deadline, INT64_MAX);
    /* The depth is the last one that alpha-beta completes: a tree may end earlier than asked. */
    if (run_trial(engine, ALGORITHM_TEXTBOOK, &limits, &trial)) {
        limits.depth = trial.line.depth;
        run_trials(engine, &limits);
    }
    if (atomic_load(&engine->cancelled)) {
        engine_post_text(engine, ENGINE_TEXT, &(struct error){"compare stopped"});
    }
    search->report = NULL;
    engine_restore_search(engine);
    engine->outdated = true;
    engine_post_end(engine);
}

bool engine_compare(struct engine *engine, int depth, uint64_t nodes, struct error *error)
{
    if (!engine_has_position(engine, "compare", error)) {
        return false;
    }
    if (depth == 0 && nodes == 0) {
        return error_set(error, "compare: expected 'depth N', 'nodes N' or both");
    }
    if (depth < 0 || depth >= MAX_PLY) {
        return error_set(error, "compare: depth %d is out of range (1 to %d)", depth, MAX_PLY - 1);
    }
    if (engine->game->result(engine->position) != RESULT_NONE) {
        return error_set(error, "compare: the game is over; expected a position with moves");
    }
    engine->compare_depth = depth;
    engine->compare_nodes = nodes;
    engine_start_job(engine, 1, run_compare, NULL);
    return true;
}
