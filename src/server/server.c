#include "server.h"

#include <errno.h>
#include <ev.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "admin.h"
#include "alloc.h"
#include "clock.h"
#include "connection.h"
#include "listener.h"
#include "log.h"
#include "notify.h"

/* How often the limits on time are looked at, in seconds. */
#define CHECK_SECONDS 1.0

/* A turn of the loop that takes longer than this, in milliseconds, is counted and logged. */
#define LONG_TURN_MS 10

/* Memory goes back to the system whenever the number of sessions falls to a multiple of this. */
#define TRIM_EACH 128

/* Descriptors that are not clients': listeners, the loop's own, files of options. */
#define OTHER_DESCRIPTORS 64

struct server {
    struct server_options *options;
    struct ev_loop *loop;
    struct ev_signal terminate, interrupt, hang_up;
    struct listener *listeners[SERVER_MAX_LISTENERS];
    int listener_count;
    bool listeners_paused; /* descriptors are out */
    bool draining;
    struct session **sessions;
    int session_count, session_room;
    struct budget budget;
    struct peers peers;
    struct scheduler scheduler;
    struct janitor *janitor;
    struct ev_prepare prepare; /* before the loop sleeps: rotation is started or ended */
    struct ev_check check;     /* after it has slept */
    int64_t turn_start_ns;     /* when the loop woke last; 0: not yet */
    struct counters counters;
    struct admin *admin;
    int64_t watchdog_ns, watchdog_said_ns;
    struct ev_timer rotation, limits, drain;
};

static void resume_listeners(struct server *server)
{
    for (int i = 0; server->listeners_paused && i < server->listener_count; i++) {
        listener_resume(server->listeners[i]);
    }
    server->listeners_paused = false;
}

/* Clients wait in the system's queue until a session ends, or for a second. */
static void pause_listeners(struct server *server)
{
    if (!server->listeners_paused) {
        log_line(LOG_LEVEL_WARNING, "out of descriptors: new clients wait until others have gone");
        server->listeners_paused = true;
        for (int i = 0; i < server->listener_count; i++) {
            listener_pause(server->listeners[i]);
        }
    }
}

/* With no listener left and no session, there is nothing more to do. */
static void end_if_done(struct server *server)
{
    if (server->session_count == 0 && server->listener_count == 0) {
        ev_break(server->loop, EVBREAK_ALL);
    }
}

static void close_listeners(struct server *server)
{
    for (int i = 0; i < server->listener_count; i++) {
        listener_close(server->listeners[i]);
    }
    server->listener_count = 0;
}

static void destroy_session(struct server *server, struct session *session)
{
    struct peer *peer = session_peer(session);
    session_destroy(session);
    if (peer) {
        peers_leave(&server->peers, peer);
    }
}

/* On the janitor's thread. */
static void trim_memory(void *nothing)
{
    (void)nothing;
    alloc_trim();
}

static void on_session_over(void *owner, struct session *session)
{
    struct server *server = owner;
    for (int i = 0; i < server->session_count; i++) {
        if (server->sessions[i] == session) {
            server->sessions[i] = server->sessions[--server->session_count];
            break;
        }
    }
    destroy_session(server, session);
    if (server->session_count % TRIM_EACH == 0 && server->listener_count > 0) {
        janitor_give(server->janitor, trim_memory, NULL);
    }
    resume_listeners(server);
    end_if_done(server);
}

/* Clients had their time to read the last answers. */
static void on_drain(struct ev_loop *loop, struct ev_timer *watcher, int events)
{
    (void)loop, (void)events;
    struct server *server = watcher->data;
    for (int i = 0; i < server->session_count; i++) {
        session_abort(server->sessions[i]);
    }
}

static void on_signal(struct ev_loop *loop, struct ev_signal *watcher, int events)
{
    (void)events;
    struct server *server = watcher->data;
    if (server->draining) {
        return;
    }
    server->draining = true;
    notify_send("STOPPING=1");
    close_listeners(server);
    for (int i = 0; i < server->session_count; i++) {
        session_end(server->sessions[i]);
    }
    ev_timer_set(&server->drain, (double)server->options->drain_s, 0.);
    ev_timer_start(loop, &server->drain);
    end_if_done(server);
}

/* The counters, with what is now. */
static const struct counters *count_now(struct server *server)
{
    struct counters *counters = &server->counters;
    counters->sessions_now = server->session_count;
    counters->waiting = server->scheduler.waiting;
    counters->running = 0;
    for (const struct scheduler_entry *at = server->scheduler.entries; at; at = at->next) {
        counters->running += at->state == SCHEDULER_RUNNING;
    }
    counters->memory = (server->options->budget.memory << 20) - server->budget.memory;
    counters->log_dropped = log_dropped();
    return counters;
}

static void end_number(struct server *server, const char *argument, struct buffer *out)
{
    char *end;
    long long number = strtoll(argument, &end, 10);
    for (int i = 0; i < server->session_count && end > argument && !*end; i++) {
        if (session_number(server->sessions[i]) == number) {
            session_end(server->sessions[i]);
            buffer_puts(out, "it is told to end\n");
            return;
        }
    }
    buffer_printf(out, "error: end: there is no session '%s'; 'sessions' lists them\n", argument);
}

/* A command of the operator. */
static void run_admin(void *owner, const char *command, const char *argument, struct buffer *out)
{
    struct server *server = owner;
    const struct counters *counters = count_now(server);
    if (strcmp(command, "status") == 0) {
        buffer_printf(out,
                      "sessions %lld of %lld\nsearches %lld running, %lld waiting\n"
                      "memory %lld of %lld MiB\nlongest turn of the loop %.1f ms\n%s",
                      (long long)counters->sessions_now,
                      (long long)server->options->budget.sessions, (long long)counters->running,
                      (long long)counters->waiting, (long long)(counters->memory >> 20),
                      (long long)server->options->budget.memory,
                      (double)counters->loop_most_ns / (double)NS_PER_MS,
                      server->listener_count == 0 ? "draining\n" : "");
    } else if (strcmp(command, "sessions") == 0) {
        for (int i = 0; i < server->session_count; i++) {
            session_describe(server->sessions[i], clock_ns(), out);
        }
    } else if (strcmp(command, "end") == 0) {
        end_number(server, argument, out);
    } else if (strcmp(command, "drain") == 0) {
        close_listeners(server);
        buffer_puts(out, "no new clients; the server ends when the present ones have gone\n");
        end_if_done(server);
    } else if (strcmp(command, "metrics") == 0) {
        counters_format(counters, out);
    } else if (strcmp(command, "help") == 0) {
        buffer_puts(out, "status\nsessions\nend N\ndrain\nmetrics\nhelp\n");
    } else {
        buffer_printf(out, "error: unknown command '%.40s'; 'help' lists them\n", command);
    }
}

/* The token file is read anew; a damaged one changes nothing. */
static void on_hang_up(struct ev_loop *loop, struct ev_signal *watcher, int events)
{
    (void)loop, (void)events;
    struct server *server = watcher->data;
    struct error error;
    if (!access_read_tokens(&server->options->access, &error)) {
        log_line(LOG_LEVEL_ERROR, "%s; the tokens stay as they were", error.text);
    } else if (server->options->access.token_file) {
        log_line(LOG_LEVEL_INFO, "%d tokens were read", server->options->access.token_count);
    }
}

/* Gives the peer whose token it is a session more, and the address one less. */
static struct peer *authenticate(void *owner, struct peer *peer, const char *token)
{
    struct server *server = owner;
    struct access *access = &server->options->access;
    const char *token_name = access_find(access, token);
    char name[PEER_NAME_ROOM];
    if (!token_name) {
        access_note_failure(access, peer->name, clock_ns());
        server->counters.refused++;
        log_line(LOG_LEVEL_WARNING, "%s: a wrong token", peer->name);
        return NULL;
    }
    snprintf(name, sizeof name, "token:%s", token_name);
    struct peer *owner_of_token = peers_join(&server->peers, name);
    if (owner_of_token && owner_of_token->sessions > server->options->budget.sessions_per_peer) {
        peers_leave(&server->peers, owner_of_token);
        return NULL;
    }
    if (owner_of_token) {
        peers_leave(&server->peers, peer);
    }
    return owner_of_token;
}

static bool have_room(struct server *server)
{
    if (server->session_count < server->session_room) {
        return true;
    }
    int room = server->session_room ? 2 * server->session_room : 16;
    struct session **sessions = realloc(server->sessions, (size_t)room * sizeof(struct session *));
    if (sessions) {
        server->sessions = sessions;
        server->session_room = room;
    }
    return sessions != NULL;
}

/* A session of `peer`, or of standard input (NULL). Takes over the descriptors, and the place that
 * the peer has counted. */
static bool add_session(struct server *server, int in, int out, const struct transport *transport,
                        struct peer *peer, struct session **added, struct error *error)
{
    const struct server_budget *budget = &server->options->budget;
    struct session_config config = {
        .loop = server->loop,
        .janitor = server->janitor,
        .dialect = peer ? NULL : server->options->dialect,
        .engine =
            {
                .games = server->options->games,
                .game = server->options->game,
                .scheduler = peer ? &server->scheduler : NULL,
                .remote = peer != NULL,
                .background = peer != NULL,
            },
        .in = in,
        .out = out,
        .transport = transport,
        .over = on_session_over,
        .owner = server,
        .number = server->counters.sessions + 1,
        .counters = &server->counters,
        .peer = peer,
        .authenticate = peer && server->options->access.token_count > 0 && listener_is_tcp(in)
                            ? authenticate
                            : NULL,
    };
    struct session *session = NULL;
    if (peer) {
        config.budget = (struct budget){budget->threads_per_session,
                                        budget->memory_per_session << 20, &peer->budget};
    }
    if (have_room(server)) {
        session = session_create(&config, error);
    } else {
        connection_close(in, out);
        error_set(error, "out of memory for a session");
    }
    if (!session && peer) {
        peers_leave(&server->peers, peer);
    }
    if (session) {
        server->counters.sessions++;
        server->sessions[server->session_count++] = session;
        *added = session;
    }
    return session != NULL;
}

/* One line for a client that cannot be served now. */
static void turn_away(struct server *server, int descriptor, const char *why)
{
    char line[200];
    server->counters.turned_away++;
    int length = snprintf(line, sizeof line, "info string error: %s\n", why);
    send(descriptor, line, (size_t)length, MSG_DONTWAIT | MSG_NOSIGNAL);
    close(descriptor);
}

static void on_client(void *owner, int descriptor)
{
    struct server *server = owner;
    const struct server_budget *budget = &server->options->budget;
    struct session *session;
    struct error error;
    if (descriptor < 0) {
        pause_listeners(server);
        return;
    }
    if (server->session_count >= budget->sessions) {
        turn_away(server, descriptor, "the server is full; try again later");
        return;
    }
    char name[PEER_NAME_ROOM];
    peers_name(descriptor, name);
    if (!access_allows_user(&server->options->access, descriptor)) {
        server->counters.refused++;
        log_line(LOG_LEVEL_WARNING, "%s: this user may not come in", name);
        turn_away(server, descriptor, "this user may not come in");
        return;
    }
    if (access_is_shut(&server->options->access, name, clock_ns())) {
        turn_away(server, descriptor,
                  "too many wrong tokens from this address; try again in a minute");
        return;
    }
    struct peer *peer = peers_join(&server->peers, name);
    if (!peer) {
        turn_away(server, descriptor, "out of memory for a session; try again later");
    } else if (peer->sessions > budget->sessions_per_peer) {
        turn_away(server, descriptor, "you have too many sessions; end one first");
        peers_leave(&server->peers, peer);
    } else if (!add_session(server, descriptor, descriptor, &transport_socket, peer, &session,
                            &error)) {
        log_line(LOG_LEVEL_ERROR, "%s", error.text);
    }
}

static bool keep_listener(struct server *server, struct listener *listener)
{
    if (listener) {
        server->listeners[server->listener_count++] = listener;
    }
    return listener != NULL;
}

static bool open_listeners(struct server *server, struct error *error)
{
    const struct listener_rules *rules = &server->options->rules;
    int inherited = listener_inherited();
    if (inherited + server->options->listen_count > SERVER_MAX_LISTENERS) {
        return error_set(error, "%d sockets to listen on are too many; at most %d",
                         inherited + server->options->listen_count, SERVER_MAX_LISTENERS);
    }
    for (int i = 0; i < inherited; i++) {
        if (!keep_listener(server, listener_adopt(server->loop, LISTENER_FIRST + i, rules,
                                                  on_client, server, error))) {
            return false;
        }
    }
    for (int i = 0; i < server->options->listen_count; i++) {
        if (!keep_listener(server, listener_open(server->loop, server->options->listen[i], rules,
                                                 on_client, server, error))) {
            return false;
        }
    }
    return true;
}

/* A session on standard input and output, or one that runs the commands and then ends. */
static bool open_standard_session(struct server *server, struct error *error)
{
    bool commands = server->options->command_count > 0;
    int in = commands ? -1 : STDIN_FILENO;
    struct session *session;
    if (!add_session(server, in, STDOUT_FILENO, &transport_pipe, NULL, &session, error)) {
        return false;
    }
    if (commands) {
        session_run_script(session, server->options->commands);
    }
    return true;
}

static void on_rotation(struct ev_loop *loop, struct ev_timer *watcher, int events)
{
    (void)loop, (void)events;
    scheduler_rotate(&((struct server *)watcher->data)->scheduler, clock_ns());
}

/* A turn of the loop is over. */
static void measure_turn(struct server *server)
{
    struct counters *counters = &server->counters;
    int64_t took_ns = server->turn_start_ns ? clock_ns() - server->turn_start_ns : 0;
    counters->loop_turns++;
    counters->loop_busy_ns += took_ns;
    counters->loop_most_ns = took_ns > counters->loop_most_ns ? took_ns : counters->loop_most_ns;
    if (took_ns > LONG_TURN_MS * NS_PER_MS) {
        counters->long_turns++;
        log_line(LOG_LEVEL_WARNING, "a turn of the loop took %d ms: number %lld",
                 (int)(took_ns / NS_PER_MS), (long long)counters->long_turns);
    }
}

/* Before the loop sleeps: turns of the searches begin when somebody waits, and end; and this turn
 * of the loop is measured. */
static void on_prepare(struct ev_loop *loop, struct ev_prepare *watcher, int events)
{
    (void)events;
    struct server *server = watcher->data;
    bool waiting = scheduler_has_waiting(&server->scheduler);
    if (waiting && !ev_is_active(&server->rotation)) {
        double seconds = (double)scheduler_quantum_ns(&server->scheduler) / (double)NS_PER_SECOND;
        ev_timer_set(&server->rotation, seconds, 0.);
        ev_timer_start(loop, &server->rotation);
    } else if (!waiting && ev_is_active(&server->rotation)) {
        ev_timer_stop(loop, &server->rotation);
    }
    measure_turn(server);
}

static void on_check(struct ev_loop *loop, struct ev_check *watcher, int events)
{
    (void)loop, (void)events;
    ((struct server *)watcher->data)->turn_start_ns = clock_ns();
}

static void on_limits(struct ev_loop *loop, struct ev_timer *watcher, int events)
{
    (void)loop, (void)events;
    struct server *server = watcher->data;
    int64_t now_ns = clock_ns();
    for (int i = 0; i < server->session_count; i++) {
        if (session_peer(server->sessions[i])) {
            session_check_limits(server->sessions[i], &server->options->limits, now_ns);
        }
    }
    resume_listeners(server);
    if (server->watchdog_ns && now_ns - server->watchdog_said_ns > server->watchdog_ns / 3) {
        char text[120];
        snprintf(text, sizeof text, "WATCHDOG=1\nSTATUS=%d sessions, %d searches wait",
                 server->session_count, server->scheduler.waiting);
        notify_send(text);
        server->watchdog_said_ns = now_ns;
    }
}

static void watch_signal(struct server *server, struct ev_signal *watcher, int number,
                         void (*call)(struct ev_loop *, struct ev_signal *, int))
{
    ev_signal_init(watcher, call, number);
    watcher->data = server;
    ev_signal_start(server->loop, watcher);
}

static void start_watchers(struct server *server)
{
    scheduler_init(&server->scheduler, (int)sysconf(_SC_NPROCESSORS_ONLN));
    ev_timer_init(&server->rotation, on_rotation, 0., 0.);
    ev_timer_init(&server->limits, on_limits, CHECK_SECONDS, CHECK_SECONDS);
    ev_timer_init(&server->drain, on_drain, 0., 0.);
    ev_prepare_init(&server->prepare, on_prepare);
    ev_check_init(&server->check, on_check);
    server->rotation.data = server->limits.data = server->drain.data = server;
    server->prepare.data = server->check.data = server;
    if (server->listener_count > 0) {
        ev_timer_start(server->loop, &server->limits);
        ev_prepare_start(server->loop, &server->prepare);
        ev_check_start(server->loop, &server->check);
        watch_signal(server, &server->hang_up, SIGHUP, on_hang_up);
    }
    watch_signal(server, &server->terminate, SIGTERM, on_signal);
    watch_signal(server, &server->interrupt, SIGINT, on_signal);
}

static void finish(struct server *server)
{
    close_listeners(server);
    admin_close(server->admin);
    while (server->session_count > 0) {
        destroy_session(server, server->sessions[--server->session_count]);
    }
    free(server->sessions);
    janitor_destroy(server->janitor);
    ev_loop_destroy(server->loop);
}

/* Descriptors 0 to 2 are there, if only as /dev/null: a socket must not be taken for one of them.
 */
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

void server_default_options(struct server_options *options)
{
    struct rlimit descriptors = {.rlim_cur = 1024, .rlim_max = 1024};
    getrlimit(RLIMIT_NOFILE, &descriptors);
    descriptors.rlim_cur = descriptors.rlim_max;
    setrlimit(RLIMIT_NOFILE, &descriptors);
    getrlimit(RLIMIT_NOFILE, &descriptors);
    int64_t cores = sysconf(_SC_NPROCESSORS_ONLN);
    int64_t megabytes = sysconf(_SC_PHYS_PAGES) / ((1 << 20) / sysconf(_SC_PAGESIZE));
    int64_t sessions = (int64_t)descriptors.rlim_cur - OTHER_DESCRIPTORS;
    sessions = sessions < 1 ? 1 : sessions > 1024 ? 1024 : sessions;
    options->budget = (struct server_budget){
        .sessions = sessions,
        .sessions_per_peer = sessions,
        .threads = sessions + 16 * cores,
        .threads_per_peer = sessions + 8 * cores,
        .threads_per_session = 4 * cores,
        .memory = megabytes / 2,
        .memory_per_peer = megabytes / 2,
        .memory_per_session = megabytes / 4,
    };
    options->limits = (struct session_limits){
        .first_line_s = 60,
        .half_line_s = 60,
        .idle_s = 0,
        .unread_s = 60,
        .search_s = 3600,
    };
    options->drain_s = 5;
    options->rules.mode = 0600;
}

bool server_run(struct server_options *options, struct error *error)
{
    const struct server_budget *budget = &options->budget;
    struct server server = {
        .options = options,
        .budget = {budget->threads, budget->memory << 20, NULL},
        .peers = {.max_threads = budget->threads_per_peer,
                  .max_memory = budget->memory_per_peer << 20},
    };
    server.peers.server = &server.budget;
    if (!have_standard_descriptors(error) || !access_read_tokens(&options->access, error)) {
        return false;
    }
    options->rules.beyond_loopback = options->access.token_count > 0;
    signal(SIGPIPE, SIG_IGN);
    server.loop = ev_default_loop(EVFLAG_AUTO);
    server.janitor = janitor_create();
    if (!server.loop || !server.janitor) {
        return error_set(error, "cannot start the event loop: out of memory");
    }
    bool begun = open_listeners(&server, error);
    start_watchers(&server);
    if (begun && options->admin) {
        server.admin = admin_open(server.loop, options->admin, run_admin, &server, error);
        begun = server.admin != NULL;
    }
    if (begun && server.listener_count == 0) {
        begun = open_standard_session(&server, error);
    } else if (begun) {
        server.watchdog_ns = notify_watchdog_ns();
        notify_send("READY=1");
    }
    if (begun) {
        ev_run(server.loop, 0);
    }
    finish(&server);
    return begun;
}
