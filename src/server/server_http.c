/* SPDX-License-Identifier: MIT */
/* HTTP connections, from when they are accepted until they close or become a session. */
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "address.h"
#include "log.h"
#include "server_state.h"
#include "websocket.h"

/* The most HTTP connections of one address. A browser opens six. */
#define HTTP_CONNECTIONS_PER_ADDRESS 64

static void drop(struct server *server, struct http_connection *connection)
{
    int i = 0;
    while (server->connections[i] != connection) {
        i++;
    }
    server->connections[i] = server->connections[--server->connection_count];
    http_connection_destroy(connection);
    server_resume_listeners(server);
}

static void on_over(void *owner, struct http_connection *connection)
{
    drop(owner, connection);
    server_end_if_done(owner);
}

/* Returns the reason why a client from this address cannot have a session now: see site.h. */
static int refuse_session(void *owner, const char *address, const char **why)
{
    struct server *server = owner;
    struct refusal refusal;
    struct peer *peer = server_admit(server, address, &refusal);
    if (peer) {
        peers_leave(&server->peers, peer);
        return 0;
    }
    *why = refusal.why;
    return refusal.http_status;
}

static void on_upgrade(void *owner, struct http_connection *connection, struct stream *stream,
                       const char *rest, size_t length)
{
    struct server *server = owner;
    struct refusal refusal;
    struct error error;
    struct peer *peer = server_admit(server, http_connection_address(connection), &refusal);
    if (!peer) {
        log_line(LOG_LEVEL_ERROR, "%s: %s", http_connection_address(connection), refusal.why);
        stream_destroy(stream);
        return;
    }
    struct session *session = server_add_session(server, stream, &framing_websocket, peer, &error);
    if (!session) {
        log_line(LOG_LEVEL_ERROR, "%s", error.text);
    } else if (length > 0) {
        session_feed(session, rest, length);
    }
}

void server_open_site(struct server *server, void (*put_metrics)(void *server, struct buffer *out))
{
    server->site = (struct site){
        .names = {server->options->http_names, server->options->http_name_count},
        .games = server->options->games,
        .game = server->options->game,
        .put_metrics = put_metrics,
        .refuse_session = refuse_session,
        .owner = server,
    };
}

/* Closes the connection that has been idle for the longest time, among those of this address or
 * (NULL) all; false if none is idle. */
static bool drop_idle(struct server *server, const char *address)
{
    struct http_connection *victim = NULL;
    int64_t longest_ns = INT64_MAX;
    for (int i = 0; i < server->connection_count; i++) {
        struct http_connection *connection = server->connections[i];
        bool counts = !address || strcmp(http_connection_address(connection), address) == 0;
        if (counts && http_connection_idle_since_ns(connection) < longest_ns) {
            longest_ns = http_connection_idle_since_ns(connection);
            victim = connection;
        }
    }
    if (victim) {
        drop(server, victim);
    }
    return victim != NULL;
}

/* Makes room for one more connection from this address, by closing an idle one if necessary; false
 * if that is impossible. */
static bool make_room(struct server *server, const char *address)
{
    const int64_t sessions = server->options->budget.sessions;
    const int64_t most =
        sessions > HTTP_CONNECTIONS_PER_ADDRESS ? sessions : HTTP_CONNECTIONS_PER_ADDRESS;
    int of_address = 0;
    for (int i = 0; i < server->connection_count; i++) {
        of_address += strcmp(http_connection_address(server->connections[i]), address) == 0;
    }
    if (of_address >= HTTP_CONNECTIONS_PER_ADDRESS) {
        return drop_idle(server, address);
    }
    return server->connection_count < most || drop_idle(server, NULL);
}

/* Sends one answer to a client that cannot be served now, and closes the connection. */
static void turn_away(struct server *server, int descriptor, const char *why)
{
    struct site_reply reply;
    LOCAL_BUFFER out = {0};
    server->counters.turned_away++;
    site_refuse(&reply, 503, why);
    http_put_head(&out, &reply.answer);
    buffer_append(&out, reply.answer.body, reply.answer.length);
    send(descriptor, buffer_text(&out), buffer_length(&out), MSG_DONTWAIT | MSG_NOSIGNAL);
    site_reply_finish(&reply);
    close(descriptor);
}

void server_on_http_client(void *owner, int descriptor, const struct sockaddr_storage *client)
{
    struct server *server = owner;
    if (descriptor < 0) {
        if (!drop_idle(server, NULL)) {
            server_pause_listeners(server, "out of descriptors");
        }
        return;
    }
    char address[PEER_NAME_ROOM];
    peers_name(descriptor, client, address);
    if (!make_room(server, address)) {
        turn_away(server, descriptor, "the server is full; try again later");
        return;
    }
    if (budget_memory_left(&server->budget) < HTTP_CONNECTION_BYTES) {
        turn_away(server, descriptor, "the server has no memory left; try again later");
        return;
    }
    const struct http_connection_config config = {
        .loop = server->loop,
        .site = &server->site,
        .limits = &server->options->limits,
        .counters = &server->counters,
        .budget = &server->budget,
        .client = {address, address_is_loopback((const struct sockaddr *)client)},
        .upgrade = on_upgrade,
        .over = on_over,
        .owner = server,
    };
    struct http_connection **connections =
        server_have_room(server->connections, server->connection_count, &server->connection_room);
    if (!connections) {
        turn_away(server, descriptor, "out of memory; try again later");
        return;
    }
    server->connections = connections;
    struct http_connection *connection = http_connection_create(
        &config, stream_create(&server->share, descriptor, descriptor, &transport_http));
    if (connection) {
        server->connections[server->connection_count++] = connection;
    } else {
        log_line(LOG_LEVEL_ERROR, "out of memory for a client of HTTP");
    }
}

void server_end_http(struct server *server)
{
    for (int i = 0; i < server->connection_count; i++) {
        http_connection_end(server->connections[i]);
    }
}

void server_drop_http(struct server *server)
{
    while (server->connection_count > 0) {
        http_connection_destroy(server->connections[--server->connection_count]);
    }
}
