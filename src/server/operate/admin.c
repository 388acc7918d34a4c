/* SPDX-License-Identifier: MIT */
#include "admin.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "connection.h"
#include "words.h"

/* Operators at once. */
#define OPERATORS 8

struct operator_session {
    struct admin *admin;
    struct connection *connection;
};

struct admin {
    struct turns *turns;
    struct listener *listener;
    admin_run *run;
    void *owner;
    struct operator_session operators[OPERATORS];
};

/* One command in each turn: clients have theirs between two. */
static void on_ready(void *owner)
{
    struct operator_session *client = owner;
    struct buffer *out = connection_output(client->connection);
    char *line;
    switch (connection_take(client->connection, &line)) {
    case CONNECTION_NOTHING:
        return;
    case CONNECTION_END:
        connection_finish(client->connection, FAREWELL_DONE);
        return;
    case CONNECTION_TOO_LONG:
        buffer_puts(out, "error: the line is too long\n\n");
        break;
    case CONNECTION_STARVED: /* it has no budget */
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
    connection_ask(client->connection);
    connection_flush(client->connection);
}

static void on_closed(void *owner)
{
    struct operator_session *client = owner;
    connection_destroy(client->connection);
    client->connection = NULL;
}

static void on_operator(void *owner, int descriptor, const struct sockaddr_storage *address)
{
    static const struct connection_owner calls = {on_ready, on_closed};
    struct admin *admin = owner;
    (void)address;
    for (int i = 0; descriptor >= 0 && i < OPERATORS; i++) {
        struct operator_session *client = &admin->operators[i];
        if (!client->connection) {
            client->admin = admin;
            client->connection = connection_create(
                stream_create(admin->turns, descriptor, descriptor, &transport_socket), NULL,
                &calls, client);
            return;
        }
    }
    if (descriptor >= 0) {
        close(descriptor);
    }
}

struct admin *admin_open(struct turns *turns, const char *address, admin_run *run, void *owner,
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
    admin->turns = turns;
    admin->run = run;
    admin->owner = owner;
    admin->listener = listener_open(turns->loop, address, &rules, on_operator, admin, error);
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
    for (int i = 0; i < OPERATORS; i++) {
        connection_destroy(admin->operators[i].connection);
    }
    free(admin);
}
