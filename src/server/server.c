/* SPDX-License-Identifier: MIT */
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "clock.h"
#include "compiler.h"
#include "log.h"
#include "machine.h"
#include "notify.h"
#include "server_state.h"
#include "thread.h"
#include "web_libraries.h"

/* How often the limits on time are checked, in seconds. */
#define CHECK_SECONDS 1.0

/* While this many sessions wait to be freed, with their threads and memory, no new client is
 * accepted. */
#define LEAVING_MOST 32

/* The most idle threads kept for new sessions: as many as the sessions that may wait to be
 * freed. */
#define RESERVE_MOST LEAVING_MOST

/* An iteration of the loop that takes longer than this, in milliseconds, is counted and logged. */
#define LONG_TURN_MS 10

void server_default_options(struct server_options *options)
{
    options->limits = (struct time_limits){
        .first_line_s = 60,
        .half_line_s = 60,
        .idle_s = 0,
        .unread_s = 60,
        .search_s = 3600,
    };
    options->drain_s = 5;
    options->rules.mode = 0600;
}

/* The clients' time to read the last answers is over. */
static void on_drain(struct ev_loop *loop UNUSED, struct ev_timer *watcher, int events UNUSED)
{
    struct server *server = watcher->data;
    for (int i = 0; i < server->session_count; i++) {
        session_abort(server->sessions[i]);
    }
    server_drop_http(server);
    server_end_if_done(server);
}

static void on_signal(struct ev_loop *loop, struct ev_signal *watcher, int events UNUSED)
{
    struct server *server = watcher->data;
    if (server->draining) {
        return;
    }
    server->draining = true;
    notify_send("STOPPING=1");
    server_close_listeners(server);
    server_end_http(server);
    for (int i = 0; i < server->session_count; i++) {
        session_end(server->sessions[i], FAREWELL_LEAVING);
    }
    ev_timer_set(&server->drain, (double)server->options->drain_s, 0.);
    ev_timer_start(loop, &server->drain);
    server_end_if_done(server);
}

/* Reads the token file again; a damaged one changes nothing. */
static void on_hang_up(struct ev_loop *loop UNUSED, struct ev_signal *watcher, int events UNUSED)
{
    struct server *server = watcher->data;
    struct error error;
    server->counters.token_readings++;
    if (!access_read_tokens(&server->options->access, &error)) {
        server->counters.token_failures++;
        log_line(LOG_LEVEL_ERROR, "%s; the tokens stay as they were", error.text);
    } else if (server->options->access.token_file) {
        log_line(LOG_LEVEL_INFO, "%d tokens were read", server->options->access.token_count);
    }
}

/* Listens at an address, or (NULL) on a descriptor that listens already; `what` names it in an
 * error. */
static bool add_listener(struct server *server, const char *what, const char *address,
                         int descriptor, bool http, struct error *error)
{
    struct error reason;
    if (http && !web_libraries_load(&reason)) {
        return error_set(error, "%s: %s", what, reason.text);
    }
    struct listener *listener =
        listener_open(server->loop, address, descriptor, &server->options->rules,
                      http ? server_on_http_client : server_on_client, server, error);
    if (listener) {
        server->listeners[server->listener_count++] = listener;
    }
    return listener != NULL;
}

/* Serves the page on this machine, and prints its address. */
static bool open_page(struct server *server, struct error *error)
{
    char address[64];
    snprintf(address, sizeof address, "http:127.0.0.1:%s", server->options->page);
    if (!add_listener(server, address, address, -1, true, error)) {
        return false;
    }
    const struct listener *listener = server->listeners[server->listener_count - 1];
    printf("http://127.0.0.1:%d/\n", listener_port(listener));
    fflush(stdout);
    return true;
}

static bool open_listeners(struct server *server, struct error *error)
{
    const struct server_options *options = server->options;
    uint64_t named_http;
    int inherited = listener_inherited(&named_http);
    int count = inherited + options->listen_count + (options->page != NULL);
    if (count > SERVER_MAX_LISTENERS) {
        return error_set(error, "%d sockets to listen on are too many; at most %d", count,
                         SERVER_MAX_LISTENERS);
    }
    for (int i = 0; i < inherited; i++) {
        if (!add_listener(server, "a socket called http", NULL, LISTENER_FIRST + i,
                          named_http >> i & 1, error)) {
            return false;
        }
    }
    for (int i = 0; i < options->listen_count; i++) {
        const char *address = options->listen[i];
        if (!add_listener(server, address, address, -1, listener_is_http(address), error)) {
            return false;
        }
    }
    return !options->page || open_page(server, error);
}

/* Begins a session on standard input and output, whose lines may be edited on the terminal; or one
 * that runs the commands and then ends. */
static bool open_standard_session(struct server *server, struct error *error)
{
    const char *const *commands = server->options->commands;
    int in = commands ? -1 : STDIN_FILENO, out = STDOUT_FILENO;
    const struct transport *transport = &transport_pipe;
    if (!commands && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        puts("Myosu " MYOSU_VERSION ", an engine for board games: 'help' lists the commands");
        fflush(stdout);
        server->terminal = server->options->no_edit ? NULL : terminal_open(server->loop, &out);
    }
    if (server->terminal) {
        in = -1;
        transport = &transport_socket;
    }
    struct stream *stream = stream_create(&server->share, in, out, transport);
    struct session *session = server_add_session(server, stream, NULL, NULL, error);
    if (session && server->terminal) {
        /* Control-C interrupts the search, not the server. */
        ev_signal_stop(server->loop, &server->interrupt);
        terminal_begin(server->terminal, session);
    }
    return session != NULL;
}

static void on_rotation(struct ev_loop *loop UNUSED, struct ev_timer *watcher, int events UNUSED)
{
    scheduler_rotate(&((struct server *)watcher->data)->scheduler, clock_ns());
}

/* An entry of the scheduler is paused, or the reclaimer has caught up. */
static void on_woken(struct ev_loop *loop UNUSED, struct ev_async *watcher, int events UNUSED)
{
    struct server *server = watcher->data;
    scheduler_settle(&server->scheduler, clock_ns());
    server_resume_listeners(server);
}

/* On the thread of a worker or of the reclaimer. */
static void wake(void *context)
{
    struct server *server = context;
    ev_async_send(server->loop, &server->woken);
}

/* Measures an iteration of the loop that has ended. */
static void measure_iteration(struct server *server)
{
    struct counters *counters = &server->counters;
    int64_t took_ns = server->woken_ns ? clock_ns() - server->woken_ns : 0;
    counters->loop_turns++;
    counters->loop_busy_ns += took_ns;
    counters->loop_most_ns = took_ns > counters->loop_most_ns ? took_ns : counters->loop_most_ns;
    if (took_ns > LONG_TURN_MS * NS_PER_MS) {
        counters->long_turns++;
        log_line(LOG_LEVEL_WARNING, "a turn of the loop took %d ms: number %lld",
                 (int)(took_ns / NS_PER_MS), (long long)counters->long_turns);
    }
}

/* Before the loop sleeps: starts rotating the searches if one waits, stops if none does, and
 * measures this iteration of the loop. */
static void on_prepare(struct ev_loop *loop, struct ev_prepare *watcher, int events UNUSED)
{
    struct server *server = watcher->data;
    bool waiting = server->scheduler.waiting > 0;
    if (waiting && !ev_is_active(&server->rotation)) {
        double seconds = (double)scheduler_quantum_ns(&server->scheduler) / (double)NS_PER_SECOND;
        ev_timer_set(&server->rotation, seconds, 0.);
        ev_timer_start(loop, &server->rotation);
    } else if (!waiting && ev_is_active(&server->rotation)) {
        ev_timer_stop(loop, &server->rotation);
    }
    measure_iteration(server);
}

static void on_check(struct ev_loop *loop UNUSED, struct ev_check *watcher, int events UNUSED)
{
    ((struct server *)watcher->data)->woken_ns = clock_ns();
}

/* On the reclaimer's thread. */
static void expire_reserve(void *reserve)
{
    worker_reserve_expire(reserve);
}

static void on_limits(struct ev_loop *loop UNUSED, struct ev_timer *watcher, int events UNUSED)
{
    struct server *server = watcher->data;
    int64_t now_ns = clock_ns();
    for (int i = 0; i < server->session_count; i++) {
        if (session_facts(server->sessions[i]).peer) {
            session_check_limits(server->sessions[i], &server->options->limits, now_ns);
        }
    }
    if (worker_reserve_count(server->reserve) > 0) {
        reclaimer_give(server->reclaimer, expire_reserve, server->reserve);
    }
    server_measure_memory(server);
    peers_forget(&server->peers);
    server_resume_listeners(server);
}

/* Tells systemd that the loop runs: sd_notify(3). */
static void on_watchdog(struct ev_loop *loop UNUSED, struct ev_timer *watcher, int events UNUSED)
{
    const struct server *server = watcher->data;
    char text[120];
    snprintf(text, sizeof text, "WATCHDOG=1\nSTATUS=%d sessions, %d searches wait",
             server->session_count, server->scheduler.waiting);
    notify_send(text);
}

/* Notifies three times in each interval of the watchdog, if there is one. */
static void start_watchdog(struct server *server)
{
    const double seconds = (double)notify_watchdog_ns() / (double)NS_PER_SECOND / 3;
    ev_timer_init(&server->watchdog, on_watchdog, 0., seconds);
    server->watchdog.data = server;
    if (seconds > 0.) {
        ev_timer_again(server->loop, &server->watchdog);
    }
}

static void start_watchers(struct server *server)
{
    scheduler_init(&server->scheduler, server->listener_count > 0 ? machine_processors() : 1);
    server->scheduler.wake = wake;
    server->scheduler.wake_context = server;
    ev_async_init(&server->woken, on_woken);
    server->woken.data = server;
    ev_timer_init(&server->rotation, on_rotation, 0., 0.);
    ev_timer_init(&server->limits, on_limits, CHECK_SECONDS, CHECK_SECONDS);
    ev_prepare_init(&server->prepare, on_prepare);
    ev_check_init(&server->check, on_check);
    server->rotation.data = server->limits.data = server;
    server->prepare.data = server->check.data = server;
    if (server->listener_count > 0) {
        ev_timer_start(server->loop, &server->limits);
        ev_async_start(server->loop, &server->woken);
        ev_prepare_start(server->loop, &server->prepare);
        ev_check_start(server->loop, &server->check);
        loop_watch_signal(server->loop, &server->hang_up, SIGHUP, on_hang_up, server);
    }
}

static void finish(struct server *server)
{
    server_close_listeners(server);
    server_close_admin(server);
    terminal_close(server->terminal);
    while (server->session_count > 0) {
        server_destroy_session(server, server->sessions[--server->session_count]);
    }
    free(server->sessions);
    server_drop_http(server);
    free(server->connections);
    reclaimer_destroy(server->reclaimer);
    peers_forget(&server->peers);
    worker_reserve_destroy(server->reserve);
    loop_share_finish(&server->share);
    ev_loop_destroy(server->loop);
}

/* Ensures that descriptors 0 to 2 are open, if only on /dev/null, so that no socket gets their
 * numbers. */
static bool have_standard_descriptors(struct error *error)
{
    int descriptor;
    do {
        descriptor = open("/dev/null", O_RDWR | O_CLOEXEC);
        if (descriptor < 0) {
            return error_set(error, "cannot open /dev/null: %s", strerror(errno));
        }
    } while (descriptor <= STDERR_FILENO);
    close(descriptor);
    return true;
}

/* Ignores signals that have no meaning here and would end the process. The loop watches those that
 * have a meaning. Signals of the terminal (SIGHUP without a listener, SIGQUIT, SIGTSTP and the
 * like), of faults and of the limit on processor time keep the system's default. */
static void ignore_signals(void)
{
    static const int ignored[] = {
        SIGPIPE,   SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGPOLL, SIGXFSZ,
#ifdef SIGPWR
        SIGPWR,
#endif
#ifdef SIGSTKFLT
        SIGSTKFLT,
#endif
    };
    for (int i = 0; i < LENGTH(ignored); i++) {
        signal(ignored[i], SIG_IGN);
    }
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++) {
        signal(number, SIG_IGN);
    }
}

/* Opens the endgame tables, which stay open as long as the program runs. */
static bool open_tables(const struct server_options *options, struct error *error)
{
    struct error reason = {"this program was built without the library that reads them"};
    for (const struct game *const *game = options->games; options->tables && *game; game++) {
        if ((*game)->tables && (*game)->tables->open(options->tables, &reason) > 0) {
            return true;
        }
    }
    return !options->tables || error_set(error, "endgame tables: %s", reason.text);
}

enum server_outcome server_run(struct server_options *options, struct error *error)
{
    struct server server = {.options = options};
    if (!have_standard_descriptors(error) || !access_read_tokens(&options->access, error) ||
        !open_tables(options, error)) {
        return SERVER_FAILED;
    }
    options->rules.beyond_loopback = options->access.token_count > 0;
    ignore_signals();
    alloc_be_frugal();
    server.loop = ev_default_loop(EVFLAG_AUTO);
    const struct reclaimer_config cleaning = {LEAVING_MOST, wake, &server};
    server.reclaimer = reclaimer_create(&cleaning);
    server.reserve = worker_reserve_create(true, RESERVE_MOST);
    if (!server.loop || !server.reclaimer || !server.reserve) {
        error_set(error, "cannot start the event loop: out of memory");
        return SERVER_FAILED;
    }
    loop_share_init(&server.share, server.loop);
    ev_timer_init(&server.drain, on_drain, 0., 0.);
    server.drain.data = &server;
    /* A signal may arrive as soon as the sockets exist. */
    loop_watch_signal(server.loop, &server.terminate, SIGTERM, on_signal, &server);
    loop_watch_signal(server.loop, &server.interrupt, SIGINT, on_signal, &server);
    server_open_site(&server, server_put_metrics);
    bool begun = open_listeners(&server, error);
    if (begun && server.listener_count > 0) {
        server_set_budgets(&server);
    }
    start_watchers(&server);
    if (begun && options->admin) {
        begun = server_open_admin(&server, error);
    }
    if (begun && server.listener_count == 0) {
        begun = open_standard_session(&server, error);
    } else if (begun) {
        start_watchdog(&server);
        notify_send("READY=1");
    }
    if (begun) {
        thread_be_prompt();
        ev_run(server.loop, 0);
    }
    finish(&server);
    return !begun ? SERVER_FAILED : server.refused ? SERVER_REFUSED : SERVER_DONE;
}
