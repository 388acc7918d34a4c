/* SPDX-License-Identifier: MIT */
/* Measures how well short searches of Othello predict long ones and the exact value:
 *
 *     othello-probcut [positions=300] [depth=10] [seed=1] GAMES
 *
 * GAMES is a file of othello-selfplay. From each game it takes at most one position, at random
 * among those of a stage (evaluate.h) that is still short of `positions`. Each position is searched
 * to all depths up to `depth`, in full width. Positions with SOLVED_EMPTIES or fewer empty squares
 * are solved, too.
 *
 * It prints two tables in C, whose entries are mean and standard deviation in centipawns. The first
 * has a row for each stage and a column for each depth from 3 on: the score minus that of the depth
 * with which ProbCut probes. The second has the exact value minus the scores of depth 0, 1, and so
 * on. A field without enough positions repeats the one of the stage before. The same command line
 * gives the same tables. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "arguments.h"
#include "othello/evaluate.h"
#include "othello/rules.h"
#include "othello/solver.h"
#include "player.h"
#include "rng.h"
#include "ticker.h"
#include "tuned.h"

#define TABLE_MEGABYTES 64
#define SOLVED_EMPTIES  18
#define LEAST_EMPTIES   10   /* positions with fewer empty squares are left out */
#define MOST_SCORE      2500 /* and so are those whose first score is higher, in centipawns */
#define FIRST_DEPTH     3
#define MOST_DEPTH      16
#define LEAST_COUNT     10 /* a field has at least this many positions */

struct sums {
    double count, sum, squares;
};

static struct {
    struct player player;
    struct othello_solver solver;
    _Alignas(CACHE_LINE) unsigned char table[1 << 22];
    struct rng rng;
    struct ticker ticker;
    long positions, depth, seed;
    long taken[OTHELLO_STAGES];
    struct sums longer[OTHELLO_STAGES][MOST_DEPTH + 1], exact[MOST_DEPTH + 1];
} job = {.positions = 300, .depth = 10, .seed = 1};

static void add(struct sums *sums, double difference)
{
    sums->count++;
    sums->sum += difference;
    sums->squares += difference * difference;
}

static void print(const struct sums *sums, bool is_last)
{
    const double count = fmax(sums->count, 1.), mean = sums->sum / count;
    printf("{%.0f, %.0f}%s", mean, sqrt(fmax(sums->squares / count - mean * mean, 0.)),
           is_last ? "}" : ", ");
}

static void measure(const struct othello_position *position, int stage)
{
    const int empties = othello_empties(position);
    const int last = empties - 1 < job.depth ? empties - 1 : (int)job.depth;
    score_t scores[MOST_DEPTH + 1] = {othello_evaluate(position)};
    player_clear(&job.player);
    for (int depth = 1; depth <= last; depth++) {
        job.player.depth = depth;
        scores[depth] = player_search(&job.player, position, PLAYER_NOT_SOFT, UINT64_MAX)->score;
        if (abs(scores[1]) > MOST_SCORE) {
            return;
        }
        if (depth >= FIRST_DEPTH) {
            add(&job.longer[stage][depth], scores[depth] - scores[othello_probcut_depth(depth)]);
        }
    }
    job.taken[stage]++;
    if (empties <= SOLVED_EMPTIES) {
        memset(job.table, 0, sizeof job.table);
        othello_solver_init(&job.solver, NULL, 8, job.table, sizeof job.table);
        const int value =
            OTHELLO_DISC * othello_solve(&job.solver, position->own[0], position->other[0],
                                         -SOLVER_LIMIT, SOLVER_LIMIT);
        for (int depth = 0; depth <= last; depth++) {
            add(&job.exact[depth], value - scores[depth]);
        }
    }
}

/* Whether the position is one to take. */
static bool is_wanted(const struct othello_position *position, int stage)
{
    return !othello_is_over(position) && !othello_is_legal(position, MOVE_PASS) &&
           othello_empties(position) >= LEAST_EMPTIES &&
           othello_stage(position->own[0] | position->other[0]) == stage;
}

/* Takes a position of a game. */
static bool take(void *opaque UNUSED, char *line, long number, struct error *error)
{
    const int stage = (int)(number % OTHELLO_STAGES);
    struct othello_position position, chosen;
    int opening, value, used = 0, ply = 0;
    uint64_t seen = 0;
    if (sscanf(line, "%d %d %n", &opening, &value, &used) != 2) {
        return error_set(error, "the line is no game");
    }
    othello_clear(&position, 8);
    chosen = position;
    for (const char *at = line + used; at[0] > ' ' && at[1] > ' '; at += 2, ply++) {
        const move_t move =
            strncmp(at, "pa", 2) == 0 ? MOVE_PASS : othello_move((at[1] - '1') * 8 + (at[0] - 'a'));
        if (!othello_is_legal(&position, move)) {
            return error_set(error, "the line is no game");
        }
        if (ply >= opening && is_wanted(&position, stage) && rng_below(&job.rng, ++seen) == 0) {
            chosen = position;
        }
        othello_play(&position, move);
    }
    if (seen > 0 && job.taken[stage] < job.positions) {
        measure(&chosen, stage);
        ticker_show(&job.ticker, number);
    }
    return true;
}

static void print_tables(void)
{
    for (int stage = 0; stage < OTHELLO_STAGES; stage++) {
        printf("    {");
        for (int depth = FIRST_DEPTH; depth <= job.depth; depth++) {
            int from = stage;
            while (from > 0 && job.longer[from][depth].count < LEAST_COUNT) {
                from--;
            }
            print(&job.longer[from][depth], depth == job.depth);
        }
        puts(",");
    }
    printf("\n    {");
    for (int depth = 0; depth < LEAST_EMPTIES && depth <= job.depth; depth++) {
        print(&job.exact[depth], depth == LEAST_EMPTIES - 1 || depth == job.depth);
    }
    puts(",");
}

int main(int count, char **words)
{
    tuned_program = words[0];
    const struct argument arguments[] = {
        {"positions", &job.positions}, {"depth", &job.depth}, {"seed", &job.seed}, {NULL, NULL}};
    FREED char **files = alloc_local((size_t)count * sizeof *files);
    const int file_count = files ? arguments_take_files(&count, words, files) : 0;
    if (!arguments_read(words[0], arguments, NULL, count, words) || !tuned_runs_here(words[0])) {
        return EXIT_FAILURE;
    }
    if (file_count != 1 || job.positions < 1 || job.depth < FIRST_DEPTH || job.depth > MOST_DEPTH) {
        tuned_give_up("[positions=300] [depth=10] [seed=1] GAMES expected, depth from %d to %d",
                      FIRST_DEPTH, MOST_DEPTH);
    }
    if (!player_init(&job.player, tuned_game, TABLE_MEGABYTES)) {
        tuned_give_up("memory is out");
    }
    tuned_reset();
    static const char *const selective[] = {"PROBCUT_MIN_DEPTH", "LMR_MIN_DEPTH", "IIR_MIN_DEPTH"};
    for (int i = 0; i < LENGTH(selective); i++) {
        tuned_values()[tuned_find(selective[i])] = MAX_PLY;
    }
    job.rng = (struct rng){rng_mix((uint64_t)job.seed)};
    ticker_begin(&job.ticker, "games", 0);
    tuned_read_lines(files[0], take, NULL);
    ticker_clear(&job.ticker);
    /* The fields of other stages repeat those of the first. */
    if (job.longer[0][FIRST_DEPTH].count == 0 || job.exact[0].count == 0) {
        tuned_give_up("%s has no positions of the first stage, or none that can be solved",
                      files[0]);
    }
    print_tables();
    player_finish(&job.player);
    return EXIT_SUCCESS;
}
