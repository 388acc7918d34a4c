/* How soon an engine answers, as a client sees it over pipes:
 *
 *     latency [-n RUNS] ENGINE...
 *
 * ENGINE is a command line that speaks UCI. The engines take turns in one run, so that the machine's
 * moods meet all of them; the table gives median and maximum in milliseconds:
 *   start      process start to `uciok`
 *   isready    `isready` to `readyok` while it searches
 *   stop       `stop` to `bestmove`
 *   movetime   `go movetime 100` to `bestmove` */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"

#define MAX_ENGINES  8
#define MAX_RUNS     1000
#define MOVETIME_MS  100
#define SEARCH_MS    50    /* a search runs so long before it is asked or stopped */
#define PATIENCE_MS  20000 /* an engine that says nothing for so long is given up */

enum figure { START, ISREADY, STOP, MOVETIME, FIGURES };

static const char *const titles[FIGURES] = {"start", "isready", "stop", "movetime 100"};

struct peer {
    pid_t process;
    int to, from;
    char bytes[65536];
    size_t length;
};

struct results {
    double values[FIGURES][MAX_RUNS];
    int counts[FIGURES];
};

static void give_up(const char *why, const char *what)
{
    fprintf(stderr, "latency: %s: %s\n", why, what);
    exit(EXIT_FAILURE);
}

static void start(struct peer *peer, const char *command)
{
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0) {
        give_up("pipe", strerror(errno));
    }
    peer->process = fork();
    if (peer->process == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        close(in[0]);
        close(in[1]);
        close(out[0]);
        close(out[1]);
        char line[4096];
        snprintf(line, sizeof line, "exec %s", command);
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    peer->to = in[1];
    peer->from = out[0];
    peer->length = 0;
}

static void say(struct peer *peer, const char *line)
{
    size_t length = strlen(line);
    if (write(peer->to, line, length) != (ssize_t)length) {
        give_up("the engine does not listen", line);
    }
}

/* Takes the first whole line off the peer's bytes into `line`; false when there is none. */
static bool take_line(struct peer *peer, char *line, size_t room)
{
    char *end = memchr(peer->bytes, '\n', peer->length);
    if (!end) {
        return false;
    }
    size_t length = (size_t)(end - peer->bytes);
    snprintf(line, room, "%.*s", (int)length, peer->bytes);
    peer->length -= length + 1;
    memmove(peer->bytes, end + 1, peer->length);
    return true;
}

/* Reads until a line begins with `word`; the moment when it was there. */
static int64_t await(struct peer *peer, const char *word)
{
    char line[4096];
    for (;;) {
        while (take_line(peer, line, sizeof line)) {
            if (strncmp(line, word, strlen(word)) == 0) {
                return clock_ns();
            }
        }
        if (peer->length == sizeof peer->bytes) {
            peer->length = 0;
        }
        struct pollfd readable = {.fd = peer->from, .events = POLLIN};
        if (poll(&readable, 1, PATIENCE_MS) <= 0) {
            give_up("no answer", word);
        }
        ssize_t got = read(peer->from, peer->bytes + peer->length, sizeof peer->bytes - peer->length);
        if (got <= 0) {
            give_up("the engine ended before", word);
        }
        peer->length += (size_t)got;
    }
}

static void end(struct peer *peer)
{
    say(peer, "quit\n");
    close(peer->to);
    waitpid(peer->process, NULL, 0);
    close(peer->from);
}

static void pause_ms(int milliseconds)
{
    poll(NULL, 0, milliseconds);
}

static void add(struct results *results, enum figure figure, int64_t ns)
{
    results->values[figure][results->counts[figure]++] = (double)ns / (double)NS_PER_MS;
}

static void measure_start(struct peer *peer, const char *command, struct results *results)
{
    int64_t begin = clock_ns();
    start(peer, command);
    say(peer, "uci\n");
    add(results, START, await(peer, "uciok") - begin);
}

/* One round with one engine: every figure once. */
static void measure(const char *command, const char *position, struct results *results)
{
    struct peer *peer = malloc(sizeof *peer);
    if (!peer) {
        give_up("memory", "none left");
    }
    measure_start(peer, command, results);
    say(peer, position);
    say(peer, "isready\n");
    await(peer, "readyok");

    say(peer, "go infinite\n");
    pause_ms(SEARCH_MS);
    int64_t begin = clock_ns();
    say(peer, "isready\n");
    add(results, ISREADY, await(peer, "readyok") - begin);
    pause_ms(SEARCH_MS);
    begin = clock_ns();
    say(peer, "stop\n");
    add(results, STOP, await(peer, "bestmove") - begin);

    char go[64];
    snprintf(go, sizeof go, "go movetime %d\n", MOVETIME_MS);
    begin = clock_ns();
    say(peer, go);
    add(results, MOVETIME, await(peer, "bestmove") - begin);
    end(peer);
    free(peer);
}

static int by_value(const void *a, const void *b)
{
    double difference = *(const double *)a - *(const double *)b;
    return difference < 0 ? -1 : difference > 0;
}

static void print_row(const char *command, struct results *results)
{
    printf("%-28.28s", command);
    for (int figure = 0; figure < FIGURES; figure++) {
        int count = results->counts[figure];
        qsort(results->values[figure], (size_t)count, sizeof(double), by_value);
        printf("  %8.3f /%8.3f", results->values[figure][count / 2],
               results->values[figure][count - 1]);
    }
    putchar('\n');
}

int main(int count, char **words)
{
    int runs = 30;
    const char *position = "position startpos\n";
    for (int option; (option = getopt(count, words, "n:")) != -1;) {
        if (option != 'n' || (runs = atoi(optarg)) < 1 || runs > MAX_RUNS) {
            fputs("usage: latency [-n RUNS] ENGINE...\n", stderr);
            return EXIT_FAILURE;
        }
    }
    int engines = count - optind;
    if (engines < 1 || engines > MAX_ENGINES) {
        fputs("usage: latency [-n RUNS] ENGINE...\n", stderr);
        return EXIT_FAILURE;
    }
    signal(SIGPIPE, SIG_IGN);
    struct results *results = calloc((size_t)engines, sizeof *results);
    if (!results) {
        return EXIT_FAILURE;
    }
    for (int run = 0; run < runs; run++) {
        for (int i = 0; i < engines; i++) {
            measure(words[optind + i], position, &results[i]);
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
