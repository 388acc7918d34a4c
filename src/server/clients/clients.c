/* SPDX-License-Identifier: MIT */
#include "clients.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "address.h"
#include "clock.h"
#include "file.h"
#include "machine.h"

/* Reads the user at the other end of a Unix socket. */
static bool read_user(int descriptor, uint32_t *uid)
{
    struct ucred user;
    socklen_t length = sizeof user;
    bool known = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &user, &length) == 0;
    *uid = known ? user.uid : 0;
    return known;
}

/* An address with this many failures within this time is blocked until the time has passed. */
#define FAILURES_MOST 5
#define FAILURES_NS   (60 * NS_PER_SECOND)

static bool is_printable(const char *text)
{
    for (; *text; text++) {
        if (*text <= ' ' || *text > '~') {
            return false;
        }
    }
    return true;
}

/* Reads "NAME TOKEN" into `token`; an empty line or a comment leaves its name empty. */
static bool read_token(const char *file, int number, char *line, struct access_token *token,
                       struct error *error)
{
    *token = (struct access_token){.name = ""};
    line += strspn(line, " \t");
    if (!*line || *line == '#') {
        return true;
    }
    char *rest = NULL;
    const char *name = strtok_r(line, " \t", &rest), *value = strtok_r(NULL, " \t", &rest);
    const char *more = strtok_r(NULL, " \t", &rest);
    if (!name || !value || more || strlen(name) >= ACCESS_NAME_ROOM || !is_printable(name) ||
        !is_printable(value) || strlen(value) < ACCESS_TOKEN_LEAST ||
        strlen(value) >= ACCESS_TOKEN_ROOM) {
        return error_set(error,
                         "%s:%d: expected NAME TOKEN, a name of at most %d characters and a token "
                         "of %d to %d",
                         file, number, ACCESS_NAME_ROOM - 1, ACCESS_TOKEN_LEAST,
                         ACCESS_TOKEN_ROOM - 1);
    }
    snprintf(token->name, sizeof token->name, "%s", name);
    snprintf(token->token, sizeof token->token, "%s", value);
    return true;
}

static bool read_file(FILE *file, const char *path, struct access *read, struct error *error)
{
    struct text_lines lines = {.file = file};
    struct error reason;
    char *line;
    bool good = true;
    while (good && text_lines_next(&lines, &line, &reason)) {
        struct access_token token;
        good = read_token(path, (int)lines.number, line, &token, error);
        if (good && token.name[0] && read->token_count == ACCESS_MAX_TOKENS) {
            good = error_set(error, "%s:%ld: more than %d tokens", path, lines.number,
                             ACCESS_MAX_TOKENS);
        } else if (good && token.name[0]) {
            read->tokens[read->token_count++] = token;
        }
    }
    if (good && reason.text[0]) {
        good = error_set(error, "%s:%s", path, reason.text);
    }
    text_lines_finish(&lines);
    return good && (read->token_count > 0 ||
                    error_set(error, "%s: no token; expected lines NAME TOKEN", path));
}

bool access_read_tokens(struct access *access, struct error *error)
{
    const char *path = access->token_file;
    if (!path) {
        return true;
    }
    FILE *file = private_file_open("--token-file", path, error);
    if (!file) {
        return false;
    }
    struct access *read = calloc(1, sizeof *read);
    bool good = read && read_file(file, path, read, error);
    if (!read) {
        error_set(error, "--token-file %s: out of memory", path);
    } else if (good) {
        memcpy(access->tokens, read->tokens, sizeof access->tokens);
        access->token_count = read->token_count;
    }
    free(read);
    fclose(file);
    return good;
}

bool access_allows_user(const struct access *access, int descriptor)
{
    uint32_t uid;
    if (access->uid_count == 0 || address_own(descriptor).ss_family != AF_UNIX) {
        return true;
    }
    int i = read_user(descriptor, &uid) ? 0 : access->uid_count;
    while (i < access->uid_count && access->uids[i] != uid) {
        i++;
    }
    return i < access->uid_count;
}

const char *access_find(const struct access *access, const char *token)
{
    char padded[ACCESS_TOKEN_ROOM] = "";
    const char *name = NULL;
    snprintf(padded, sizeof padded, "%s", token);
    bool fits = strlen(token) < sizeof padded;
    for (int i = 0; i < access->token_count; i++) {
        unsigned differs = 0;
        for (size_t k = 0; k < sizeof padded; k++) {
            differs |= (unsigned char)(padded[k] ^ access->tokens[i].token[k]);
        }
        name = differs == 0 && fits ? access->tokens[i].name : name;
    }
    return name;
}

/* Returns the index of the address's record, or of the oldest one. */
static int find_failures(const struct access *access, const char *address)
{
    int oldest = 0;
    for (int i = 0; i < ACCESS_ADDRESSES; i++) {
        if (strcmp(access->failures[i].address, address) == 0) {
            return i;
        }
        if (access->failures[i].last_ns < access->failures[oldest].last_ns) {
            oldest = i;
        }
    }
    return oldest;
}

void access_note_failure(struct access *access, const char *address, int64_t now_ns)
{
    struct access_failures *record = &access->failures[find_failures(access, address)];
    if (strcmp(record->address, address) != 0 || now_ns - record->last_ns > FAILURES_NS) {
        snprintf(record->address, sizeof record->address, "%s", address);
        record->count = 0;
    }
    record->count++;
    record->last_ns = now_ns;
}

bool access_is_blocked(const struct access *access, const char *address, int64_t now_ns)
{
    const struct access_failures *record = &access->failures[find_failures(access, address)];
    return strcmp(record->address, address) == 0 && record->count >= FAILURES_MOST &&
           now_ns - record->last_ns <= FAILURES_NS;
}

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
    uint32_t uid;
    if (client->ss_family == AF_UNIX && read_user(descriptor, &uid)) {
        snprintf(name, PEER_NAME_ROOM, "uid:%u", (unsigned)uid);
    } else {
        address_name((const struct sockaddr *)client, name, PEER_NAME_ROOM);
    }
}
