/* SPDX-License-Identifier: MIT */
/* Runs many clients that act at random for a while:
 *
 *     soak MYOSU [SECONDS] [CLIENTS]        (default 60 and 200)
 *
 * Starts the program on a Unix socket. CLIENTS search, stop, begin new games, disconnect and
 * reconnect, each at random times, while another client sends `isready`. Checks that each `go` is
 * answered exactly once. Prints how long `isready` and `stop` took, how evenly the processors were
 * shared, and how much memory is left when all clients have disconnected. The exit status is 1 if
 * an answer was missing or superfluous. */
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"
#include "crowd.h"
#include "rng.h"
#include "talk.h"

#define MOST           100000 /* the most measured answers of a kind */
#define SHORTEST_MS    20     /* the shortest search before its client acts */
#define LONGEST_MS     4000
#define PATIENCE_MS    30000
#define READY_EVERY_MS 5

struct client {
    struct talk talk;
    bool there, searching, stopped;
    int64_t begun_ns, act_ns, stopped_ns; /* clock_ns() */
    double seconds, nodes; /* of all searches: their time, and the sum of their last node counts */
    double last_nodes;
    char line[4096]; /* a line that is not complete yet */
    size_t length;
};

struct answers {
    double *ms;
    int count;
};

static struct rng rng = {1};
static const char *path;
static struct client *clients;
static int client_count;
static struct answers readies, stops;
static long asked, answered, vanished, too_many;

static double milliseconds(int64_t ns)
{
    return (double)ns / (double)NS_PER_MS;
}

static void note(struct answers *answers, int64_t ns)
{
    if (answers->count < MOST) {
        answers->ms[answers->count++] = milliseconds(ns);
    }
}

static int64_t some_time_from(int64_t now)
{
    uint64_t ms = SHORTEST_MS + rng_below(&rng, LONGEST_MS - SHORTEST_MS);
    return now + (int64_t)ms * NS_PER_MS;
}

static void begin_search(struct client *client, int64_t now)
{
    static const char *const searches[] = {"go infinite\n", "go infinite\n", "go movetime 300\n",
                                           "go nodes 20000\n", "go depth 6\n"};
    talk_say(&client->talk, searches[rng_below(&rng, 5)]);
    client->searching = true;
    client->stopped = false;
    client->begun_ns = now;
    client->act_ns = some_time_from(now);
    client->last_nodes = 0;
    asked++;
}

static void arrive(struct client *client, int64_t now)
{
    const double seconds = client->seconds, nodes = client->nodes;
    *client = (struct client){.seconds = seconds, .nodes = nodes};
    talk_connect(&client->talk, path);
    talk_say(&client->talk, "newgame chess\n");
    client->there = true;
    begin_search(client, now);
}

static void vanish(struct client *client)
{
    close(client->talk.to);
    client->there = false;
    vanished += client->searching;
}

static void on_bestmove(struct client *client, int64_t now)
{
    if (!client->searching) {
        too_many++;
        return;
    }
    answered++;
    client->searching = false;
    client->seconds += (double)(now - client->begun_ns) / (double)NS_PER_SECOND;
    client->nodes += client->last_nodes;
    if (client->stopped) {
        note(&stops, now - client->stopped_ns);
    }
    if (rng_below(&rng, 4) == 0) {
        talk_say(&client->talk, "ucinewgame\n");
    }
    begin_search(client, now);
}

static void on_line(struct client *client, const char *line, int64_t now)
{
    const char *nodes = strstr(line, " nodes ");
    if (strncmp(line, "bestmove", 8) == 0) {
        on_bestmove(client, now);
    } else if (strncmp(line, "info depth", 10) == 0 && nodes) {
        client->last_nodes = atof(nodes + 7);
    }
}

static void read_lines(struct client *client, int64_t now)
{
    char bytes[8192];
    ssize_t count = recv(client->talk.from, bytes, sizeof bytes, MSG_DONTWAIT);
    if (count == 0) {
        talk_give_up("a connection", "the server has closed it");
    }
    for (ssize_t i = 0; i < count; i++) {
        if (bytes[i] != '\n' && client->length + 1 < sizeof client->line) {
            client->line[client->length++] = bytes[i];
        } else if (bytes[i] == '\n') {
            client->line[client->length] = '\0';
            client->length = 0;
            on_line(client, client->line, now);
        }
    }
}

/* Performs a client's next action. */
static void act(struct client *client, int64_t now)
{
    if (!client->there) {
        arrive(client, now);
    } else if (client->stopped) {
        if (now - client->stopped_ns > PATIENCE_MS * NS_PER_MS) {
            talk_give_up("stop", "it was not answered");
        }
    } else if (rng_below(&rng, 5) == 0) {
        vanish(client);
        client->act_ns = now + (int64_t)rng_below(&rng, 200) * NS_PER_MS;
    } else {
        talk_say(&client->talk, "stop\n");
        client->stopped = true;
        client->stopped_ns = now;
    }
}

static void run_crowd(int64_t end)
{
    struct pollfd *descriptors = calloc((size_t)client_count + 1, sizeof *descriptors);
    struct talk judge;
    int64_t ready_ns = 0, next_ready_ns = 0;
    if (!descriptors) {
        talk_give_up("memory", "none left");
    }
    talk_connect(&judge, path);
    for (int64_t now = clock_ns(); now < end; now = clock_ns()) {
        for (int i = 0; i < client_count; i++) {
            if (now >= clients[i].act_ns) {
                act(&clients[i], now);
            }
            descriptors[i] =
                (struct pollfd){clients[i].there ? clients[i].talk.from : -1, POLLIN, 0};
        }
        if (!ready_ns && now >= next_ready_ns) {
            ready_ns = clock_ns();
            talk_say(&judge, "isready\n");
        }
        descriptors[client_count] = (struct pollfd){judge.from, POLLIN, 0};
        poll(descriptors, (nfds_t)client_count + 1, 1);
        now = clock_ns();
        if (descriptors[client_count].revents) {
            note(&readies, talk_await(&judge, "readyok") - ready_ns);
            ready_ns = 0;
            next_ready_ns = now + READY_EVERY_MS * NS_PER_MS;
        }
        for (int i = 0; i < client_count; i++) {
            if (descriptors[i].revents) {
                read_lines(&clients[i], now);
            }
        }
    }
    close(judge.to);
    free(descriptors);
}

/* Stops every running search, reads the answers, and disconnects all clients. */
static void end_crowd(void)
{
    for (int i = 0; i < client_count; i++) {
        struct client *client = &clients[i];
        if (client->there) {
            int64_t now = clock_ns();
            client->act_ns = INT64_MAX;
            talk_say(&client->talk, "stop\nisready\n");
            long before = answered;
            while (answered == before && clock_ns() - now < PATIENCE_MS * NS_PER_MS) {
                struct pollfd descriptor = {client->talk.from, POLLIN, 0};
                poll(&descriptor, 1, 100);
                read_lines(client, clock_ns());
            }
            vanish(client); /* its last search has no one to read the answer */
        }
    }
}

static void print_answers(const char *what, struct answers *answers)
{
    printf("%-8s %6d times: median %.3f ms, 99 %% %.3f ms, maximum %.3f ms\n", what, answers->count,
           talk_percentile(answers->ms, answers->count, 50),
           talk_percentile(answers->ms, answers->count, 99),
           talk_percentile(answers->ms, answers->count, 100));
}

/* Prints nodes per second of search: the minimum of all clients and the mean. */
static void print_shares(void)
{
    double nodes = 0, seconds = 0, least = 0;
    int counted = 0;
    for (int i = 0; i < client_count; i++) {
        if (clients[i].seconds > 0) {
            double share = clients[i].nodes / clients[i].seconds;
            least = counted == 0 || share < least ? share : least;
            nodes += clients[i].nodes;
            seconds += clients[i].seconds;
            counted++;
        }
    }
    if (nodes > 0) {
        printf("shares: the least is %.2f of the mean of %d clients\n", least / (nodes / seconds),
               counted);
    }
}

int main(int count, char **words)
{
    double seconds = count > 2 ? atof(words[2]) : 60;
    client_count = count > 3 ? atoi(words[3]) : 200;
    if (count < 2 || seconds <= 0 || client_count < 1) {
        fputs("usage: soak MYOSU [SECONDS] [CLIENTS]\n", stderr);
        return EXIT_FAILURE;
    }
    struct crowd crowd;
    crowd_begin(&crowd, words[1]);
    path = crowd.path;
    clients = calloc((size_t)client_count, sizeof *clients);
    readies.ms = calloc(MOST, sizeof *readies.ms);
    stops.ms = calloc(MOST, sizeof *stops.ms);
    if (!clients || !readies.ms || !stops.ms) {
        talk_give_up("memory", "none left");
    }
    long before = crowd_memory_kib(&crowd);
    run_crowd(clock_ns() + (int64_t)(seconds * (double)NS_PER_SECOND));
    print_shares();
    end_crowd();
    print_answers("isready", &readies);
    print_answers("stop", &stops);
    long missing = asked - answered - vanished;
    printf("go: %ld asked, %ld answered, %ld of clients that vanished, %ld missing, %ld too many\n",
           asked, answered, vanished, missing, too_many);
    talk_pause_ms(2000);
    printf("memory: %.1f MB before, %.1f MB after\n", (double)before / 1024,
           (double)crowd_memory_kib(&crowd) / 1024);
    bool ended = crowd_end(&crowd);
    return missing == 0 && too_many == 0 && ended ? EXIT_SUCCESS : EXIT_FAILURE;
}
