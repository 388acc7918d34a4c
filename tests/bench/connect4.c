/* SPDX-License-Identifier: MIT */
/* Measures how fast Connect Four positions are solved, and checks the scores:
 *
 *     connect4 [-t THREADS] [-m MEBIBYTES] [FILE...]
 *     connect4 [-t THREADS] [-m MEBIBYTES] [-b] -r COUNT [-p FROM-TO]
 *
 * A line of a FILE has the columns played and the score of the position after them, as in
 * tests/data/connect4. Without a FILE the empty board is solved. The table is cleared before each
 * position. Prints a line for each file: number of positions, mean and maximum wall time in
 * milliseconds, mean processor time of all threads, nodes per position, nodes per second of
 * processor time, number of wrong scores.
 *
 * With -r, solves COUNT random positions of FROM to TO plies (default 7-20) in which neither side
 * can win with its next move. Prints the times within which 50, 99, 99.9 and 100 % of them are
 * solved, and the slowest position. With -b the built-in book may answer. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "connect4/rules.h"
#include "connect4/solver/exact.h"
#include "registry.h"
#include "rng.h"
#include "tt.h"

#define MAX_THREADS 64

/* Connect Four at the processor level that the environment variable MYOSU_LEVEL names. */
static const struct game *game;

struct bench {
    struct tt tt;
    struct search search;
    struct search_worker *workers[MAX_THREADS];
    struct game_settings settings;
};

struct sum {
    int positions, wrong;
    int64_t wall, greatest, processor; /* in ns */
    uint64_t nodes;
    int64_t last; /* wall time of the last position, in ns */
};

static void give_up(const char *what)
{
    fprintf(stderr, "bench_connect4: %s\n", what);
    exit(EXIT_FAILURE);
}

static void *allocate(size_t bytes)
{
    void *memory = aligned_alloc(CACHE_LINE, (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    if (!memory) {
        give_up("out of memory");
    }
    memset(memory, 0, bytes);
    return memory;
}

static struct bench *create(int threads, size_t megabytes)
{
    struct bench *bench = allocate(sizeof *bench);
    tt_init(&bench->tt);
    struct error error;
    if (!tt_resize(&bench->tt, megabytes, &error)) {
        give_up(error.text);
    }
    game_default_settings(game, &bench->settings);
    search_init(&bench->search);
    bench->search.tt = &bench->tt;
    bench->search.settings = &bench->settings;
    bench->search.workers = bench->workers;
    bench->search.worker_count = threads;
    for (int i = 0; i < threads; i++) {
        bench->workers[i] =
            search_worker_create(&bench->search, game->search, game->position_size, i);
        if (!bench->workers[i]) {
            give_up("out of memory");
        }
    }
    return bench;
}

static void *run_worker(void *worker)
{
    game->search->run(worker);
    return NULL;
}

static score_t solve(struct bench *bench, const struct connect4_position *position, struct sum *sum)
{
    struct search *search = &bench->search;
    tt_clear(&bench->tt);
    search_rearm(search);
    search->limits = (struct search_limits){
        .depth = MAX_PLY - 1,
        .nodes = UINT64_MAX,
        .multipv = 1,
    };
    atomic_store(&search->control.soft_deadline, INT64_MAX);
    int64_t processor = clock_process_ns();
    search->start_ns = clock_ns();
    pthread_t threads[MAX_THREADS];
    for (int i = search->worker_count - 1; i >= 0; i--) {
        struct search_worker *worker = bench->workers[i];
        atomic_store(&worker->nodes, 0);
        *(struct connect4_position *)worker->position = *position;
        if (i == 0) {
            run_worker(worker);
        } else if (pthread_create(&threads[i], NULL, run_worker, worker) != 0) {
            give_up("cannot start a thread");
        }
    }
    for (int i = 1; i < search->worker_count; i++) {
        pthread_join(threads[i], NULL);
    }
    int64_t wall = sum->last = clock_ns() - search->start_ns;
    sum->positions++;
    sum->wall += wall;
    sum->greatest = wall > sum->greatest ? wall : sum->greatest;
    sum->processor += clock_process_ns() - processor;
    sum->nodes += search_nodes(search);
    return bench->workers[0]->lines[0].score;
}

static void print(const char *name, const struct sum *sum)
{
    double count = sum->positions ? sum->positions : 1;
    double processor = sum->processor ? (double)sum->processor : 1;
    printf("%-14s %4d positions  mean %9.3f ms  greatest %9.3f  processor %9.3f  "
           "%10.0f nodes  %6.2f M/s  %d wrong\n",
           name, sum->positions, (double)sum->wall / count / NS_PER_MS,
           (double)sum->greatest / NS_PER_MS, processor / count / NS_PER_MS,
           (double)sum->nodes / count, (double)sum->nodes * 1e3 / processor, sum->wrong);
    fflush(stdout);
}

static void solve_file(struct bench *bench, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        give_up(path);
    }
    struct sum sum = {0};
    char columns[64];
    int value;
    while (fscanf(file, "%63s %d", columns, &value) == 2) {
        struct connect4_position position = {0};
        for (const char *at = columns; *at; at++) {
            connect4_play(&position, connect4_column_move(*at - '1'));
        }
        sum.wrong += solve(bench, &position, &sum) != connect4_exact_score(value, position.ply);
    }
    fclose(file);
    const char *name = strrchr(path, '/');
    print(name ? name + 1 : path, &sum);
}

/* Returns a random position in which neither side can win with its next move. */
static struct connect4_position random_position(struct rng *rng, int plies)
{
    struct connect4_position position = {0};
    while (position.ply < plies) {
        struct move_list moves = {.count = 0};
        moves.count = 0;
        connect4_legal_moves(&position, &moves);
        connect4_play(&position, moves.moves[rng_below(rng, (uint64_t)moves.count)]);
        bitboard_t wins = connect4_threats(position.own, position.own | position.other);
        if (connect4_result(&position) != RESULT_NONE || (wins & connect4_landings(&position))) {
            position = (struct connect4_position){0};
        }
    }
    return position;
}

static int compare_times(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void solve_random(struct bench *bench, int count, int from, int to)
{
    struct sum sum = {0};
    struct rng rng = {20};
    struct connect4_position slowest = {0};
    int64_t *times = allocate((size_t)count * sizeof *times), most = 0;
    for (int i = 0; i < count; i++) {
        int plies = from + (int)rng_below(&rng, (uint64_t)(to - from + 1));
        struct connect4_position position = random_position(&rng, plies);
        solve(bench, &position, &sum);
        times[i] = sum.last;
        slowest = sum.last > most ? position : slowest;
        most = sum.last > most ? sum.last : most;
    }
    qsort(times, (size_t)count, sizeof *times, compare_times);
    static const double percent[] = {50, 99, 99.9, 100};
    printf("%d random positions of %d to %d plies, ms:", count, from, to);
    for (int i = 0; i < LENGTH(percent); i++) {
        int within = (int)(percent[i] / 100 * count + 0.999999);
        printf("  %g %% %.3f", percent[i], (double)times[within - 1] / NS_PER_MS);
    }
    struct buffer fen = {0};
    game->format_fen(&slowest, &fen);
    printf("  slowest %s\n", buffer_text(&fen));
    buffer_finish(&fen);
    free(times);
}

static void solve_empty(struct bench *bench)
{
    struct sum sum = {0};
    struct connect4_position empty = {0};
    /* The solution: the first player wins with the 41st stone. */
    sum.wrong = solve(bench, &empty, &sum) != score_mate_in(41);
    print("empty board", &sum);
}

int main(int argc, char **argv)
{
    int threads = 1, megabytes = 1024, count = 0, from = 7, to = 20, option;
    bool book = false, understood = true;
    while ((option = getopt(argc, argv, "t:m:r:p:b")) != -1) {
        switch (option) {
        case 't':
            threads = atoi(optarg);
            break;
        case 'm':
            megabytes = atoi(optarg);
            break;
        case 'r':
            count = atoi(optarg);
            understood &= count > 0;
            break;
        case 'p':
            understood &= sscanf(optarg, "%d-%d", &from, &to) == 2;
            break;
        case 'b':
            book = true;
            break;
        default:
            understood = false;
        }
    }
    if (!understood || threads < 1 || threads > MAX_THREADS || megabytes < 1 || from < 0 ||
        from > to || to > CONNECT4_SQUARES / 2) {
        give_up("usage: [-t 1..64] [-m MEBIBYTES] [FILE... | [-b] -r COUNT [-p FROM-TO]]");
    }
    enum level level;
    struct error error;
    if (!level_choose(getenv(LEVEL_VARIABLE), &level, &error)) {
        give_up(error.text);
    }
    game = registry_find(registry_games_at(level), "connect4");
    struct bench *bench = create(threads, (size_t)megabytes);
    bench->settings.values[CONNECT4_OWN_BOOK] = book;
    for (int i = optind; i < argc; i++) {
        solve_file(bench, argv[i]);
    }
    if (count > 0) {
        solve_random(bench, count, from, to);
    } else if (optind == argc) {
        solve_empty(bench);
    }
    return EXIT_SUCCESS;
}
