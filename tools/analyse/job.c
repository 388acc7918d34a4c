/* SPDX-License-Identifier: MIT */
#include "job.h"

#include <ev.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis_progress.h"
#include "budget.h"
#include "database.h"
#include "memory.h"
#include "worker.h"

/* How often results are written to the database, in seconds; a killed process loses no more than
 * this. The results of one interval are written together: a write between two searches evicts the
 * engine's data from the processor's caches, so that one at a time would cost several times as
 * much. */
#define FLUSH_S 0.1

/* The number of tasks prepared at once, in addition to one for each engine, for the same reason. */
#define READY_AHEAD 16

/* The terms that a database has when an engine's time budget is spent: "spent 0". */
#define BUDGET_SPENT "spent %d"

/* A queue of tasks. */
struct tasks {
    struct task *first, **end;
    int count;
};

struct job {
    struct ev_loop *loop;
    const struct options *options;
    int engine; /* which of the engines */
    struct results *results;
    struct analysis_progress progress;
    struct worker **workers;
    struct results_entry row; /* the entry that was opened last */
    struct open_entry *open;  /* it, while its positions are handed out; NULL: none */
    bool at_end;              /* all entries have been opened */
    struct tasks ready;       /* prepared, so that no engine waits for its next one */
    struct tasks found;       /* searched, and not yet in the database */
    int out;                  /* tasks that are being searched */
    struct budget budget;
    ev_timer flush;
    ev_signal signals[2];
    bool interrupted;
    struct error lost; /* why the job cannot continue; "": it can */
};

static void add_task(struct tasks *tasks, struct task *task)
{
    struct task **end = tasks->first ? tasks->end : &tasks->first;
    task->next = NULL;
    *end = task;
    tasks->end = &task->next;
    tasks->count++;
}

/* Removes the first task; NULL: there is none. */
static struct task *take_task(struct tasks *tasks)
{
    struct task *task = tasks->first;
    if (task) {
        tasks->first = task->next;
        tasks->count--;
    }
    return task;
}

static void stop(struct job *job)
{
    ev_break(job->loop, EVBREAK_ALL);
}

/* Prepares the next task, of the open entry or of one after it; false if there is none. */
static bool prepare_task(struct job *job)
{
    struct task *task = NULL;
    while (!task && !job->at_end && !job->lost.text[0]) {
        if (job->open) {
            task = open_entry_take(job->open);
            if (!task) {
                open_entry_close(job->open);
                job->open = NULL;
            }
        } else if (!results_next(job->results, &job->row, &job->lost)) {
            job->at_end = true;
        } else if (!job->row.damage) {
            job->open = open_entry_create(job->results, &job->row, &job->options->reading,
                                          job->engine, &job->lost);
        }
    }
    if (task) {
        add_task(&job->ready, task);
    } else if (job->lost.text[0]) {
        stop(job);
    }
    return task;
}

static void prepare_tasks(struct job *job)
{
    int count = job->options->concurrency;
    if (job->ready.count < count) {
        while (job->ready.count < count + READY_AHEAD && prepare_task(job)) {
        }
    }
}

/* Keeps the moves before and after a position if they are among the worst. */
static void weigh(struct job *job, struct open_entry *open, int ply)
{
    for (int at = ply > 0 ? ply - 1 : 0; at <= ply; at++) {
        const struct study_ply *move = &open->study.plies[at];
        if (move->lost_known && analysis_progress_wants(&job->progress, move->lost)) {
            struct buffer name = {0};
            open_entry_name_move(open, at, &name);
            analysis_progress_add(&job->progress, move->lost, buffer_text(&name));
            buffer_finish(&name);
        }
    }
}

/* Writes the results to the database; false if that fails. */
static bool keep(struct job *job)
{
    struct error error;
    bool good = true;
    for (const struct task *task = job->found.first; task && good; task = task->next) {
        good = results_add(job->results, task->open->study.row.number, task->ply, job->engine,
                           &task->found, &error);
    }
    good = good && results_flush(job->results, &error);
    if (!good && !job->lost.text[0]) {
        job->lost = error;
    }
    return good;
}

/* Reports a result. */
static void tell(struct job *job, const struct task *task)
{
    const char *failure = task->found.failure;
    struct open_entry *open = task->open;
    if (job->engine == 0) {
        study_weigh(&open->study, task->ply, task->position, task->played, &task->found);
        weigh(job, open, task->ply);
    }
    if (failure) {
        analysis_progress_clear(&job->progress);
        struct error line; /* printable, even if the file name is not */
        error_set(&line, "%.100s: line %d: ply %d: %s%s%.60s", open->source, open->study.row.line,
                  task->ply, failure, job->engine > 0 ? ": " : "",
                  job->engine > 0 ? engine_choice_command(&job->options->engines[job->engine].spec)
                                  : "");
        fprintf(stderr, "myosu-analyse: %s\n", line.text);
    }
    budget_note(&job->budget, &open->study, task->ply, &task->found, task->movetime_ms,
                task->before_us);
    const int64_t left_ms = job->budget.left_ms + job->budget.out_ms;
    const int later = job->options->engine_count - 1 - job->engine;
    job->progress.left_ms =
        ((left_ms > 0 ? left_ms : 0) + later * job->budget.total_ms) / job->options->concurrency;
    analysis_progress_step(&job->progress, task->before_us > 0);
}

/* Writes results to the database before it reports them, so that no reported result can be lost. */
static void flush(struct job *job)
{
    if (!keep(job)) {
        stop(job);
        return;
    }
    for (struct task *task; (task = take_task(&job->found));) {
        tell(job, task);
        task_free(task);
    }
}

/* Prepares the next search of the budget's second pass; NULL: the budget is spent. */
static struct task *search_again(struct job *job)
{
    struct results_entry row;
    struct task *task = NULL;
    int64_t time_ms = 0;
    flush(job); /* all results count for the choice */
    const bool good =
        !job->lost.text[0] &&
        (job->budget.spots ||
         budget_begin_second(&job->budget, job->results, &job->options->reading, &job->lost));
    const struct spot *spot = good ? budget_next(&job->budget, &time_ms) : NULL;
    if (spot) {
        row.number = spot->entry - 1;
        results_next(job->results, &row, &job->lost);
        struct open_entry *open =
            open_entry_create(job->results, &row, &job->options->reading, job->engine, &job->lost);
        task = open ? open_entry_take_again(open, spot->ply) : NULL;
        open_entry_close(open);
    }
    if (task) {
        task->movetime_ms = time_ms;
    }
    return task;
}

static struct task *next(void *context)
{
    struct job *job = context;
    const bool timed = job->budget.total_ms > 0;
    if (job->ready.count == 0) {
        prepare_task(job);
    }
    struct task *task = take_task(&job->ready);
    if (task && timed) {
        task->movetime_ms = budget_share(&job->budget);
    } else if (timed) {
        task = search_again(job);
    }
    job->out += task != NULL;
    if (timed && job->out == 0) {
        stop(job);
    }
    return task;
}

static void done(void *context, struct task *task)
{
    struct job *job = context;
    job->out--;
    budget_return(&job->budget, task->movetime_ms, task->found.time_us / 1000);
    task->found.time_us += task->before_us;
    add_task(&job->found, task);
    prepare_tasks(job);
    if (job->ready.count == 0 && job->out == 0 && job->budget.total_ms == 0) {
        stop(job);
    }
}

static void lost(void *context, const char *reason)
{
    struct job *job = context;
    error_set(&job->lost, "%s", reason);
    stop(job);
}

static void on_flush(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop;
    (void)events;
    flush(timer->data);
}

static void on_signal(struct ev_loop *loop, ev_signal *watcher, int events)
{
    struct job *job = watcher->data;
    (void)loop;
    (void)events;
    job->interrupted = true;
    stop(job);
}

static void watch(struct job *job)
{
    static const int numbers[] = {SIGINT, SIGTERM};
    ev_timer_init(&job->flush, on_flush, FLUSH_S, FLUSH_S);
    job->flush.data = job;
    ev_timer_start(job->loop, &job->flush);
    for (int i = 0; i < LENGTH(numbers); i++) {
        ev_signal_init(&job->signals[i], on_signal, numbers[i]);
        job->signals[i].data = job;
        ev_signal_start(job->loop, &job->signals[i]);
    }
}

static void search(struct job *job)
{
    static const struct worker_handlers handlers = {.next = next, .done = done, .lost = lost};
    int count = job->options->concurrency;
    job->workers = memory_zeroed((size_t)count, sizeof(void *));
    for (int i = 0; i < count && (i < job->ready.count || job->budget.total_ms > 0); i++) {
        job->workers[i] = worker_create(job->loop, job->options,
                                        &job->options->engines[job->engine].spec, &handlers, job);
    }
    ev_run(job->loop, 0);
    for (int i = 0; i < count; i++) {
        worker_destroy(job->workers[i]);
    }
    free(job->workers);
}

static void free_tasks(struct tasks *tasks)
{
    for (struct task *task; (task = take_task(tasks));) {
        task_free(task);
    }
}

enum job_end job_run(struct ev_loop *loop, const struct options *options, int engine,
                     struct results *results, struct error *error)
{
    struct job job = {.loop = loop,
                      .options = options,
                      .engine = engine,
                      .results = results,
                      .row = RESULTS_START};
    struct results_counts counts, all;
    char key[32];
    snprintf(key, sizeof key, BUDGET_SPENT, engine);
    if (!results_count(results, engine, 1, &counts, error) ||
        !results_count(results, 0, options->engine_count, &all, error)) {
        return JOB_FAILED;
    }
    char *spent = database_term(results_database(results), key);
    budget_init(&job.budget, spent ? 0 : options->budget_ms / options->engine_count,
                options->concurrency, &counts);
    job.budget.engine = engine;
    free(spent);
    analysis_progress_init(&job.progress, all.known, all.positions, options->quiet);
    job.progress.budget_ms = job.budget.total_ms > 0 ? options->budget_ms : 0;
    watch(&job);
    prepare_tasks(&job);
    if (job.ready.count > 0 || job.budget.total_ms > 0) {
        search(&job);
    }
    ev_timer_stop(loop, &job.flush);
    for (int i = 0; i < LENGTH(job.signals); i++) {
        ev_signal_stop(loop, &job.signals[i]);
    }
    flush(&job);
    if (job.budget.total_ms > 0 && !job.interrupted && !job.lost.text[0] &&
        results_begin(results, &job.lost)) {
        database_agree(results_database(results), key, "yes", &job.lost);
        flush(&job);
    }
    budget_finish(&job.budget);
    free_tasks(&job.ready); /* some are left if the job was interrupted */
    free_tasks(&job.found);
    open_entry_close(job.open);
    analysis_progress_clear(&job.progress);
    if (job.lost.text[0]) {
        error_set(error, "%s", job.lost.text);
        return JOB_FAILED;
    }
    return job.interrupted ? JOB_INTERRUPTED : JOB_DONE;
}
