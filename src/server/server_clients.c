/* SPDX-License-Identifier: MIT */
/* Clients of the protocol and their sessions: admission, authentication, the end of a session, and
 * the memory of all: their budgets, and the measured memory of the process. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "alloc.h"
#include "clock.h"
#include "compiler.h"
#include "connection.h"
#include "log.h"
#include "machine.h"
#include "server_state.h"

/* Listeners may be paused many times a second; a log line is written at most this often. */
#define PAUSE_SAID_NS (10 * NS_PER_SECOND)

void server_resume_listeners(struct server *server)
{
    if (!server->listeners_paused || reclaimer_is_behind(server->reclaimer)) {
        return;
    }
    for (int i = 0; i < server->listener_count; i++) {
        listener_resume(server->listeners[i]);
    }
    server->listeners_paused = false;
}

/* Stops accepting clients until a session ends, or for a second. They wait in the system's
 * queue. */
void server_pause_listeners(struct server *server, const char *why)
{
    if (!server->listeners_paused) {
        int64_t now_ns = clock_ns();
        server->listeners_paused = true;
        server->counters.pauses++;
        if (server->pause_said_ns == 0 || now_ns - server->pause_said_ns >= PAUSE_SAID_NS) {
            server->pause_said_ns = now_ns;
            log_line(LOG_LEVEL_WARNING,
                     "%s: new clients wait until others have gone: number %" PRId64, why,
                     server->counters.pauses);
        }
        for (int i = 0; i < server->listener_count; i++) {
            listener_pause(server->listeners[i]);
        }
    }
}

void server_end_if_done(struct server *server)
{
    if (server->session_count == 0 && server->connection_count == 0 &&
        server->listener_count == 0) {
        ev_break(server->loop, EVBREAK_ALL);
    }
}

void server_close_listeners(struct server *server)
{
    for (int i = 0; i < server->listener_count; i++) {
        listener_close(server->listeners[i]);
    }
    server->listener_count = 0;
}

void server_destroy_session(struct server *server, struct session *session)
{
    struct peer *peer = session_facts(session).peer;
    session_destroy(session);
    if (peer) {
        peers_leave(&server->peers, peer);
    }
    if (reclaimer_is_behind(server->reclaimer)) {
        server_pause_listeners(server, "many sessions are being taken away");
    }
}

static void on_session_over(void *owner, struct session *session)
{
    struct server *server = owner;
    int i = 0;
    while (server->sessions[i] != session) {
        i++;
    }
    server->sessions[i] = server->sessions[--server->session_count];
    server->refused |= server->options->commands && session_facts(session).has_refused;
    terminal_forget_session(server->terminal);
    server_destroy_session(server, session);
    server_resume_listeners(server);
    server_end_if_done(server);
}

/* Adds a session to the peer with this name. NULL, and the reason, if it may not have another
 * one. */
static struct peer *join(struct server *server, const char *name, struct refusal *refusal)
{
    struct peer *peer = peers_join(&server->peers, name);
    if (!peer) {
        *refusal = (struct refusal){503, "out of memory for a session; try again later"};
    } else if (peer->sessions > server->options->budget.sessions_per_peer) {
        peers_leave(&server->peers, peer);
        *refusal = (struct refusal){429, "you have too many sessions; end one first"};
        peer = NULL;
    } else if (budget_memory_left(&peer->budget) < SESSION_BYTES) {
        *refusal =
            budget_memory_left(&server->budget) < SESSION_BYTES
                ? (struct refusal){503, "the server has no memory left; try again later"}
                : (struct refusal){429, "your sessions use all the memory that they may; end "
                                        "one first"};
        peers_leave(&server->peers, peer);
        peer = NULL;
    }
    return peer;
}

/* True, with the reason, if this address has sent too many wrong tokens lately. */
static bool is_blocked(const struct server *server, const char *address, struct refusal *refusal)
{
    bool blocked = access_is_blocked(&server->options->access, address, clock_ns());
    if (blocked) {
        *refusal =
            (struct refusal){429, "too many wrong tokens from this address; try again in a minute"};
    }
    return blocked;
}

struct peer *server_admit(struct server *server, const char *name, struct refusal *refusal)
{
    struct peer *peer = NULL;
    if (server->session_count >= server->options->budget.sessions) {
        *refusal = (struct refusal){503, "the server is full; try again later"};
    } else if (!is_blocked(server, name, refusal)) {
        peer = join(server, name, refusal);
    }
    server->counters.turned_away += !peer;
    return peer;
}

/* Adds a session to the peer that the token belongs to. Checks the address again: without this,
 * each session that it opened before it was blocked could make one more guess. */
static struct peer *authenticate(void *owner, struct peer *peer, const char *token,
                                 const char **why)
{
    struct server *server = owner;
    struct access *access = &server->options->access;
    struct refusal refusal = {.why = *why};
    struct peer *known = NULL;
    if (!is_blocked(server, peer->name, &refusal)) {
        const char *token_name = access_find(access, token);
        if (token_name) {
            char name[PEER_NAME_ROOM];
            snprintf(name, sizeof name, "token:%s", token_name);
            known = join(server, name, &refusal);
        } else {
            access_note_failure(access, peer->name, clock_ns());
            log_line(LOG_LEVEL_WARNING, "%s: a wrong token", peer->name);
        }
    }
    *why = refusal.why;
    server->counters.refused += !known;
    return known;
}

void *server_have_room(void *list, int count, int *room)
{
    if (count < *room) {
        return list;
    }
    const int more = *room ? 2 * *room : 16;
    void *longer = realloc(list, (size_t)more * sizeof(void *));
    *room = longer ? more : *room;
    return longer;
}

struct session *server_add_session(struct server *server, struct stream *stream,
                                   const struct framing *framing, struct peer *peer,
                                   struct error *error)
{
    const struct client_budget *budget = &server->options->budget;
    struct session_config config = {
        .loop = server->loop,
        .reclaimer = server->reclaimer,
        .dialect = peer ? NULL : server->options->dialect,
        .engine =
            {
                .games = server->options->games,
                .game = server->options->game,
                .alias = server->options->game_alias,
                .scheduler = peer ? &server->scheduler : NULL,
                .remote = peer != NULL,
                .background = peer != NULL,
                .reserve = peer ? server->reserve : NULL,
            },
        .stream = stream,
        .framing = framing,
        .script = peer ? NULL : server->options->commands,
        .over = on_session_over,
        .owner = server,
        .number = server->counters.sessions + 1,
        .counters = &server->counters,
        .publications = &server->publications,
        .peer = peer,
        .authenticate = peer && stream && server->options->access.token_count > 0 &&
                                listener_is_tcp(stream_descriptor(stream))
                            ? authenticate
                            : NULL,
        .peers = &server->peers,
    };
    struct session *session = NULL;
    if (peer) {
        config.budget = (struct budget){.threads = budget->threads_per_session,
                                        .memory = budget->memory_per_session << 20,
                                        .above = &peer->budget};
    }
    struct session **sessions =
        server_have_room(server->sessions, server->session_count, &server->session_room);
    if (sessions) {
        server->sessions = sessions;
        session = session_create(&config, error);
    } else {
        stream_destroy(stream);
        error_set(error, "out of memory for a session");
    }
    if (!session && peer) {
        peers_leave(&server->peers, peer);
    }
    if (session) {
        server->counters.sessions++;
        server->sessions[server->session_count++] = session;
    }
    return session;
}

/* Sends one line to a client that cannot be served now, and closes. */
static void turn_away(int descriptor, const char *why)
{
    char line[200];
    int length = snprintf(line, sizeof line, "info string error: %s\n", why);
    send(descriptor, line, (size_t)length, MSG_DONTWAIT | MSG_NOSIGNAL);
    close(descriptor);
}

void server_on_client(void *owner, int descriptor, const struct sockaddr_storage *client)
{
    struct server *server = owner;
    struct refusal refusal;
    struct error error;
    if (descriptor < 0) {
        server_pause_listeners(server, "out of descriptors");
        return;
    }
    char name[PEER_NAME_ROOM];
    peers_name(descriptor, client, name);
    if (!access_allows_user(&server->options->access, descriptor)) {
        server->counters.refused++;
        server->counters.turned_away++;
        log_line(LOG_LEVEL_WARNING, "%s: this user may not come in", name);
        turn_away(descriptor, "this user may not come in");
        return;
    }
    struct peer *peer = server_admit(server, name, &refusal);
    if (!peer) {
        turn_away(descriptor, refusal.why);
        return;
    }
    struct stream *stream =
        stream_create(&server->share, descriptor, descriptor, &transport_socket);
    if (!server_add_session(server, stream, NULL, peer, &error)) {
        log_line(LOG_LEVEL_ERROR, "%s", error.text);
    }
}

/* One part in this many of the memory is reserved for other uses than transposition tables. */
#define TABLE_RESERVE_PART 8

/* The least amount of the allocator's free memory that is returned to the system. */
#define TRIM_BYTES (16 << 20)

/* How often memory is measured while more than half of it is used, in seconds. */
#define MEASURE_SECONDS 0.1

/* On the reclaimer's thread. */
static void trim_memory(void *nothing UNUSED)
{
    alloc_trim();
}

void server_measure_memory(struct server *server)
{
    struct process_memory now;
    if (!machine_process_memory(&now)) {
        return;
    }
    const int64_t limit = server->options->budget.memory << 20;
    const int64_t charged = limit - server->budget.memory - server->unaccounted.bytes;
    const int64_t excess = now.anonymous - server->anonymous_at_start - charged;
    charge_force(&server->unaccounted, excess > 0 ? excess : 0);
    if (excess > TRIM_BYTES) {
        reclaimer_give(server->reclaimer, trim_memory, NULL);
    }
    if (server->budget.memory < limit / 2 && !ev_is_active(&server->memory)) {
        ev_timer_again(server->loop, &server->memory);
    } else if (server->budget.memory >= limit / 2) {
        ev_timer_stop(server->loop, &server->memory);
    }
}

static void on_memory(struct ev_loop *loop UNUSED, struct ev_timer *watcher, int events UNUSED)
{
    server_measure_memory(watcher->data);
}

void server_set_budgets(struct server *server)
{
    struct process_memory memory;
    client_budget_settle(&server->options->budget);
    const struct client_budget *budget = &server->options->budget;
    const int64_t bytes = budget->memory << 20;
    server->budget = (struct budget){
        .threads = budget->threads, .memory = bytes, .reserve = bytes / TABLE_RESERVE_PART};
    server->peers = (struct peers){.server = &server->budget,
                                   .max_threads = budget->threads_per_peer,
                                   .max_memory = budget->memory_per_peer << 20};
    server->unaccounted.budget = &server->budget;
    if (machine_process_memory(&memory)) {
        server->anonymous_at_start = memory.anonymous;
    }
    ev_timer_init(&server->memory, on_memory, 0., MEASURE_SECONDS);
    server->memory.data = server;
}
