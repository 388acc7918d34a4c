/* SPDX-License-Identifier: MIT */
#include "jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "memory.h"

struct job {
    struct jobs *owner;
    struct job *next; /* in the list of all jobs */
    struct work work;
    struct transfer *transfer; /* NULL: it has ended */
    int lines, dropped;
};

struct jobs {
    struct transfers *transfers;
    struct searcher *searcher;
    const char *broker;
    const char *const *variants;
    void (*idle)(void *context);
    void *context;
    struct job *list;
    struct job *searched, *waiting; /* NULL: none; other jobs send the rest of their answers */
};

struct jobs *jobs_create(struct transfers *transfers, struct searcher *searcher, const char *broker,
                         const char *const *variants, void (*idle)(void *context), void *context)
{
    struct jobs *jobs = memory_zeroed(1, sizeof *jobs);
    *jobs = (struct jobs){.transfers = transfers,
                          .searcher = searcher,
                          .broker = broker,
                          .variants = variants,
                          .idle = idle,
                          .context = context};
    return jobs;
}

static void free_job(struct job *job)
{
    struct job **at = &job->owner->list;
    while (*at != job) {
        at = &(*at)->next;
    }
    *at = job->next;
    transfer_cancel(job->transfer);
    work_finish(&job->work);
    free(job);
}

void jobs_destroy(struct jobs *jobs)
{
    if (jobs) {
        while (jobs->list) {
            free_job(jobs->list);
        }
        free(jobs);
    }
}

static void say_begin(const struct work *work)
{
    const struct command_go *go = &work->go;
    char limit[48] = "until it is stopped";
    if (go->given & GO_MOVETIME) {
        snprintf(limit, sizeof limit, "for %lld ms", (long long)go->movetime_ms);
    } else if (go->given & GO_DEPTH) {
        snprintf(limit, sizeof limit, "to depth %d", go->depth);
    } else if (go->given & GO_NODES) {
        snprintf(limit, sizeof limit, "%llu nodes", (unsigned long long)go->nodes);
    }
    log_line(LOG_LEVEL_INFO,
             "work %s: search %s: %s after %d moves, session %.40s, threads %lld, hash %lld MiB, "
             "lines %lld",
             work->id, limit, work->variant.name, work->plies, work->session,
             (long long)work->threads, (long long)work->hash, (long long)work->lines);
}

/* Sends lines of the searched job's analysis, unless the broker wants no more of it. */
static void send_lines(void *context, const char *text, size_t length)
{
    struct job *job = ((struct jobs *)context)->searched;
    if (job->transfer) {
        bool sent = transfer_append(job->transfer, text, length);
        job->lines += sent;
        job->dropped += !sent;
    }
}

static void end_search(void *context, const char *failure);

static void begin_waiting(struct jobs *jobs)
{
    static const struct search_handlers handlers = {.lines = send_lines, .done = end_search};
    struct job *job = jobs->waiting;
    jobs->waiting = NULL;
    jobs->searched = job;
    if (job) {
        say_begin(&job->work);
        searcher_begin(jobs->searcher, &job->work, &handlers, jobs);
    } else if (!jobs->list) {
        jobs->idle(jobs->context);
    }
}

/* The search of a job has ended; the rest of its answer is still sent. */
static void end_search(void *context, const char *failure)
{
    struct jobs *jobs = context;
    struct job *job = jobs->searched;
    jobs->searched = NULL;
    if (failure) {
        log_line(LOG_LEVEL_WARNING, "work %s: given up: %s", job->work.id, failure);
    } else if (job->transfer) {
        log_line(LOG_LEVEL_INFO, "work %s: %d lines%s", job->work.id, job->lines,
                 job->dropped > 0 ? ", others dropped: the broker was slower" : "");
    }
    if (failure || !job->transfer) {
        free_job(job);
    } else {
        transfer_finish(job->transfer);
    }
    begin_waiting(jobs);
}

static void stop_search(struct jobs *jobs)
{
    if (jobs->searched && searcher_stop(jobs->searcher)) {
        end_search(jobs, NULL);
    }
}

static void say_end(const struct job *job, const struct transfer_result *result)
{
    const char *id = job->work.id;
    if (result->status >= 400) {
        log_line(LOG_LEVEL_WARNING, "work %s: the broker answers %ld", id, result->status);
    } else if (result->status == 0 && !result->early) {
        log_line(LOG_LEVEL_WARNING, "work %s: %s", id, result->error);
    } else if (result->early) {
        log_line(LOG_LEVEL_INFO, "work %s: the broker wants no more of it%s%s", id,
                 *result->error ? ": " : "", result->error);
    }
}

/* The broker has received the whole answer or has closed the request. In the second case nobody
 * reads the answer any more. */
static void on_sent(void *context, const struct transfer_result *result)
{
    struct job *job = context;
    struct jobs *jobs = job->owner;
    job->transfer = NULL;
    say_end(job, result);
    if (job == jobs->searched) {
        stop_search(jobs);
    } else {
        if (job == jobs->waiting) {
            jobs->waiting = NULL;
        }
        free_job(job);
        if (!jobs->list) {
            jobs->idle(jobs->context);
        }
    }
}

static void open_answer(struct jobs *jobs, struct job *job)
{
    LOCAL_BUFFER url = {0};
    buffer_printf(&url, "%s/api/external-engine/work/%s", jobs->broker, job->work.id);
    struct transfer_request request = {
        .method = "POST", .url = buffer_text(&url), .streamed = true};
    job->transfer = transfer_begin(jobs->transfers, &request, on_sent, job);
}

/* True if the variant of the work was registered. */
static bool check_variant(const struct jobs *jobs, const struct work *work, struct error *error)
{
    for (const char *const *name = jobs->variants; *name; name++) {
        if (strcmp(*name, work->variant.name) == 0) {
            return true;
        }
    }
    return error_set(error, "'variant': '%s' is none of those that the engine was registered for",
                     work->variant.name);
}

bool jobs_take(struct jobs *jobs, const char *text, size_t length, struct error *error)
{
    struct job *job = memory_zeroed(1, sizeof *job);
    *job = (struct job){.owner = jobs, .next = jobs->list};
    jobs->list = job;
    if (!work_read(&job->work, text, length, error) || !check_variant(jobs, &job->work, error)) {
        const bool named = job->work.id[0];
        if (named) {
            log_line(LOG_LEVEL_WARNING, "work %s: refused: %s", job->work.id, error->text);
            open_answer(jobs, job);
            transfer_finish(job->transfer);
        } else {
            free_job(job);
        }
        return named;
    }
    open_answer(jobs, job);
    if (jobs->waiting) {
        free_job(jobs->waiting);
    }
    jobs->waiting = job;
    if (jobs->searched) {
        stop_search(jobs);
    } else {
        begin_waiting(jobs);
    }
    return true;
}

bool jobs_stop(struct jobs *jobs)
{
    if (jobs->waiting) {
        free_job(jobs->waiting);
        jobs->waiting = NULL;
    }
    stop_search(jobs);
    return !jobs->list;
}
