/* SPDX-License-Identifier: MIT */
#include "search.h"

#include <string.h>

#include "alloc.h"
#include "clock.h"
#include "tt.h"

void search_init(struct search *search)
{
    pthread_mutex_init(&search->control.lock, NULL);
    pthread_cond_init(&search->control.changed, NULL);
}

void search_finish(struct search *search)
{
    pthread_cond_destroy(&search->control.changed);
    pthread_mutex_destroy(&search->control.lock);
}

struct search_worker *search_worker_create(struct search *search,
                                           const struct search_method *method, size_t position_size,
                                           int index)
{
    struct search_worker *worker = alloc_zeroed(_Alignof(struct search_worker), sizeof *worker);
    if (!worker) {
        return NULL;
    }
    worker->search = search;
    worker->index = index;
    worker->memory_size = method->worker_size;
    worker->position_size = position_size;
    worker->memory = alloc_zeroed(method->worker_alignment, method->worker_size);
    worker->position = alloc_zeroed(_Alignof(max_align_t), position_size);
    if (!worker->position || !worker->memory) {
        search_worker_destroy(worker);
        return NULL;
    }
    return worker;
}

void search_worker_destroy(struct search_worker *worker)
{
    if (worker) {
        alloc_release(worker->position, worker->position_size);
        alloc_release(worker->memory, worker->memory_size);
        alloc_release(worker, sizeof *worker);
    }
}

void search_worker_clear(struct search_worker *worker)
{
    memset(worker->memory, 0, worker->memory_size);
}

/* Changes bits of the word and wakes the threads that sleep on them. Returns the old word. */
static unsigned change(struct search_control *control, unsigned set, unsigned clear)
{
    pthread_mutex_lock(&control->lock);
    unsigned word = atomic_load(&control->word);
    atomic_store(&control->word, (word | set) & ~clear);
    pthread_cond_broadcast(&control->changed);
    pthread_mutex_unlock(&control->lock);
    return word;
}

void search_stop(struct search *search)
{
    change(&search->control, SEARCH_STOP, 0);
}

void search_rearm(struct search *search)
{
    change(&search->control, 0, SEARCH_STOP | SEARCH_TELL);
}

void search_pause(struct search *search)
{
    change(&search->control, SEARCH_PAUSE, 0);
}

void search_resume(struct search *search)
{
    change(&search->control, 0, SEARCH_PAUSE);
}

void search_ask(struct search *search)
{
    change(&search->control, SEARCH_TELL, 0);
}

/* Whether the search is paused and not stopped. */
static bool is_paused(unsigned word)
{
    return (word & (SEARCH_PAUSE | SEARCH_STOP)) == SEARCH_PAUSE;
}

void search_enter(struct search *search)
{
    atomic_fetch_add(&search->control.awake, 1);
}

void search_leave(struct search *search)
{
    struct search_control *control = &search->control;
    bool last = atomic_fetch_sub(&control->awake, 1) == 1;
    if (last && search->rested && is_paused(atomic_load(&control->word))) {
        search->rested(search->rested_context);
    }
}

bool search_is_awake(const struct search *search)
{
    return atomic_load(&search->control.awake) > 0;
}

/* Sleeps as long as the word says so; returns the word afterwards. */
static unsigned sleep_in_pause(struct search *search)
{
    struct search_control *control = &search->control;
    unsigned word;
    search_leave(search);
    pthread_mutex_lock(&control->lock);
    while (is_paused(word = atomic_load(&control->word))) {
        pthread_cond_wait(&control->changed, &control->lock);
    }
    pthread_mutex_unlock(&control->lock);
    search_enter(search);
    return word;
}

/* Reports the progress of the search, unless another worker, which was also asked, has done so. */
static void tell(struct search *search)
{
    const unsigned word = change(&search->control, 0, SEARCH_TELL);
    if (word & SEARCH_TELL && search->report) {
        const struct search_report report = {
            .nodes = search_nodes(search),
            .elapsed_ns = clock_ns() - search->start_ns,
        };
        search->report(search->report_context, &report);
    }
}

bool search_check_stop(struct search *search)
{
    unsigned word = atomic_load(&search->control.word);
    while (is_paused(word)) {
        word = sleep_in_pause(search);
    }
    if (word & SEARCH_TELL) {
        tell(search);
    }
    return word & SEARCH_STOP;
}

uint64_t search_node_share(const struct search_worker *worker)
{
    const struct search *search = worker->search;
    uint64_t limit = search->limits.nodes;
    return limit == UINT64_MAX ? limit : limit / (uint64_t)search->worker_count;
}

uint64_t search_nodes(const struct search *search)
{
    uint64_t nodes = 0;
    for (int i = 0; i < search->worker_count; i++) {
        nodes += atomic_load_explicit(&search->workers[i]->nodes, memory_order_relaxed);
    }
    return nodes;
}

bool search_may_deepen(struct search *search, int scale_percent)
{
    if (search_stopped(search)) {
        return false;
    }
    int64_t deadline = atomic_load_explicit(&search->control.soft_deadline, memory_order_relaxed);
    if (deadline == INT64_MAX) {
        return true;
    }
    int64_t start = atomic_load_explicit(&search->control.clock_start, memory_order_relaxed);
    return clock_ns() - start < (deadline - start) / 100 * scale_percent;
}

void search_fill_report(const struct search *search, struct search_report *report)
{
    report->nodes = search_nodes(search);
    report->tb_hits = 0;
    for (int i = 0; i < search->worker_count; i++) {
        report->tb_hits += atomic_load_explicit(&search->workers[i]->tb_hits, memory_order_relaxed);
    }
    report->elapsed_ns = clock_ns() - search->start_ns;
    const struct search_worker *first = search->workers[0];
    report->hashfull = first->hashfull ? first->hashfull(first) : tt_hashfull(search->tt);
}

void search_report(struct search_worker *worker, int multipv)
{
    struct search *search = worker->search;
    if (worker->index != 0 || !search->report) {
        return;
    }
    struct search_report *report = &search->last_report;
    report->multipv = multipv;
    report->line = worker->lines[multipv - 1];
    search_fill_report(search, report);
    search->report(search->report_context, report);
}
