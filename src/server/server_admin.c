/* SPDX-License-Identifier: MIT */
/* The metrics, and the admin socket: one command a line, answered by lines and an empty one.
 *
 *     status      what the server does, in a few lines
 *     sessions    one line each: number, peer, state, game, seconds since the last command
 *     end N       ends session N
 *     drain       no new clients; the server ends when the present ones have gone
 *     metrics     counters as Prometheus reads them
 *     help        this list */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "compiler.h"
#include "connection.h"
#include "log.h"
#include "machine.h"
#include "server_state.h"
#include "words.h"

/* The most connections to the admin socket at a time. */
#define ADMIN_SESSIONS 8

struct admin_session {
    struct server *server;
    struct stream *stream;
    struct connection *connection; /* NULL: the place is free */
};

struct admin {
    struct listener *listener;
    struct admin_session sessions[ADMIN_SESSIONS];
};

/* Returns the counters, with the current values filled in. */
static const struct counters *count_now(struct server *server)
{
    struct counters *counters = &server->counters;
    counters->sessions_now = server->session_count;
    counters->http_clients_now = server->connection_count;
    counters->waiting = server->scheduler.waiting;
    counters->running = 0;
    for (const struct scheduler_entry *at = server->scheduler.entries; at; at = at->next) {
        counters->running += at->state == SCHEDULER_RUNNING;
    }
    struct process_memory memory;
    counters->memory_limit = server->options->budget.memory << 20;
    counters->memory = counters->memory_limit - server->budget.memory;
    counters->memory_unaccounted = server->unaccounted.bytes;
    counters->memory_resident = machine_process_memory(&memory) ? memory.resident : 0;
    counters->log_dropped = log_dropped();
    counters->tokens = server->options->access.token_count;
    return counters;
}

void server_put_metrics(void *server, struct buffer *out)
{
    const struct counters *counters = count_now(server);
#define PUT(member, divisor, name, type, help)                                                     \
    buffer_printf(out, "# HELP " name " " help "\n# TYPE " name " " type "\n" name " %.17g\n",     \
                  (double)counters->member / (double)(divisor));
    COUNTERS(PUT)
#undef PUT
}

static void run_status(struct server *server, const char *argument UNUSED, struct buffer *out)
{
    const struct counters *counters = count_now(server);
    buffer_printf(
        out,
        "sessions %lld of %lld\nsearches %lld running, %lld waiting\n"
        "memory %lld of %lld MiB, %lld MiB resident\nlongest turn of the loop %.1f ms\n%s",
        (long long)counters->sessions_now, (long long)server->options->budget.sessions,
        (long long)counters->running, (long long)counters->waiting,
        (long long)(counters->memory >> 20), (long long)server->options->budget.memory,
        (long long)(counters->memory_resident >> 20),
        (double)counters->loop_most_ns / (double)NS_PER_MS,
        server->listener_count == 0 ? "draining\n" : "");
}

static void run_sessions(struct server *server, const char *argument UNUSED, struct buffer *out)
{
    for (int i = 0; i < server->session_count; i++) {
        session_describe(server->sessions[i], clock_ns(), out);
    }
}

static void run_end(struct server *server, const char *argument, struct buffer *out)
{
    char *end;
    long long number = strtoll(argument, &end, 10);
    for (int i = 0; i < server->session_count && end > argument && !*end; i++) {
        if (session_facts(server->sessions[i]).number == number) {
            session_end(server->sessions[i], FAREWELL_LEAVING);
            buffer_puts(out, "it is told to end\n");
            return;
        }
    }
    buffer_printf(out, "error: end: there is no session '%s'; 'sessions' lists them\n", argument);
}

static void run_drain(struct server *server, const char *argument UNUSED, struct buffer *out)
{
    server_close_listeners(server);
    server_end_http(server);
    buffer_puts(out, "no new clients; the server ends when the present ones have gone\n");
    server_end_if_done(server);
}

static void run_metrics(struct server *server, const char *argument UNUSED, struct buffer *out)
{
    server_put_metrics(server, out);
}

static void run_help(struct server *server, const char *argument, struct buffer *out);

static const struct row {
    const char *name, *usage;
    void (*run)(struct server *server, const char *argument, struct buffer *out);
} rows[] = {
    {"status", "status", run_status},    {"sessions", "sessions", run_sessions},
    {"end", "end N", run_end},           {"drain", "drain", run_drain},
    {"metrics", "metrics", run_metrics}, {"help", "help", run_help},
};

static void run_help(struct server *server UNUSED, const char *argument UNUSED, struct buffer *out)
{
    for (int i = 0; i < LENGTH(rows); i++) {
        buffer_printf(out, "%s\n", rows[i].usage);
    }
}

static void run_line(struct server *server, char *line, struct buffer *out)
{
    words_fold(line);
    const char *command = words_take(&line);
    if (!command) {
        return;
    }
    int i = 0;
    while (i < LENGTH(rows) && strcmp(rows[i].name, command) != 0) {
        i++;
    }
    if (i < LENGTH(rows)) {
        rows[i].run(server, line, out);
    } else {
        buffer_printf(out, "error: unknown command '%.40s'; 'help' lists them\n", command);
    }
    buffer_puts(out, "\n");
}

/* Runs one command in each slice. */
static void on_slice(void *owner)
{
    struct admin_session *client = owner;
    struct buffer *out = connection_output(client->connection);
    char *line;
    switch (connection_read_line(client->connection, &line)) {
    case CONNECTION_NOTHING:
        return;
    case CONNECTION_END:
        connection_finish(client->connection, FAREWELL_DONE);
        return;
    case CONNECTION_TOO_LONG:
        buffer_puts(out, "error: the line is too long\n\n");
        break;
    case CONNECTION_STARVED: /* cannot happen: it has no budget */
        break;
    case CONNECTION_LINE:
        run_line(client->server, line, out);
        break;
    }
    stream_request_slice(client->stream);
    connection_flush(client->connection);
}

static void on_came(void *owner, const char *bytes, size_t length)
{
    struct admin_session *client = owner;
    connection_feed(client->connection, bytes, length);
    on_slice(client);
}

static void on_closed(void *owner)
{
    struct admin_session *client = owner;
    connection_destroy(client->connection);
    client->connection = NULL;
}

static void on_admin(void *owner, int descriptor, const struct sockaddr_storage *address UNUSED)
{
    static const struct stream_owner calls = {on_came, on_slice, on_closed};
    struct server *server = owner;
    for (int i = 0; descriptor >= 0 && i < ADMIN_SESSIONS; i++) {
        struct admin_session *client = &server->admin->sessions[i];
        if (!client->connection) {
            client->server = server;
            client->stream =
                stream_create(&server->share, descriptor, descriptor, &transport_socket);
            client->connection = connection_create(client->stream, NULL, &calls, client);
            return;
        }
    }
    if (descriptor >= 0) {
        close(descriptor);
    }
}

bool server_open_admin(struct server *server, struct error *error)
{
    const struct listener_rules rules = {.mode = 0600};
    const char *address = server->options->admin;
    if (strncmp(address, "unix:", 5) != 0) {
        return error_set(error, "--admin %s: expected unix:PATH", address);
    }
    server->admin = calloc(1, sizeof *server->admin);
    if (!server->admin) {
        return error_set(error, "out of memory for the admin socket");
    }
    server->admin->listener =
        listener_open(server->loop, address, -1, &rules, on_admin, server, error);
    return server->admin->listener != NULL;
}

void server_close_admin(struct server *server)
{
    if (server->admin) {
        listener_close(server->admin->listener);
        for (int i = 0; i < ADMIN_SESSIONS; i++) {
            connection_destroy(server->admin->sessions[i].connection);
        }
        free(server->admin);
    }
}
