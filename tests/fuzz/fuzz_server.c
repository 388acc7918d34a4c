/* SPDX-License-Identifier: MIT */
/* Sends random and mutated lines to the program: half of them over a pipe, half over sockets of one
 * server whose clients connect and disconnect, and then some in Gomocup's dialect. The engine must
 * not crash, send only complete lines that the referee accepts, answer `isready`, end on request,
 * and keep its memory bounded.
 *
 * Arguments: the program, the number of lines, and a seed. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "noise.h"
#include "peer.h"
#include "referee.h"
#include "suite.h"

#define CLIENTS 6

/* The most lines that are sent in one write. */
#define BATCH 8

/* The average number of batches between two waits for the engine. The first FLOOD of every
 * FLOOD_PERIOD lines are sent without waiting. */
#define BATCHES_BETWEEN 4
#define FLOOD_PERIOD    10000
#define FLOOD           2000

/* How many bytes of the input a failure shows. */
#define RECENT 3000

/* The limits of the program; its memory must stay within them. Clients are slow under sanitizers,
 * so no time limit may close their connections. */
#define BUDGET                                                                                     \
    "--max-threads 4 --first-line-timeout 0 --half-line-timeout 0 --unread-timeout 0 "             \
    "--max-memory "
#define MEMORY_LIMIT_MB 400

/* A server refuses clients when the memory of its process exceeds the limit. Under a sanitizer,
 * memory that was freed is part of it. */
#define SERVER_BUDGET (SUITE_SANITIZED ? BUDGET "1024" : BUDGET "96")

static const char *program;
static int line_count;
static uint64_t seed;

/* A client, and the referee that checks the engine's answers. */
struct client {
    struct peer peer;
    struct referee referee;
    struct line_reader sent;
    struct buffer recent; /* lines since the last catch_up, for error messages */
    bool quit;            /* `quit` was sent by chance */
};

/* Counts the engine's output, to show that it did some work. */
struct tally {
    int lines, bestmoves, readies, errors, infos;
};

static struct tally tally;

static void count(const char *line)
{
    tally.lines++;
    tally.bestmoves += strncmp(line, "bestmove", 8) == 0;
    tally.readies += strncmp(line, "readyok", 7) == 0;
    tally.errors += strncmp(line, "info string error", 17) == 0;
    tally.infos += strncmp(line, "info depth", 10) == 0;
}

static void print_tally(const char *way)
{
    printf("%s: %d lines sent, %d heard: %d bestmoves, %d infos, %d readyoks, %d errors\n", way,
           line_count / 2, tally.lines, tally.bestmoves, tally.infos, tally.readies, tally.errors);
    fflush(stdout);
    ck_assert_int_gt(tally.bestmoves, line_count / 500);
    ck_assert_int_gt(tally.readies, line_count / 500);
    ck_assert_int_gt(tally.errors, line_count / 20);
}

static void client_begin(struct client *client)
{
    referee_init(&client->referee);
    line_reader_init(&client->sent);
    buffer_init(&client->recent);
    client->quit = false;
}

static void client_end(struct client *client)
{
    line_reader_finish(&client->sent);
    buffer_finish(&client->recent);
    peer_finish(&client->peer);
}

/* Fails and shows the most recent input. */
static void give_up(const struct client *client, const char *why)
{
    size_t length = buffer_length(&client->recent), shown = length < RECENT ? length : RECENT;
    ck_abort_msg("seed %llu: %s; sent before that:\n%s", (unsigned long long)seed, why,
                 buffer_text(&client->recent) + length - shown);
}

static void hear(struct client *client, const char *line)
{
    count(line);
    struct error error = {""};
    if (client->peer.foul) {
        give_up(client, "a byte that is no text came");
    }
    if (!referee_received(&client->referee, line, &error)) {
        give_up(client, error.text);
    }
}

static void hear_what_came(struct client *client)
{
    char *line;
    while ((line = peer_read(&client->peer, 0))) {
        hear(client, line);
    }
}

/* Sends bytes to the engine and to the referee. Returns false if the conversation has ended, which
 * only `quit` may cause. */
static bool say(struct client *client, const struct buffer *bytes)
{
    char *line;
    enum line_status status;
    line_reader_feed(&client->sent, buffer_text(bytes), buffer_length(bytes));
    while ((status = line_reader_next(&client->sent, &line)) != LINE_NONE) {
        if (status == LINE_READY) {
            buffer_printf(&client->recent, "%.100s\n", line);
            client->quit |= strncmp(line + strspn(line, " "), "quit", 4) == 0;
            referee_sent(&client->referee, line, NULL);
        }
    }
    bool there = peer_write(&client->peer, buffer_text(bytes), buffer_length(bytes));
    hear_what_came(client);
    bool over = !there || client->peer.ended;
    if (over && !client->quit) {
        give_up(client, "the engine has gone");
    }
    return !over;
}

static bool say_text(struct client *client, const char *text)
{
    struct buffer bytes = {0};
    buffer_puts(&bytes, text);
    bool there = say(client, &bytes);
    buffer_finish(&bytes);
    return there;
}

/* Sends a few random lines, in one write or in two. */
static bool say_noise(struct client *client, struct rng *rng, int *left)
{
    struct buffer bytes = {0}, part = {0};
    int count = 1 + (int)rng_below(rng, BATCH);
    for (; count > 0 && *left > 0; count--, --*left) {
        noise_line(rng, &bytes);
    }
    size_t cut = rng_below(rng, buffer_length(&bytes) + 1);
    buffer_append(&part, buffer_text(&bytes), cut);
    buffer_consume(&bytes, cut);
    bool there = say(client, &part) && say(client, &bytes);
    buffer_finish(&bytes);
    buffer_finish(&part);
    return there;
}

/* Waits until the engine has processed all its input. Otherwise it would drop most further
 * commands, since searching takes longer than sending. Returns false if the conversation has
 * ended. */
static bool catch_up(struct client *client)
{
    static const char mark[] = "info string error: setoption: there is no option 'catch up'";
    char *line;
    if (!say_text(client, "\nstop\nsetoption name catch up\n")) {
        return false;
    }
    while ((line = peer_read(&client->peer, PEER_PATIENCE_MS))) {
        hear(client, line);
        if (strncmp(line, mark, sizeof mark - 1) == 0) {
            buffer_clear(&client->recent);
            return true;
        }
    }
    if (!client->quit) {
        give_up(client,
                client->peer.ended ? "the engine has gone" : "the engine does not catch up");
    }
    return false;
}

/* Sends some random lines and usually waits until they are processed. */
static bool say_some(struct client *client, struct rng *rng, int *left)
{
    bool flood = *left % FLOOD_PERIOD < FLOOD;
    return say_noise(client, rng, left) &&
           (flood || rng_below(rng, BATCHES_BETWEEN) > 0 || catch_up(client));
}

/* Stops the search, checks that `isready` is answered, and quits. */
static void say_farewell(struct client *client)
{
    char *line;
    if (say_text(client, "\nstop\nisready\n")) {
        while (client->referee.readies > 0 && (line = peer_read(&client->peer, PEER_PATIENCE_MS))) {
            hear(client, line);
        }
        ck_assert_int_eq(client->referee.readies, 0);
        say_text(client, "quit\n");
    }
    while ((line = peer_read(&client->peer, PEER_PATIENCE_MS))) {
        hear(client, line);
    }
    ck_assert_msg(client->peer.ended, "the conversation does not end");
    client_end(client);
}

static void check_memory(pid_t process)
{
    long megabytes = peer_status(process, "VmRSS") / 1024;
    ck_assert_msg(SUITE_SANITIZED || megabytes <= MEMORY_LIMIT_MB, "the engine holds %ld MB",
                  megabytes);
}

/* Selects the dialect. Otherwise a random line such as `turn` might select Gomocup's. */
static void greet(struct client *client)
{
    ck_assert(say_text(client, "uci\n"));
}

/* Waits until all memory that was charged to clients is returned. A thread frees it after the
 * sessions have ended. */
static void check_charges(const char *admin)
{
    struct peer peer;
    long long charged = -1, unaccounted = -1, waits = 0;
    peer_connect(&peer, admin);
    while (charged != unaccounted || charged < 0) {
        ck_assert_msg(waits++ < PEER_PATIENCE_MS, "%lld bytes stay charged, %lld of them to nobody",
                      charged, unaccounted);
        usleep(1000);
        ck_assert(peer_say(&peer, "metrics\n"));
        sscanf(peer_read_until(&peer, "myosu_memory_bytes "), "%*s %lld", &charged);
        sscanf(peer_read_until(&peer, "myosu_memory_unaccounted_bytes "), "%*s %lld", &unaccounted);
    }
    peer_finish(&peer);
}

START_TEST(noise_over_a_pipe_is_survived)
{
    COVERS(5, 8);
    struct rng rng = {seed};
    int left = line_count / 2;
    while (left > 0) {
        struct client client;
        client_begin(&client);
        pid_t process = peer_spawn(&client.peer, program, BUDGET "96");
        greet(&client);
        while (left > 0 && say_some(&client, &rng, &left)) {
        }
        check_memory(process);
        say_farewell(&client);
        ck_assert_int_eq(peer_wait(process), 0);
    }
    print_tally("pipe");
}
END_TEST

START_TEST(noise_over_sockets_is_survived)
{
    COVERS(5, 7, 8);
    static struct client clients[CLIENTS];
    struct rng rng = {~seed};
    char path[64], admin[64], arguments[300];
    peer_make_path(path);
    peer_make_path(admin);
    snprintf(arguments, sizeof arguments, "--listen unix:%s --admin unix:%s %s", path, admin,
             SERVER_BUDGET);
    pid_t process = peer_serve(program, arguments);
    for (int i = 0; i < CLIENTS; i++) {
        client_begin(&clients[i]);
        peer_connect(&clients[i].peer, path);
        greet(&clients[i]);
    }
    for (int left = line_count - line_count / 2; left > 0;) {
        struct client *client = &clients[rng_below(&rng, CLIENTS)];
        bool there = say_some(client, &rng, &left);
        if (!there || rng_below(&rng, 200) == 0) {
            client_end(client); /* the client disconnects, and another one connects */
            client_begin(client);
            peer_connect(&client->peer, path);
            greet(client);
        }
    }
    check_memory(process);
    for (int i = 0; i < CLIENTS; i++) {
        say_farewell(&clients[i]);
    }
    check_charges(admin);
    kill(process, SIGTERM);
    ck_assert_int_eq(peer_wait(process), 0);
    peer_remove_path(path);
    peer_remove_path(admin);
    print_tally("sockets");
}
END_TEST

/* Reads until everything is answered. The error for an unknown word is sent in order with the
 * answers to other commands; the answer to ABOUT is not. */
static void wait_for_answers(struct peer *peer)
{
    ck_assert(peer_say(peer, "\nDONE\nYXSTOP\nNO_SUCH_WORD\n"));
    ck_assert_ptr_nonnull(peer_read_until(peer, "UNKNOWN unknown command 'NO_SUCH_WORD'"));
    ck_assert(!peer->foul);
}

START_TEST(noise_in_gomocups_dialect_is_survived)
{
    COVERS(38);
    struct rng rng = {seed};
    struct peer peer;
    struct buffer bytes = {0};
    pid_t process = peer_spawn(&peer, program, BUDGET "96");
    peer_say(&peer, "INFO timeout_turn 0\nSTART 15\n");
    for (int left = line_count / 4; left > 0; left--) {
        noise_gomocup_line(&rng, &bytes);
        if (rng_below(&rng, BATCH) == 0) {
            ck_assert(peer_write(&peer, buffer_text(&bytes), buffer_length(&bytes)));
            buffer_clear(&bytes);
            wait_for_answers(&peer);
        }
    }
    check_memory(process);
    wait_for_answers(&peer);
    peer_say(&peer, "END\n");
    ck_assert_ptr_null(peer_read_until(&peer, "no such line"));
    ck_assert(peer.ended);
    buffer_finish(&bytes);
    peer_finish(&peer);
    ck_assert_int_eq(peer_wait(process), 0);
}
END_TEST

/* Adds each test as a test case, so that CK_RUN_CASE can select it. */
static void add_case(Suite *suite, const char *name, const TTest *test)
{
    TCase *alone = tcase_create(name);
    tcase_set_timeout(alone, 0);
    tcase_add_test(alone, test);
    suite_add_tcase(suite, alone);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: %s PROGRAM LINES SEED\n", argv[0]);
        return EXIT_FAILURE;
    }
    program = argv[1];
    line_count = atoi(argv[2]);
    seed = strtoull(argv[3], NULL, 10);
    Suite *suite = suite_create("fuzz_server");
    add_case(suite, "pipe", noise_over_a_pipe_is_survived);
    add_case(suite, "sockets", noise_over_sockets_is_survived);
    add_case(suite, "gomocup", noise_in_gomocups_dialect_is_survived);
    return support_run(suite);
}
