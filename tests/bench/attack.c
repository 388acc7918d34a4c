/* SPDX-License-Identifier: MIT */
/* Measures how much hostile clients slow down a well-behaved one:
 *
 *     attack MYOSU [SECONDS] [NAME]        (default: 3 s per attack, all attacks)
 *
 * Starts the program on a Unix socket. One client sends `isready` and searches with movetime 100.
 * Meanwhile another client, or many of them, sends the commands that cost the server most, as fast
 * as the server reads them. With NAME, runs only attacks whose names contain it. */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"
#include "compiler.h"
#include "crowd.h"
#include "talk.h"
#include "thread.h"

#define PAYLOAD_BYTES 65536
#define MOST          100000

/* The number of connections of an attack by many clients. */
#define MANY 200

/* The connections of an attack by publication: some publish games, the others watch them. */
#define PUBLISHERS  10
#define WATCHERS    640
#define CONNECTIONS (PUBLISHERS + WATCHERS)

static const struct attack {
    const char *name, *first, *line; /* `first` is sent once, `line` repeatedly */
    enum {
        READS,
        IS_DEAF,  /* sends and never reads */
        VANISHES, /* sends `first`, closes the connection, and connects again */
        ARE_MANY, /* MANY connections send and read */
        PUBLISHES /* PUBLISHERS connections send, WATCHERS connections watch and read */
    } manner;
} attacks[] = {
    {"nobody", "", "", READS},
    {"ucinewgame, Threads 64", "setoption name Threads value 64\ngo depth 3\n", "ucinewgame\n",
     READS},
    {"the same with searches", "setoption name Threads value 64\n", "ucinewgame\ngo nodes 1000\n",
     READS},
    {"genfens 100000", "", "genfens 100000 seed 1\nstop\n", READS},
    {"Threads 1024 and 1", "",
     "setoption name Threads value 1024\ngo nodes 10\nsetoption name Threads value 1\ngo nodes "
     "10\n",
     READS},
    {"Hash 4096 and 1", "",
     "setoption name Hash value 4096\ngo nodes 10\nsetoption name Hash value 1\ngo nodes 10\n",
     READS},
    {"d", "newgame gomoku size 22\n", "d\n", READS},
    {"query moves, renju",
     "newgame gomoku size 15 rule renju\nposition startpos moves h8 h9 i8 i9 j9 a1 k8 a2\n",
     "query moves\n", READS},
    {"YXSHOWFORBID", "START 15\nINFO rule 4\nTURN 7,7\nYXSTOP\n", "YXSHOWFORBID\n", READS},
    {"eval", "newgame gomoku\n", "eval\n", READS},
    {"uci", "", "uci\n", READS},
    {"help, never read", "", "help\n", IS_DEAF},
    {"go infinite, 10,000 commands wait", "go infinite\n", "setoption name Ponder value true\n",
     READS},
    {"position with 2,000 moves", "newgame chess\n", NULL, READS},
    {"go perft 9", "newgame chess\n", "go perft 9\nstop\n", READS},
    {"bench all", "", "bench all\nstop\n", READS},
    {"go perft 20, and vanishes", "newgame chess\ngo perft 20\n", "", VANISHES},
    {"bench all, and vanishes", "bench all\n", "", VANISHES},
    {"many: d", "newgame gomoku size 22\n", "d\n", ARE_MANY},
    {"many: query moves, renju",
     "newgame gomoku size 15 rule renju\nposition startpos moves h8 h9 i8 i9 j9 a1 k8 a2\n",
     "query moves\n", ARE_MANY},
    {"many: uci", "", "uci\n", ARE_MANY},
    {"many: position with 2,000 moves", "newgame chess\n", NULL, ARE_MANY},
    {"many: go nodes 100", "newgame chess\n", "go nodes 100\n", ARE_MANY},
    {"publish: position", "newgame chess\n", "position startpos moves e2e4\nposition startpos\n",
     PUBLISHES},
    {"publish: newgame", "newgame chess\n", "newgame chess\n", PUBLISHES},
    {"publish: go nodes 100", "newgame chess\n", "go nodes 100\n", PUBLISHES},
};

struct attacker {
    const char *path;
    const struct attack *attack;
    _Atomic bool end;
};

static const char *long_position(void)
{
    static char text[20000];
    if (!text[0]) {
        strcpy(text, "position startpos moves");
        for (int i = 0; i < 500; i++) {
            strcat(text, " g1f3 g8f6 f3g1 f6g8");
        }
        strcat(text, "\n");
    }
    return text;
}

/* Reads and discards the server's output. */
static void drain(int descriptor)
{
    char bytes[65536];
    while (recv(descriptor, bytes, sizeof bytes, MSG_DONTWAIT) > 0) {
    }
}

static void send_all(const struct attacker *attacker, int descriptor, const char *bytes,
                     size_t length)
{
    while (length > 0 && !atomic_load(&attacker->end)) {
        ssize_t sent = send(descriptor, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent > 0) {
            bytes += sent;
            length -= (size_t)sent;
        } else if (errno != EAGAIN) {
            return; /* the server closed it */
        } else {
            struct pollfd wait = {.fd = descriptor, .events = POLLIN | POLLOUT};
            poll(&wait, 1, 10);
        }
        if (attacker->attack->manner != IS_DEAF) {
            drain(descriptor);
        }
    }
}

static void come_and_vanish(const struct attacker *attacker)
{
    struct talk talk;
    const char *said = attacker->attack->first;
    while (!atomic_load(&attacker->end)) {
        talk_connect(&talk, attacker->path);
        send_all(attacker, talk.to, said, strlen(said));
        close(talk.to);
    }
}

/* Sends the bytes repeatedly on each of the connections, as far as it accepts them. */
static void flood(const struct attacker *attacker, struct pollfd *ends, int count,
                  const char *bytes, size_t length)
{
    static size_t sent[CONNECTIONS];
    memset(sent, 0, sizeof sent);
    while (!atomic_load(&attacker->end)) {
        poll(ends, (nfds_t)count, 10);
        for (int i = 0; i < count; i++) {
            if (ends[i].revents & (POLLERR | POLLHUP)) {
                close(ends[i].fd); /* the server closed it */
                ends[i].fd = -1;
                continue;
            }
            if (ends[i].revents & POLLIN) {
                drain(ends[i].fd);
            }
            if (ends[i].revents & POLLOUT) {
                ssize_t more = send(ends[i].fd, bytes + sent[i], length - sent[i],
                                    MSG_DONTWAIT | MSG_NOSIGNAL);
                sent[i] = (sent[i] + (more > 0 ? (size_t)more : 0)) % length;
            }
        }
    }
}

/* Sends the first line of connection `index` of the attack. Returns the events to poll for. */
static short greet(const struct attacker *attacker, struct talk *talk, int index)
{
    const struct attack *attack = attacker->attack;
    char name[40];
    talk_connect(talk, attacker->path);
    if (attack->manner != PUBLISHES || index < PUBLISHERS) {
        send_all(attacker, talk->to, attack->first, strlen(attack->first));
    }
    if (attack->manner == PUBLISHES) {
        const bool offers = index < PUBLISHERS;
        snprintf(name, sizeof name, "%s game%d\nisready\n", offers ? "publish" : "watch",
                 index % PUBLISHERS);
        talk_say(talk, name);
        talk_await(talk, "readyok");
        return offers ? POLLIN | POLLOUT : POLLIN;
    }
    return attack->manner == IS_DEAF ? POLLOUT : POLLIN | POLLOUT;
}

static void *run_attack(void *opaque)
{
    struct attacker *attacker = opaque;
    const struct attack *attack = attacker->attack;
    if (attack->manner == VANISHES) {
        come_and_vanish(attacker);
        return NULL;
    }
    static char payload[PAYLOAD_BYTES];
    const char *line = attack->line ? attack->line : long_position();
    size_t length = 0, size = strlen(line);
    while (size > 0 && length + size <= PAYLOAD_BYTES) {
        memcpy(payload + length, line, size);
        length += size;
    }
    static struct pollfd ends[CONNECTIONS];
    const int count = length == 0                   ? 0
                      : attack->manner == ARE_MANY  ? MANY
                      : attack->manner == PUBLISHES ? CONNECTIONS
                                                    : 1;
    for (int i = 0; i < count; i++) {
        struct talk talk;
        const short events = greet(attacker, &talk, i);
        ends[i] = (struct pollfd){.fd = talk.to, .events = events};
    }
    flood(attacker, ends, count, payload, length);
    for (int i = 0; i < count; i++) {
        close(ends[i].fd);
    }
    return NULL;
}

static double milliseconds(int64_t ns)
{
    return (double)ns / (double)NS_PER_MS;
}

static void measure(const char *path, const struct attack *attack, double seconds)
{
    static double ready[MOST];
    double slowest_search = 0;
    int count = 0;
    struct attacker attacker = {.path = path, .attack = attack};
    struct talk talk;
    pthread_t thread;
    talk_connect(&talk, path);
    talk_say(&talk, "newgame connect4\nisready\n");
    talk_await(&talk, "readyok");
    pthread_create(&thread, NULL, run_attack, &attacker);
    int64_t end = clock_ns() + (int64_t)(seconds * (double)NS_PER_SECOND);
    while (clock_ns() < end && count < MOST) {
        for (int i = 0; i < 50 && count < MOST; i++) {
            int64_t begin = clock_ns();
            talk_say(&talk, "isready\n");
            ready[count++] = milliseconds(talk_await(&talk, "readyok") - begin);
            talk_pause_ms(2);
        }
        int64_t begin = clock_ns();
        talk_say(&talk, "go movetime 100\n");
        double took = milliseconds(talk_await(&talk, "bestmove") - begin);
        slowest_search = took > slowest_search ? took : slowest_search;
    }
    atomic_store(&attacker.end, true);
    pthread_join(thread, NULL);
    talk_say(&talk, "quit\n");
    close(talk.to);
    printf("%-34s %9.3f %9.3f %9.3f %12.1f\n", attack->name, talk_percentile(ready, count, 50),
           talk_percentile(ready, count, 99), talk_percentile(ready, count, 100), slowest_search);
    fflush(stdout);
}

int main(int count, char **words)
{
    double seconds = count > 2 ? atof(words[2]) : 3;
    if (count < 2 || seconds <= 0) {
        fputs("usage: attack MYOSU [SECONDS] [NAME]\n", stderr);
        return EXIT_FAILURE;
    }
    struct crowd crowd;
    crowd_begin(&crowd, words[1]);
    thread_be_prompt(); /* wake up on time: the server's latency is to be measured, not ours */
    printf("%-34s %9s %9s %9s %12s\n", "milliseconds, while one sends", "isready", "99 %",
           "maximum", "movetime 100");
    for (int i = 0; i < LENGTH(attacks); i++) {
        if (count < 4 || strstr(attacks[i].name, words[3])) {
            measure(crowd.path, &attacks[i], seconds);
        }
    }
    crowd_end(&crowd);
    return EXIT_SUCCESS;
}
