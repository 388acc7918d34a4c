/* SPDX-License-Identifier: MIT */
#include "job.h"

#include <ev.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "open_entry.h"

/* How often results are written to the database, in seconds; a killed process loses no more than
 * this. The results of one interval are written together: a write between two searches evicts the
 * engine's data from the processor's caches, so that one at a time would cost several times as
 * much. */
#define FLUSH_S 0.1

/* The number of tasks prepared at once, in addition to one for each engine, for the same reason. */
#define READY_AHEAD 16

struct job {
    struct ev_loop *loop;
    const struct job_terms *terms;
    struct analysis_progress progress;
    struct worker **workers;
    struct open_entry *open; /* the entry whose positions are handed out; NULL: none */
    int64_t next_entry;
    bool at_end; /* all entries have been opened */
    /* Prepared tasks, so that no engine waits for its next one. */
    struct open_task *ready, **ready_end;
    int ready_count;
    struct open_task *out;                /* being searched by a worker */
    struct open_task *found, **found_end; /* searched, and not yet in the database */
    ev_timer flush;
    ev_signal signals[2];
    bool interrupted;
    struct error lost; /* why the job cannot continue; "": it can */
};

static void stop(struct job *job)
{
    ev_break(job->loop, EVBREAK_ALL);
}

/* Opens the next entry that has positions without a result; false if there is none. */
static bool open_next(struct job *job)
{
    while (!job->open && !job->at_end && !job->lost.text[0]) {
        struct results_entry row;
        bool found;
        if (!results_entry_from(job->terms->results, job->next_entry, &row, &found, &job->lost)) {
            stop(job);
            return false;
        }
        job->at_end = !found;
        if (found && !row.damage) {
            job->open =
                open_entry_create(job->terms->results, &row, job->terms->reading, &job->lost);
        }
        if (found) {
            job->next_entry = row.number + 1;
        }
    }
    return job->open;
}

/* Prepares the next task; false if there is none. */
static bool prepare_task(struct job *job)
{
    while (open_next(job)) {
        struct open_task *task = open_entry_take(job->open);
        if (task) {
            *job->ready_end = task;
            job->ready_end = &task->next;
            job->ready_count++;
            return true;
        }
        open_entry_close(job->open);
        job->open = NULL;
    }
    return false;
}

static void prepare_tasks(struct job *job)
{
    int count = job->terms->concurrency;
    if (job->ready_count < count) {
        while (job->ready_count < count + READY_AHEAD && prepare_task(job)) {
        }
    }
}

static void take_off(struct open_task **list, const struct open_task *task)
{
    while (*list != task) {
        list = &(*list)->next;
    }
    *list = task->next;
}

static struct task *next(void *context)
{
    struct job *job = context;
    struct open_task *task = job->ready;
    if (!task && prepare_task(job)) {
        task = job->ready;
    }
    if (!task) {
        return NULL;
    }
    job->ready = task->next;
    job->ready_end = job->ready ? job->ready_end : &job->ready;
    job->ready_count--;
    task->next = job->out;
    job->out = task;
    return &task->task;
}

/* Computes the losses of the moves before and after the position, and keeps the worst moves. */
static void weigh(struct job *job, struct open_entry *open, int ply)
{
    for (int at = ply - 1; at <= ply; at++) {
        double lost;
        if (open_entry_lost(open, at, &lost) && analysis_progress_wants(&job->progress, lost)) {
            struct buffer name = {0};
            open_entry_name_move(open, at, &name);
            analysis_progress_add(&job->progress, lost, buffer_text(&name));
            buffer_finish(&name);
        }
    }
}

/* Writes the results to the database; false if that fails. */
static bool keep(struct job *job)
{
    struct results *results = job->terms->results;
    struct error error;
    bool good = true;
    for (const struct open_task *task = job->found; task && good; task = task->next) {
        good = results_add(results, task->entry->number, task->ply, &task->found, &error);
    }
    good = good && results_flush(results, &error);
    if (!good && !job->lost.text[0]) {
        job->lost = error;
    }
    return good;
}

/* Reports a result. */
static void tell(struct job *job, const struct open_task *task)
{
    const char *failure = task->found.failure;
    struct open_entry *open = task->entry;
    open_entry_put(task);
    if (failure) {
        analysis_progress_clear(&job->progress);
        struct error line; /* printable, even if the file name is not */
        error_set(&line, "%.100s: line %d: ply %d: %s", open->source, open->line, task->ply,
                  failure);
        fprintf(stderr, "myosu-analyse: %s\n", line.text);
    }
    weigh(job, open, task->ply);
    analysis_progress_step(&job->progress);
}

/* Writes results to the database before it reports them, so that no reported result can be lost. */
static void flush(struct job *job)
{
    if (!keep(job)) {
        stop(job);
        return;
    }
    for (struct open_task *task; (task = job->found);) {
        job->found = task->next;
        tell(job, task);
        open_task_free(task);
    }
    job->found_end = &job->found;
}

static void done(void *context, struct task *asked, struct found *found)
{
    struct job *job = context;
    struct open_task *task = open_task_of(asked);
    take_off(&job->out, task);
    task->found = *found;
    *found = (struct found){.line_count = 0};
    task->next = NULL;
    *job->found_end = task;
    job->found_end = &task->next;
    prepare_tasks(job);
    if (!job->ready && !job->out) {
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

static void unwatch(struct job *job)
{
    ev_timer_stop(job->loop, &job->flush);
    for (int i = 0; i < LENGTH(job->signals); i++) {
        ev_signal_stop(job->loop, &job->signals[i]);
    }
}

static void search(struct job *job)
{
    static const struct worker_handlers handlers = {.next = next, .done = done, .lost = lost};
    int count = job->terms->concurrency;
    job->workers = memory_zeroed((size_t)count, sizeof(void *));
    for (int i = 0; i < count && i < job->ready_count; i++) {
        job->workers[i] = worker_create(job->loop, &job->terms->work, &handlers, job);
    }
    ev_run(job->loop, 0);
    for (int i = 0; i < count; i++) {
        worker_destroy(job->workers[i]);
    }
    free(job->workers);
}

static void free_tasks(struct open_task *list)
{
    while (list) {
        struct open_task *task = list;
        list = task->next;
        open_task_free(task);
    }
}

/* Frees the tasks that are left if the job was interrupted. */
static void drop_tasks(struct job *job)
{
    free_tasks(job->ready);
    free_tasks(job->out);
    free_tasks(job->found);
    open_entry_close(job->open);
}

enum job_end job_run(struct ev_loop *loop, const struct job_terms *terms, struct error *error)
{
    struct job job = {.loop = loop, .terms = terms};
    struct results_counts counts;
    job.ready_end = &job.ready;
    job.found_end = &job.found;
    if (!results_count(terms->results, &counts, error)) {
        return JOB_FAILED;
    }
    analysis_progress_init(&job.progress, counts.known, counts.positions, terms->quiet);
    watch(&job);
    prepare_tasks(&job);
    if (job.ready_count > 0) {
        search(&job);
    }
    unwatch(&job);
    flush(&job);
    drop_tasks(&job);
    analysis_progress_clear(&job.progress);
    if (job.lost.text[0]) {
        error_set(error, "%s", job.lost.text);
        return JOB_FAILED;
    }
    return job.interrupted ? JOB_INTERRUPTED : JOB_DONE;
}
