/* SPDX-License-Identifier: MIT */
/* Fits the constants of a game's search in games of the engine against itself, by simultaneous
 * perturbation (Spall, "Implementation of the simultaneous perturbation algorithm for stochastic
 * optimization", IEEE Transactions on Aerospace and Electronic Systems 34/3, 1998). In each pair of
 * games one side plays with every constant moved up or down by its step, at random, and the other
 * side with the opposite changes. Then all constants move a little towards the winner's.
 *
 *     GAME-spsa > NUMBERS
 *     GAME-spsa NUMBERS OPENINGS [games=N] [nodes=N] [rate=N] [seed=N] [jobs=N]
 *
 * The first form writes a line for each constant in src/games/GAME/search_params.h: name, value,
 * step. Lines can be removed, and values and steps changed. The second form plays `games` games
 * with `nodes` nodes per move from openings, which are FENs, one per line. Near the end of the run,
 * a win moves a constant by `rate` thousandths of its step; earlier it moves it by more. NUMBERS is
 * rewritten once a minute, and an interrupted run continues from it. In the second half of the run,
 * the mean of the values since its middle is written, too: that is the result. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "arguments.h"
#include "array.h"
#include "clock.h"
#include "player.h"
#include "rng.h"
#include "ticker.h"
#include "tuned.h"

/* Spall's exponents for the rate and for the steps. */
#define RATE_EXPONENT 0.602
#define STEP_EXPONENT 0.101

/* The rate begins to fall after this share of the pairs. */
#define RATE_DELAY 0.1

#define TABLE_MEGABYTES 16
#define MAX_PLIES       400
#define MAX_JOBS        256
#define SAVE_INTERVAL   (60 * NS_PER_SECOND)

/* The initial step: a constant divided by STEP_PART, and at least STEP_LEAST. */
#define STEP_PART  6
#define STEP_LEAST 0.5

/* The state of the fit. The lock guards it while games are played. */
static struct fit {
    pthread_mutex_t lock;
    const char *path;
    char **openings;
    size_t opening_count, opening_room;
    long games, nodes, rate, seed, jobs;
    long begun, played, resumed; /* pairs; `resumed`: of earlier runs */
    long wins, losses, draws;
    bool tuned[TUNED_MAX];
    double value[TUNED_MAX], step[TUNED_MAX], sum[TUNED_MAX];
    long summed; /* number of pairs in the sums */
    int64_t saved_ns;
    struct ticker ticker;
} fit;

static double first_step(int value)
{
    return fmax((double)value / STEP_PART, STEP_LEAST);
}

static void list_numbers(void)
{
    for (int i = 0; i < tuned_count; i++) {
        printf("%s %d %.2f\n", tuned_numbers[i].name, tuned_numbers[i].value,
               first_step(tuned_numbers[i].value));
    }
}

/* Reads a line "NAME VALUE STEP". The file of an interrupted run also has a line "# PAIRS SUMMED"
 * and, as a fourth number per line, the sum of the values. */
static bool read_number(void *count, char *line, long number UNUSED, struct error *error UNUSED)
{
    char name[128];
    double value, step, sum = 0.;
    if (line[0] == '#') {
        if (sscanf(line, "# %ld pairs, %ld summed", &fit.played, &fit.summed) == 2) {
            fit.begun = fit.resumed = fit.played;
        }
        return true;
    }
    const int index =
        sscanf(line, "%127s %lf %lf %lf", name, &value, &step, &sum) >= 3 ? tuned_find(name) : -1;
    if (index < 0 || !(step > 0.) || !(value >= 0.)) {
        tuned_give_up("'%s' is no number of this search with its value and step", line);
    }
    fit.tuned[index] = true;
    fit.value[index] = value;
    fit.step[index] = step;
    fit.sum[index] = sum;
    ++*(int *)count;
    return true;
}

static void read_numbers(void)
{
    int count = 0;
    tuned_read_lines(fit.path, read_number, &count);
    if (count == 0) {
        tuned_give_up("nothing to fit");
    }
}

static bool read_opening(void *opaque UNUSED, char *line, long number UNUSED,
                         struct error *error UNUSED)
{
    fit.openings =
        array_grow(fit.openings, &fit.opening_room, fit.opening_count + 1, sizeof *fit.openings);
    char *copy = strdup(line);
    if (!copy) {
        tuned_give_up("memory is out");
    }
    fit.openings[fit.opening_count++] = copy;
    return true;
}

static void read_openings(const char *path)
{
    tuned_read_lines(path, read_opening, NULL);
    if (fit.opening_count == 0) {
        tuned_give_up("no openings");
    }
}

static void save_numbers(void)
{
    char path[4096];
    snprintf(path, sizeof path, "%s.new", fit.path);
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    fprintf(file, "# %ld pairs, %ld summed\n", fit.played, fit.summed);
    for (int i = 0; i < tuned_count; i++) {
        if (fit.tuned[i]) {
            fprintf(file, "%s %.4f %.2f %.4f", tuned_numbers[i].name, fit.value[i], fit.step[i],
                    fit.sum[i]);
            if (fit.summed > 0) {
                fprintf(file, "   mean %.2f", fit.sum[i] / (double)fit.summed);
            }
            fprintf(file, "   began as %d\n", tuned_numbers[i].value);
        }
    }
    if (fclose(file) != 0 || rename(path, fit.path) != 0) {
        perror(path);
        exit(EXIT_FAILURE);
    }
}

/* The constants with which both sides play a pair of games. */
struct pair {
    long index;
    int flip[TUNED_MAX]; /* 1 or -1 */
    int side[2][TUNED_MAX];
};

/* Rounds `value` up or down at random, so that the mean of the results is `value`. The result is at
 * least 1, since some constants are divisors. */
static int near(struct rng *rng, double value)
{
    const double chance = (double)(rng_next(rng) >> 11) * 0x1p-53;
    const int whole = (int)floor(value + chance);
    return whole < 1 ? 1 : whole;
}

static double step_of(int number, long pair)
{
    return fit.step[number] * pow((double)fit.games / 2. / (double)(pair + 1), STEP_EXPONENT);
}

/* Returns the share of its step by which a constant moves per game won. */
static double rate_of(long pair)
{
    const double pairs = (double)fit.games / 2., delay = RATE_DELAY * pairs;
    return (double)fit.rate / 1000. *
           pow((delay + pairs) / (delay + (double)pair + 1.), RATE_EXPONENT);
}

/* Takes the next pair. Returns false if all have been started. */
static bool take_pair(struct pair *pair, struct rng *rng)
{
    pthread_mutex_lock(&fit.lock);
    const bool taken = fit.begun < fit.games / 2;
    pair->index = fit.begun;
    fit.begun += taken;
    *rng = (struct rng){rng_mix((uint64_t)fit.seed ^ rng_mix((uint64_t)pair->index + 1))};
    for (int i = 0; taken && i < tuned_count; i++) {
        pair->flip[i] = rng_below(rng, 2) ? 1 : -1;
        for (int side = 0; side < 2; side++) {
            const double way = side == 0 ? pair->flip[i] : -pair->flip[i];
            pair->side[side][i] = fit.tuned[i]
                                      ? near(rng, fit.value[i] + way * step_of(i, pair->index))
                                      : tuned_numbers[i].value;
        }
    }
    pthread_mutex_unlock(&fit.lock);
    return taken;
}

/* Moves the constants. `score` is the first side's number of wins minus losses in the pair. */
static void take_result(const struct pair *pair, int score)
{
    pthread_mutex_lock(&fit.lock);
    fit.played++;
    for (int i = 0; i < tuned_count; i++) {
        if (fit.tuned[i]) {
            fit.value[i] +=
                rate_of(pair->index) * step_of(i, pair->index) * pair->flip[i] * (double)score;
            fit.value[i] = fmax(fit.value[i], 1.);
            fit.sum[i] += fit.played > fit.games / 4 ? fit.value[i] : 0.;
        }
    }
    fit.summed += fit.played > fit.games / 4;
    ticker_show(&fit.ticker, 2 * (fit.played - fit.resumed));
    if (clock_ns() - fit.saved_ns >= SAVE_INTERVAL) {
        fit.saved_ns = clock_ns();
        save_numbers();
    }
    pthread_mutex_unlock(&fit.lock);
}

/* Plays a game. Returns 1 if the first side wins, -1 if it loses, otherwise 0. `first_player` is
 * the player, 1 or 2, that the first side plays. */
static int play_game(struct player players[2], const struct pair *pair, const char *opening,
                     int first_player, void *position)
{
    struct error error;
    if (!tuned_game->parse_fen(&players[0].settings, opening, position, &error)) {
        tuned_give_up("%s", error.text);
    }
    player_clear(&players[0]);
    player_clear(&players[1]);
    for (int ply = 0; ply < MAX_PLIES && tuned_game->result(position) == RESULT_NONE; ply++) {
        const int side = tuned_game->player(position) != first_player;
        memcpy(tuned_values(), pair->side[side], (size_t)tuned_count * sizeof(int));
        const struct search_line *line =
            player_search(&players[side], position, PLAYER_NOT_SOFT, (uint64_t)fit.nodes);
        if (score_is_mate(line->score)) {
            return (line->score > 0) == (side == 0) ? 1 : -1;
        }
        tuned_game->play(position, line->pv[0]);
    }
    const enum game_result result = tuned_game->result(position);
    return result == RESULT_P1_WINS || result == RESULT_P2_WINS
               ? ((result == RESULT_P1_WINS) == (first_player == 1) ? 1 : -1)
               : 0;
}

static void count_result(int result)
{
    pthread_mutex_lock(&fit.lock);
    *(result > 0 ? &fit.wins : result < 0 ? &fit.losses : &fit.draws) += 1;
    pthread_mutex_unlock(&fit.lock);
}

static void *play_pairs(void *unused UNUSED)
{
    struct player players[2];
    struct pair pair;
    struct rng rng;
    void *position = alloc_zeroed(CACHE_LINE, tuned_game->position_size);
    tuned_reset();
    if (!position || !player_init(&players[0], tuned_game, TABLE_MEGABYTES) ||
        !player_init(&players[1], tuned_game, TABLE_MEGABYTES)) {
        tuned_give_up("memory is out");
    }
    while (take_pair(&pair, &rng)) {
        const char *opening = fit.openings[rng_below(&rng, fit.opening_count)];
        int score = 0;
        for (int first_player = 1; first_player <= 2; first_player++) {
            const int result = play_game(players, &pair, opening, first_player, position);
            count_result(result);
            score += result;
        }
        take_result(&pair, score);
    }
    player_finish(&players[0]);
    player_finish(&players[1]);
    alloc_release(position, tuned_game->position_size);
    return NULL;
}

int main(int count, char **words)
{
    static char program[64];
    if (!tuned_runs_here(words[0])) {
        return EXIT_FAILURE;
    }
    snprintf(program, sizeof program, "%s-spsa", tuned_game->name);
    tuned_program = program;
    if (count == 1) {
        list_numbers();
        return EXIT_SUCCESS;
    }
    fit.games = 20000;
    fit.nodes = 50000;
    fit.rate = 10;
    fit.seed = 1;
    fit.jobs = sysconf(_SC_NPROCESSORS_ONLN);
    const struct argument arguments[] = {{"games", &fit.games}, {"nodes", &fit.nodes},
                                         {"rate", &fit.rate},   {"seed", &fit.seed},
                                         {"jobs", &fit.jobs},   {NULL, NULL}};
    if (count < 3) {
        tuned_give_up("which NUMBERS, which OPENINGS?");
    }
    if (!arguments_read(words[0], arguments, NULL, count - 2, words + 2)) {
        return EXIT_FAILURE;
    }
    if (fit.jobs < 1 || fit.jobs > MAX_JOBS || fit.games < 2) {
        tuned_give_up("jobs=1 or more, games=2 or more");
    }
    fit.path = words[1];
    read_numbers();
    read_openings(words[2]);
    pthread_mutex_init(&fit.lock, NULL);
    fit.saved_ns = clock_ns();
    ticker_begin(&fit.ticker, "games", fit.games - 2 * fit.resumed);
    pthread_t threads[MAX_JOBS];
    for (long i = 0; i < fit.jobs; i++) {
        if (pthread_create(&threads[i], NULL, play_pairs, NULL) != 0) {
            tuned_give_up("no thread to be had");
        }
    }
    for (long i = 0; i < fit.jobs; i++) {
        pthread_join(threads[i], NULL);
    }
    ticker_clear(&fit.ticker);
    fprintf(stderr, "%ld games, +%ld -%ld =%ld\n", 2 * (fit.played - fit.resumed), fit.wins,
            fit.losses, fit.draws);
    save_numbers();
    return EXIT_SUCCESS;
}
