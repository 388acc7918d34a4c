/* SPDX-License-Identifier: MIT */
/* Measures what many sessions cost a server:
 *
 *     sessions MYOSU [IDLE] [SEARCHING]        (default 1000 and 200)
 *
 * Starts the program on a Unix socket, opens IDLE sessions and starts infinite searches in
 * SEARCHING of them. Then sends `isready` to the others and stops the searches one by one. Finally
 * opens as many idle sessions over WebSocket and compares the latency of both kinds of connection,
 * in turns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "crowd.h"
#include "talk.h"

#define QUESTIONS 500

static double milliseconds(int64_t ns)
{
    return (double)ns / (double)NS_PER_MS;
}

static void print_times(const char *what, double *took, int times)
{
    printf("%-10s median %8.3f ms   99 %% %8.3f ms   maximum %8.3f ms\n", what,
           talk_percentile(took, times, 50), talk_percentile(took, times, 99),
           talk_percentile(took, times, 100));
}

/* Measures how long each of `talks` takes to answer. */
static void ask(struct talk *talks, int count, const char *question, const char *answer, int times)
{
    double *took = calloc((size_t)times, sizeof *took);
    if (!took) {
        talk_give_up("memory", "none left");
    }
    for (int i = 0; i < times; i++) {
        struct talk *talk = &talks[i % count];
        int64_t begin = clock_ns();
        talk_say(talk, question);
        took[i] = milliseconds(talk_await(talk, answer) - begin);
    }
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(question, "\n"), question);
    print_times(name, took, times);
    free(took);
}

/* Measures how long `isready` takes over a plain socket and over WebSocket, in turns, without
 * searches. */
static void compare_ways(struct talk *plain, struct talk *web)
{
    static double by_socket[QUESTIONS], by_web[QUESTIONS];
    for (int i = 0; i < QUESTIONS; i++) {
        int64_t begin = clock_ns();
        talk_say(plain, "isready\n");
        by_socket[i] = milliseconds(talk_await(plain, "readyok") - begin);
        begin = clock_ns();
        talk_say_frame(web, "isready");
        talk_await_text(web, "readyok");
        by_web[i] = milliseconds(clock_ns() - begin);
    }
    puts("nobody searches, isready in turns:");
    print_times("plain", by_socket, QUESTIONS);
    print_times("WebSocket", by_web, QUESTIONS);
}

/* Opens the same idle sessions over WebSocket, in another server. */
static void measure_web(const char *program, struct talk *talks, int idle)
{
    struct crowd crowd;
    for (int i = 0; i < idle; i++) {
        close(talks[i].to);
    }
    crowd_begin(&crowd, program);
    long before = crowd_memory_kib(&crowd);
    for (int i = 0; i < idle; i++) {
        talk_connect_web(&talks[i], crowd.port);
        talk_say_frame(&talks[i], "uci");
        talk_await_text(&talks[i], "uciok");
    }
    printf("%d idle sessions by WebSocket: %.1f KiB each\n", idle,
           (double)(crowd_memory_kib(&crowd) - before) / idle);
    static struct talk plain;
    talk_connect(&plain, crowd.path);
    talk_say(&plain, "uci\n");
    talk_await(&plain, "uciok");
    compare_ways(&plain, &talks[0]);
    close(plain.to);
    crowd_end(&crowd);
}

int main(int count, char **words)
{
    int idle = count > 2 ? atoi(words[2]) : 1000, searching = count > 3 ? atoi(words[3]) : 200;
    if (count < 2 || idle < 1 || searching < 1 || searching >= idle) {
        fputs("usage: sessions MYOSU [IDLE] [SEARCHING], more idle ones than searching\n", stderr);
        return EXIT_FAILURE;
    }
    struct crowd crowd;
    crowd_begin(&crowd, words[1]);
    struct talk *talks = calloc((size_t)idle, sizeof *talks);
    if (!talks) {
        return EXIT_FAILURE;
    }
    long before = crowd_memory_kib(&crowd);
    for (int i = 0; i < idle; i++) {
        talk_connect(&talks[i], crowd.path);
        talk_say(&talks[i], "uci\n");
        talk_await(&talks[i], "uciok");
    }
    printf("%d idle sessions: %.1f KiB each\n", idle,
           (double)(crowd_memory_kib(&crowd) - before) / idle);
    for (int i = 0; i < searching; i++) {
        talk_say(&talks[i], "go infinite\n");
    }
    talk_pause_ms(searching * 20 + 500);
    printf("%d sessions search on %ld processors:\n", searching, sysconf(_SC_NPROCESSORS_ONLN));
    ask(talks + searching, idle - searching, "isready\n", "readyok", QUESTIONS);
    ask(talks, searching, "stop\n", "bestmove", searching);
    crowd_end(&crowd);
    measure_web(words[1], talks, idle);
    free(talks);
    return EXIT_SUCCESS;
}
