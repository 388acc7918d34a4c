#include "server.h"

#include <ev.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "listener.h"
#include "log.h"
#include "session.h"

/* How often searches that wait for a processor change places with those that run. */
#define TURN_SECONDS 0.02

struct server {
    const struct server_options *options;
    struct ev_loop *loop;
    struct ev_signal terminate, interrupt;
    struct listener *listeners[SERVER_MAX_LISTENERS];
    int listener_count;
    struct session **sessions;
    int session_count, session_room;
    struct budget budget;
    struct scheduler scheduler;
    struct ev_prepare contention; /* starts the rotation when somebody waits, and ends it */
    struct ev_timer rotation;
};

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

static void on_session_over(void *owner, struct session *session)
{
    struct server *server = owner;
    for (int i = 0; i < server->session_count; i++) {
        if (server->sessions[i] == session) {
            server->sessions[i] = server->sessions[--server->session_count];
            break;
        }
    }
    session_destroy(session);
    end_if_done(server);
}

static void on_signal(struct ev_loop *loop, struct ev_signal *watcher, int events)
{
    (void)loop, (void)events;
    struct server *server = watcher->data;
    close_listeners(server);
    for (int i = 0; i < server->session_count; i++) {
        session_end(server->sessions[i]);
    }
    end_if_done(server);
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

static struct session *add_session(struct server *server, int in, int out,
                                   const struct transport *transport, bool remote,
                                   struct error *error)
{
    struct session_config config = {
        .loop = server->loop,
        .dialect = remote ? NULL : server->options->dialect,
        .engine =
            {
                .games = server->options->games,
                .game = server->options->game,
                .budget = remote ? &server->budget : NULL,
                .scheduler = remote ? &server->scheduler : NULL,
                .remote = remote,
                .background = remote,
            },
        .in = in,
        .out = out,
        .transport = transport,
        .over = on_session_over,
        .owner = server,
    };
    if (!have_room(server)) {
        error_set(error, "out of memory for a session");
        return NULL;
    }
    struct session *session = session_create(&config, error);
    if (session) {
        server->sessions[server->session_count++] = session;
    }
    return session;
}

static void on_client(void *owner, int descriptor)
{
    struct server *server = owner;
    struct error error;
    int bound = server->options->max_sessions;
    if (bound > 0 && server->session_count >= bound) {
        static const char full[] = "info string error: the server is full; try again later\n";
        send(descriptor, full, sizeof full - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
        close(descriptor);
    } else if (!add_session(server, descriptor, descriptor, &transport_socket, true, &error)) {
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
    int inherited = listener_inherited();
    if (inherited + server->options->listen_count > SERVER_MAX_LISTENERS) {
        return error_set(error, "%d sockets to listen on are too many; at most %d",
                         inherited + server->options->listen_count, SERVER_MAX_LISTENERS);
    }
    for (int i = 0; i < inherited; i++) {
        if (!keep_listener(server, listener_adopt(server->loop, LISTENER_FIRST + i, on_client,
                                                  server, error))) {
            return false;
        }
    }
    for (int i = 0; i < server->options->listen_count; i++) {
        if (!keep_listener(server, listener_open(server->loop, server->options->listen[i],
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
    struct session *session = add_session(server, in, STDOUT_FILENO, &transport_pipe, false, error);
    if (!session) {
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
    scheduler_rotate(&((struct server *)watcher->data)->scheduler);
}

static void on_contention(struct ev_loop *loop, struct ev_prepare *watcher, int events)
{
    (void)events;
    struct server *server = watcher->data;
    bool waiting = scheduler_has_waiting(&server->scheduler);
    if (waiting && !ev_is_active(&server->rotation)) {
        ev_timer_again(loop, &server->rotation);
    } else if (!waiting && ev_is_active(&server->rotation)) {
        ev_timer_stop(loop, &server->rotation);
    }
}

static void share_processors(struct server *server)
{
    scheduler_init(&server->scheduler, (int)sysconf(_SC_NPROCESSORS_ONLN));
    ev_timer_init(&server->rotation, on_rotation, 0., TURN_SECONDS);
    ev_prepare_init(&server->contention, on_contention);
    server->rotation.data = server->contention.data = server;
    ev_prepare_start(server->loop, &server->contention);
}

static void watch_signal(struct server *server, struct ev_signal *watcher, int number)
{
    ev_signal_init(watcher, on_signal, number);
    watcher->data = server;
    ev_signal_start(server->loop, watcher);
}

static void finish(struct server *server)
{
    close_listeners(server);
    while (server->session_count > 0) {
        session_destroy(server->sessions[--server->session_count]);
    }
    free(server->sessions);
    ev_prepare_stop(server->loop, &server->contention);
    ev_timer_stop(server->loop, &server->rotation);
    ev_signal_stop(server->loop, &server->terminate);
    ev_signal_stop(server->loop, &server->interrupt);
    ev_loop_destroy(server->loop);
}

bool server_run(const struct server_options *options, struct error *error)
{
    struct server server = {
        .options = options,
        .loop = ev_default_loop(EVFLAG_AUTO),
        .budget =
            {
                .threads = options->max_threads ? options->max_threads : INT32_MAX,
                .hash_megabytes =
                    options->max_hash_megabytes ? options->max_hash_megabytes : INT32_MAX,
            },
    };
    if (!server.loop) {
        return error_set(error, "cannot start the event loop");
    }
    signal(SIGPIPE, SIG_IGN);
    share_processors(&server);
    watch_signal(&server, &server.terminate, SIGTERM);
    watch_signal(&server, &server.interrupt, SIGINT);
    bool begun = open_listeners(&server, error);
    if (begun && server.listener_count == 0) {
        begun = open_standard_session(&server, error);
    }
    if (begun) {
        ev_run(server.loop, 0);
    }
    finish(&server);
    return begun;
}
