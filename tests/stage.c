/* SPDX-License-Identifier: MIT */
#include "stage.h"

#include <check.h>
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"
#include "line.h"
#include "nim/position.h"
#include "watchers.h"

#define MOST_TIMERS 16

/* The linker replaces the functions of clock.h and libev by these. */
int64_t __wrap_clock_ns(void);
void __wrap_ev_timer_start(struct ev_loop *loop, struct ev_timer *timer);
void __wrap_ev_timer_stop(struct ev_loop *loop, struct ev_timer *timer);

struct stage_script stage_script;
struct session *stage_session;
struct counters stage_counters;

static struct {
    _Atomic int64_t now_ns;
    struct {
        struct ev_timer *timer;
        int64_t due_ns;
    } timers[MOST_TIMERS];
    int timer_count;
    struct ev_loop *loop;
    struct loop_share share;
    struct reclaimer *reclaimer;
    struct publications publications;
    int client;
    struct ev_io readable; /* wakes the sleeping loop when the session has written output */
    struct line_reader heard;
    bool ended, over;
    struct stage_order order;
    _Atomic int helped;         /* helpers that have finished their steps */
    _Atomic int done;           /* scripts that worker 0 has finished */
    int awaited;                /* how many of them were awaited */
    _Atomic int allowed, taken; /* steps of a gated script that are allowed, and that were made */
    _Atomic bool waits;
} stage;

int64_t __wrap_clock_ns(void)
{
    return atomic_load(&stage.now_ns);
}

static int64_t to_ns(double seconds)
{
    return (int64_t)(seconds * (double)NS_PER_SECOND + .5);
}

static int find_timer(const struct ev_timer *timer)
{
    int i = 0;
    while (i < stage.timer_count && stage.timers[i].timer != timer) {
        i++;
    }
    return i;
}

void __wrap_ev_timer_start(struct ev_loop *loop, struct ev_timer *timer)
{
    (void)loop;
    if (timer->active) {
        return;
    }
    ck_assert_int_lt(stage.timer_count, MOST_TIMERS);
    timer->active = 1;
    stage.timers[stage.timer_count].timer = timer;
    stage.timers[stage.timer_count++].due_ns = __wrap_clock_ns() + to_ns(timer->at);
}

void __wrap_ev_timer_stop(struct ev_loop *loop, struct ev_timer *timer)
{
    int i = find_timer(timer);
    ev_clear_pending(loop, timer);
    timer->active = 0;
    if (i < stage.timer_count) {
        stage.timers[i] = stage.timers[--stage.timer_count];
    }
}

/* Returns the index of the next timer, or `timer_count`. */
static int first_timer(void)
{
    int first = stage.timer_count;
    for (int i = 0; i < stage.timer_count; i++) {
        if (first == stage.timer_count || stage.timers[i].due_ns < stage.timers[first].due_ns) {
            first = i;
        }
    }
    return first;
}

int64_t stage_now_ns(void)
{
    return __wrap_clock_ns();
}

/* Runs the loop until it has nothing to do at this time. */
static void run_loop(void)
{
    do {
        ev_run(stage.loop, EVRUN_NOWAIT);
    } while (loop_share_is_wanted(&stage.share));
}

void stage_pass_ms(int64_t milliseconds)
{
    const int64_t end = __wrap_clock_ns() + milliseconds * NS_PER_MS;
    run_loop();
    for (;;) {
        int first = first_timer();
        if (first == stage.timer_count || stage.timers[first].due_ns > end) {
            break;
        }
        struct ev_timer *timer = stage.timers[first].timer;
        atomic_store(&stage.now_ns, stage.timers[first].due_ns);
        if (timer->repeat > 0.) {
            stage.timers[first].due_ns += to_ns(timer->repeat);
        } else {
            __wrap_ev_timer_stop(stage.loop, timer);
        }
        ev_invoke(stage.loop, timer, EV_TIMER);
        run_loop();
    }
    atomic_store(&stage.now_ns, end);
}

/* Reads the session's output. */
static void take_in(void)
{
    char bytes[4096];
    ssize_t count;
    while ((count = recv(stage.client, bytes, sizeof bytes, MSG_DONTWAIT)) > 0) {
        line_reader_feed(&stage.heard, bytes, (size_t)count);
    }
    stage.ended |= count == 0;
}

static void on_readable(struct ev_loop *loop, struct ev_io *watcher, int events)
{
    (void)events;
    take_in();
    if (stage.ended) {
        ev_io_stop(loop, watcher);
    }
}

static const char *next_line(void)
{
    char *line;
    if (line_reader_next(&stage.heard, &line) == LINE_READY) {
        return line;
    }
    take_in();
    return line_reader_next(&stage.heard, &line) == LINE_READY ? line : NULL;
}

const char *stage_hear(void)
{
    const char *line;
    while (!(line = next_line())) {
        ck_assert_msg(!stage.ended, "the connection ended");
        ev_run(stage.loop, EVRUN_ONCE);
    }
    return line;
}

const char *stage_hear_until(const char *prefix)
{
    const char *line;
    do {
        line = stage_hear();
        const bool is_other = strncmp(line, prefix, strlen(prefix)) != 0;
        ck_assert_msg(!is_other || strncmp(line, "bestmove", 8) != 0, "'%s' came, expected '%s'",
                      line, prefix);
    } while (strncmp(line, prefix, strlen(prefix)) != 0);
    return line;
}

const char *stage_hear_now(void)
{
    run_loop();
    return next_line();
}

void stage_say(const char *text)
{
    ck_assert_int_eq(send(stage.client, text, strlen(text), MSG_NOSIGNAL), (ssize_t)strlen(text));
    run_loop();
}

void stage_await_script(void)
{
    while (atomic_load(&stage.done) == stage.awaited) {
        sched_yield();
    }
    stage.awaited = atomic_load(&stage.done);
}

void stage_let(int steps)
{
    for (int i = 0; i < steps; i++) {
        const int allowed = atomic_fetch_add(&stage.allowed, 1) + 1;
        while (atomic_load(&stage.taken) < allowed) {
            sched_yield();
        }
        run_loop();
    }
}

bool stage_is_waiting(void)
{
    return atomic_load(&stage.waits);
}

struct stage_order stage_order(void)
{
    return stage.order;
}

void stage_add(int worker, struct stage_step step)
{
    ck_assert_int_lt(stage_script.count[worker], STAGE_STEPS);
    stage_script.steps[worker][stage_script.count[worker]++] = step;
}

static int hashfull(const struct search_worker *worker)
{
    (void)worker;
    return stage_script.hashfull;
}

static void note_order(const struct search *search)
{
    const int64_t soft = atomic_load(&search->control.soft_deadline);
    stage.order = (struct stage_order){
        .limits = search->limits,
        .soft_ns = soft == INT64_MAX ? INT64_MAX : soft - atomic_load(&search->control.clock_start),
        .workers = search->worker_count,
    };
}

static void take_step(struct search_worker *worker, const struct stage_step *step)
{
    const int place = step->multipv > 0 ? step->multipv - 1 : 0;
    atomic_fetch_add(&stage.now_ns, step->takes_ns);
    atomic_fetch_add(&worker->nodes, step->nodes);
    atomic_fetch_add(&worker->tb_hits, step->tb_hits);
    if (step->line.depth > 0) {
        worker->lines[place] = step->line;
        worker->line_count = place + 1 > worker->line_count ? place + 1 : worker->line_count;
        search_report(worker, place + 1);
    }
}

static void take_steps(struct search_worker *worker)
{
    const bool gated = stage_script.gated && worker->index == 0;
    for (int i = 0; i < stage_script.count[worker->index]; i++) {
        while (gated && atomic_load(&stage.allowed) <= atomic_load(&stage.taken) &&
               !search_stopped(worker->search)) {
            sched_yield();
        }
        take_step(worker, &stage_script.steps[worker->index][i]);
        atomic_fetch_add(&stage.taken, gated);
    }
}

/* Worker 0 runs last, so that its reports include the counts of the others. */
static void run_script(struct search_worker *worker)
{
    worker->hashfull = hashfull;
    worker->line_count = 0;
    worker->lines[0] = (struct search_line){.bound = BOUND_NONE};
    if (worker->index > 0) {
        take_steps(worker);
        atomic_fetch_add(&stage.helped, 1);
        return;
    }
    while (atomic_load(&stage.helped) < worker->search->worker_count - 1) {
        sched_yield();
    }
    atomic_store(&stage.helped, 0);
    note_order(worker->search);
    take_steps(worker);
    atomic_store(&stage.waits, stage_script.waits);
    atomic_fetch_add(&stage.done, 1);
    while (stage_script.waits && !search_stopped(worker->search)) {
        sched_yield();
    }
    atomic_store(&stage.waits, false);
    search_stop(worker->search);
}

static void on_over(void *owner, struct session *session)
{
    (void)owner, (void)session;
    stage.over = true;
    ev_break(stage.loop, EVBREAK_ONE);
}

static void on_caught_up(void *owner)
{
    (void)owner;
}

void stage_open(const struct dialect *dialect)
{
    static const struct search_method method = {
        .worker_size = 64, .worker_alignment = 64, .run = run_script};
    static struct game game;
    static const struct game *games[] = {&game, NULL};
    int ends[2];
    struct error error;
    const struct reclaimer_config cleaning = {64, on_caught_up, NULL};
    game = game_nim;
    game.search = &method;
    memset(&stage_script, 0, sizeof stage_script);
    memset(&stage, 0, sizeof stage);
    stage_counters = (struct counters){0};
    stage.now_ns = 1000 * NS_PER_SECOND;
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    stage.client = ends[0];
    stage.loop = ev_loop_new(EVFLAG_AUTO);
    ev_io_init(&stage.readable, on_readable, stage.client, EV_READ);
    ev_io_start(stage.loop, &stage.readable);
    loop_share_init(&stage.share, stage.loop);
    stage.reclaimer = reclaimer_create(&cleaning);
    const struct session_config config = {
        .loop = stage.loop,
        .reclaimer = stage.reclaimer,
        .dialect = dialect,
        .engine = {.games = games, .game = &game},
        .stream = stream_create(&stage.share, ends[1], ends[1], &transport_socket),
        .over = on_over,
        .number = 7,
        .counters = &stage_counters,
        .publications = &stage.publications,
    };
    stage_session = session_create(&config, &error);
    ck_assert_ptr_nonnull(stage_session);
}

void stage_close(void)
{
    ev_io_stop(stage.loop, &stage.readable);
    close(stage.client);
    while (!stage.over) {
        ev_run(stage.loop, EVRUN_ONCE);
    }
    session_destroy(stage_session);
    reclaimer_destroy(stage.reclaimer);
    loop_share_finish(&stage.share);
    ev_loop_destroy(stage.loop);
    line_reader_finish(&stage.heard);
}
