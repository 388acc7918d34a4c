/* SPDX-License-Identifier: MIT */
#include "peers.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "address.h"
#include "machine.h"

/* Descriptors that no client uses: listeners, the loop's own, files of options. */
#define OTHER_DESCRIPTORS 64

/* Threads of the process that do not search. */
#define OTHER_THREADS 8

/* Raises the limit on descriptors as far as the system allows. Returns the number of sessions that
 * it allows. */
static int64_t most_sessions(void)
{
    struct rlimit descriptors = {.rlim_cur = 1024, .rlim_max = 1024};
    getrlimit(RLIMIT_NOFILE, &descriptors);
    descriptors.rlim_cur = descriptors.rlim_max;
    setrlimit(RLIMIT_NOFILE, &descriptors);
    getrlimit(RLIMIT_NOFILE, &descriptors);
    const int64_t sessions = (int64_t)descriptors.rlim_cur - OTHER_DESCRIPTORS;
    return sessions < 1 ? 1 : sessions > 1024 ? 1024 : sessions;
}

/* Replaces an amount of 0 by `value`, or by 1 if `value` is less. */
static void settle(int64_t *amount, int64_t value)
{
    if (*amount == 0) {
        *amount = value > 1 ? value : 1;
    }
}

void client_budget_settle(struct client_budget *budget)
{
    const int64_t cores = machine_processors(), megabytes = machine_memory() >> 20;
    const int64_t threads = machine_threads() - OTHER_THREADS, sessions = most_sessions();
    settle(&budget->sessions, sessions);
    settle(&budget->threads, sessions + 16 * cores < threads ? sessions + 16 * cores : threads);
    settle(&budget->threads_per_session, 4 * cores);
    settle(&budget->memory, megabytes / 2);
    settle(&budget->memory_per_session, megabytes / 4);
    settle(&budget->sessions_per_peer, budget->sessions - budget->sessions / 8);
    settle(&budget->threads_per_peer, budget->threads - budget->threads / 8);
    settle(&budget->memory_per_peer, budget->memory - budget->memory / 8);
}

struct peer *peers_join(struct peers *peers, const char *name)
{
    struct peer *peer = peers->first;
    while (peer && strcmp(peer->name, name) != 0) {
        peer = peer->next;
    }
    if (!peer) {
        peer = calloc(1, sizeof *peer);
        if (!peer) {
            return NULL;
        }
        snprintf(peer->name, sizeof peer->name, "%s", name);
        peer->budget = (struct budget){
            .threads = peers->max_threads, .memory = peers->max_memory, .above = peers->server};
        peer->next = peers->first;
        peers->first = peer;
    }
    peer->sessions++;
    return peer;
}

void peers_leave(struct peers *peers, struct peer *peer)
{
    peer->sessions--;
    peers_forget(peers);
}

void peers_forget(struct peers *peers)
{
    struct peer **at = &peers->first;
    while (*at) {
        struct peer *peer = *at;
        if (peer->sessions == 0 && atomic_load(&peer->charged) == 0) {
            *at = peer->next;
            free(peer);
        } else {
            at = &peer->next;
        }
    }
}

void peers_name(int descriptor, const struct sockaddr_storage *client, char name[PEER_NAME_ROOM])
{
    struct ucred user;
    socklen_t length = sizeof user;
    if (client->ss_family == AF_UNIX &&
        getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &user, &length) == 0) {
        snprintf(name, PEER_NAME_ROOM, "uid:%u", (unsigned)user.uid);
    } else {
        address_name((const struct sockaddr *)client, name, PEER_NAME_ROOM);
    }
}
