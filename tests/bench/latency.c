/* SPDX-License-Identifier: MIT */
/* Measures how fast engines answer over pipes, as a client sees it:
 *
 *     latency [-n RUNS] [-o LINE] ENGINE...
 *
 * ENGINE is the command line of a UCI engine. LINE, such as a setoption, is sent to it before the
 * position. The engines take turns, so that changes in the machine's load affect all of them. The
 * table has medians and maxima in milliseconds:
 *   - start: process start to `uciok`
 *   - isready: `isready` to `readyok` during a search
 *   - stop: `stop` to `bestmove`
 *   - movetime: `go movetime 100` to `bestmove` */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "clock.h"
#include "talk.h"

#define MAX_ENGINES 8
#define MAX_RUNS    1000
#define MOVETIME_MS 100
#define SEARCH_MS   50 /* how long a search runs before isready or stop */

enum figure { START, ISREADY, STOP, MOVETIME, FIGURES };

static const char *const titles[FIGURES] = {"start", "isready", "stop", "movetime 100"};

struct results {
    double values[FIGURES][MAX_RUNS];
    int counts[FIGURES];
};

static void add(struct results *results, enum figure figure, int64_t ns)
{
    results->values[figure][results->counts[figure]++] = (double)ns / (double)NS_PER_MS;
}

static void measure_start(struct talk *peer, const char *command, struct results *results)
{
    int64_t begin = clock_ns();
    talk_start(peer, command);
    talk_say(peer, "uci\n");
    add(results, START, talk_await(peer, "uciok") - begin);
}

/* Measures every figure of one engine once. */
static void measure(const char *command, const char *line, struct results *results)
{
    struct talk *peer = malloc(sizeof *peer);
    if (!peer) {
        talk_give_up("memory", "none left");
    }
    measure_start(peer, command, results);
    talk_say(peer, line);
    talk_say(peer, "\nposition startpos\nisready\n");
    talk_await(peer, "readyok");

    talk_say(peer, "go infinite\n");
    talk_pause_ms(SEARCH_MS);
    int64_t begin = clock_ns();
    talk_say(peer, "isready\n");
    add(results, ISREADY, talk_await(peer, "readyok") - begin);
    talk_pause_ms(SEARCH_MS);
    begin = clock_ns();
    talk_say(peer, "stop\n");
    add(results, STOP, talk_await(peer, "bestmove") - begin);

    char go[64];
    snprintf(go, sizeof go, "go movetime %d\n", MOVETIME_MS);
    begin = clock_ns();
    talk_say(peer, go);
    add(results, MOVETIME, talk_await(peer, "bestmove") - begin);
    talk_end(peer);
    free(peer);
}

static void print_row(const char *command, struct results *results)
{
    printf("%-28.28s", command);
    for (int figure = 0; figure < FIGURES; figure++) {
        double *values = results->values[figure];
        double median = talk_percentile(values, results->counts[figure], 50);
        double most = talk_percentile(values, results->counts[figure], 100);
        printf("  %8.3f /%8.3f", median, most);
    }
    putchar('\n');
}

int main(int count, char **words)
{
    int runs = 30;
    const char *line = "";
    bool understood = true;
    for (int option; (option = getopt(count, words, "n:o:")) != -1;) {
        if (option == 'n') {
            runs = atoi(optarg);
        } else if (option == 'o') {
            line = optarg;
        } else {
            understood = false;
        }
    }
    int engines = count - optind;
    if (!understood || runs < 1 || runs > MAX_RUNS || engines < 1 || engines > MAX_ENGINES) {
        fputs("usage: latency [-n RUNS] [-o LINE] ENGINE...\n", stderr);
        return EXIT_FAILURE;
    }
    signal(SIGPIPE, SIG_IGN);
    struct results *results = calloc((size_t)engines, sizeof *results);
    if (!results) {
        return EXIT_FAILURE;
    }
    for (int run = 0; run < runs; run++) {
        for (int i = 0; i < engines; i++) {
            measure(words[optind + i], line, &results[i]);
        }
        fprintf(stderr, "\r%d of %d runs", run + 1, runs);
    }
    fprintf(stderr, "\r%*s\r", 40, "");
    printf("%-28s", "median / maximum, ms");
    for (int figure = 0; figure < FIGURES; figure++) {
        printf("  %18s", titles[figure]);
    }
    putchar('\n');
    for (int i = 0; i < engines; i++) {
        print_row(words[optind + i], &results[i]);
    }
    free(results);
    return EXIT_SUCCESS;
}
