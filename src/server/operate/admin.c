/* SPDX-License-Identifier: MIT */
#include "admin.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "connection.h"
#include "words.h"

/* The most connections at a time. */
#define ADMIN_SESSIONS 8

struct admin_session {
    struct admin *admin;
    struct connection *connection;
};

struct admin {
    struct loop_share *share;
    struct listener *listener;
    admin_run *run;
    void *owner;
    struct admin_session sessions[ADMIN_SESSIONS];
};

/* Runs one command in each slice. */
static void on_ready(void *owner)
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
        words_fold(line);
        const char *command = words_take(&line);
        if (command) {
            client->admin->run(client->admin->owner, command, line, out);
            buffer_puts(out, "\n");
        }
        break;
    }
    connection_request_slice(client->connection);
    connection_flush(client->connection);
}

static void on_closed(void *owner)
{
    struct admin_session *client = owner;
    connection_destroy(client->connection);
    client->connection = NULL;
}

static void on_admin(void *owner, int descriptor, const struct sockaddr_storage *address)
{
    static const struct connection_owner calls = {on_ready, on_closed};
    struct admin *admin = owner;
    (void)address;
    for (int i = 0; descriptor >= 0 && i < ADMIN_SESSIONS; i++) {
        struct admin_session *client = &admin->sessions[i];
        if (!client->connection) {
            client->admin = admin;
            client->connection = connection_create(
                stream_create(admin->share, descriptor, descriptor, &transport_socket), NULL,
                &calls, client);
            return;
        }
    }
    if (descriptor >= 0) {
        close(descriptor);
    }
}

struct admin *admin_open(struct loop_share *share, const char *address, admin_run *run, void *owner,
                         struct error *error)
{
    const struct listener_rules rules = {.mode = 0600};
    if (strncmp(address, "unix:", 5) != 0) {
        error_set(error, "--admin %s: expected unix:PATH", address);
        return NULL;
    }
    struct admin *admin = calloc(1, sizeof *admin);
    if (!admin) {
        error_set(error, "out of memory for the admin socket");
        return NULL;
    }
    admin->share = share;
    admin->run = run;
    admin->owner = owner;
    admin->listener = listener_open(share->loop, address, &rules, on_admin, admin, error);
    if (!admin->listener) {
        free(admin);
        return NULL;
    }
    return admin;
}

void admin_close(struct admin *admin)
{
    if (!admin) {
        return;
    }
    listener_close(admin->listener);
    for (int i = 0; i < ADMIN_SESSIONS; i++) {
        connection_destroy(admin->sessions[i].connection);
    }
    free(admin);
}
