/* SPDX-License-Identifier: MIT */
/* Tests a server whose clients connect and disconnect all the time:
 *
 *     churn MYOSU [CONNECTIONS]        (default 100,000)
 *
 * Starts the program on a Unix socket and keeps 40 connections open at a time. Each connection is
 * left in a random state (nothing sent, half a line, a table being allocated, every kind of search
 * and count, unread output, `quit` sent) and then closed; three of ten only shut down their sending
 * side before that. Prints what the server uses before, during and after the test. The exit status
 * is 1 if it has more descriptors or threads afterwards than before, or does not answer. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"
#include "compiler.h"
#include "crowd.h"
#include "rng.h"
#include "talk.h"

#define OPEN         40
#define REPORTS      5
#define PATIENCE_S   30
#define REST_THREADS 2 /* at most so many workers wait for the next search */

static const char *const words[] = {
    "",
    "isr",
    "isready\n",
    "uci\nhelp\nhelp\n",
    "go infinite\n",
    "go ponder\n",
    "go perft 20\n",
    "bench all\n",
    "genfens 1000 seed 1 book none\n",
    "newgame gomoku\ngo nodes 200\n",
    "newgame chess\ngo movetime 20\nucinewgame\n",
    "setoption name Threads value 4\ngo nodes 500\n",
    "go infinite\nposition startpos moves e2e4\ngo depth 3\n",
    "quit\n",
};

static void print_holdings(const char *when, const struct holdings *held)
{
    printf("%-9s %8.1f MB %4ld threads %4ld descriptors\n", when, (double)held->kib / 1024,
           held->threads, held->descriptors);
    fflush(stdout);
}

/* Opens a connection and sends its lines. The server may have closed it, for example after `quit`:
 * the rest is then dropped. */
static void come(struct talk *talk, const char *path, struct rng *rng)
{
    const char *said = words[rng_below(rng, LENGTH(words))];
    talk_connect(talk, path);
    send(talk->to, said, strlen(said), MSG_NOSIGNAL);
}

static void go(struct talk *talk, struct rng *rng)
{
    if (rng_below(rng, 10) < 3) {
        shutdown(talk->to, SHUT_WR);
    }
    close(talk->to);
}

static bool holds_more(const struct holdings *held, const struct holdings *before)
{
    return held->descriptors > before->descriptors ||
           held->threads > before->threads + REST_THREADS;
}

/* Waits until the server has released what the clients used, or until a time limit. Returns what it
 * still uses. */
static struct holdings rest(const struct crowd *crowd, const struct holdings *before)
{
    struct holdings held = crowd_holdings(crowd);
    for (int i = 0; i < PATIENCE_S * 10 && holds_more(&held, before); i++) {
        talk_pause_ms(100);
        held = crowd_holdings(crowd);
    }
    talk_pause_ms(1000);
    return crowd_holdings(crowd);
}

int main(int count, char **arguments)
{
    static struct talk talks[OPEN];
    int connections = count > 2 ? atoi(arguments[2]) : 100000;
    if (count < 2 || connections < OPEN) {
        fprintf(stderr, "usage: churn MYOSU [CONNECTIONS, %d at least]\n", OPEN);
        return EXIT_FAILURE;
    }
    struct rng rng = {4};
    struct crowd crowd;
    struct talk last;
    crowd_begin(&crowd, arguments[1]);
    struct holdings before = crowd_holdings(&crowd);
    print_holdings("before", &before);
    int64_t begun = clock_ns();
    for (int i = 0; i < connections; i++) {
        struct talk *talk = &talks[i < OPEN ? (unsigned)i : rng_below(&rng, OPEN)];
        if (i >= OPEN) {
            go(talk, &rng);
        }
        come(talk, crowd.path, &rng);
        if ((i + 1) % (connections / REPORTS) == 0) {
            char when[16];
            struct holdings held = crowd_holdings(&crowd);
            snprintf(when, sizeof when, "%d", i + 1);
            print_holdings(when, &held);
        }
    }
    for (int i = 0; i < OPEN; i++) {
        go(&talks[i], &rng);
    }
    double seconds = (double)(clock_ns() - begun) / (double)NS_PER_SECOND;
    struct holdings after = rest(&crowd, &before);
    print_holdings("after", &after);
    printf("%.1f s, %.0f connections a second\n", seconds, connections / seconds);
    talk_connect(&last, crowd.path);
    talk_say(&last, "isready\n");
    talk_await(&last, "readyok");
    close(last.to);
    bool ended = crowd_end(&crowd);
    return ended && !holds_more(&after, &before) ? EXIT_SUCCESS : EXIT_FAILURE;
}
