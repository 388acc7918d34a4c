/* SPDX-License-Identifier: MIT */
/* Measures how much the scores of short searches differ from those of long ones, for several sets
 * of the constants in search_params.h:
 *
 *     GAME-search-error label FENS [nodes=2000000] [quick=3000] [most=500] > POSITIONS
 *     GAME-search-error compare POSITIONS SETS [nodes=50000] [unit=200]
 *
 * `label` searches the positions of a file with one FEN per line and prints each with its score. It
 * leaves out positions that a search of `quick` nodes scores beyond `most` centipawns.
 *
 * `compare` reads sets of constants, one per line: "NAME=VALUE NAME=VALUE ...". It prints a row for
 * each set: the mean squared error of the expected score, 1 / (1 + exp(-score / unit)), where a
 * mate is 1 or 0; its difference from the first set's error, with two standard errors; how many of
 * the positions that the long search decides the short one decides, too; depths; and the time.
 *
 * This measurement is more precise than the same time spent on games, but its reference is the
 * judgement of the same search. Confirm a result by playing games. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "arguments.h"
#include "array.h"
#include "clock.h"
#include "player.h"
#include "ticker.h"
#include "tuned.h"

#define TABLE_MEGABYTES 16
#define LINE_SIZE       4096

/* A position, the score of its long search, and the squared error of the first set. */
struct labelled {
    char *fen;
    int score;
    double error;
};

struct labels {
    struct labelled *list;
    size_t count, room;
};

static struct player player;
static void *position;
static long nodes, quick = 3000, most = 500, unit = 200;

/* Searches a position with an empty table. */
static const struct search_line *search(const char *fen, long limit)
{
    struct error error;
    if (!tuned_game->parse_fen(&player.settings, fen, position, &error)) {
        tuned_give_up("%s", error.text);
    }
    player_clear(&player);
    return player_search(&player, position, PLAYER_NOT_SOFT, (uint64_t)limit);
}

static bool label(void *ticker, char *fen, long number, struct error *error UNUSED)
{
    if (labs(search(fen, quick)->score) <= most) {
        const int score = search(fen, nodes)->score;
        ticker_clear(ticker);
        printf("%d %s\n", score, fen);
        fflush(stdout);
    }
    ticker_show(ticker, number);
    return true;
}

static bool read_position(void *opaque, char *line, long number UNUSED, struct error *error UNUSED)
{
    struct labels *labels = opaque;
    char *fen;
    const long score = strtol(line, &fen, 10);
    if (fen == line || *fen != ' ' || labs(score) > SCORE_MATE) {
        tuned_give_up("no score and position in %s", line);
    }
    fen = strdup(fen + 1);
    if (!fen) {
        tuned_give_up("memory is out");
    }
    labels->list = array_grow(labels->list, &labels->room, labels->count + 1, sizeof *labels->list);
    labels->list[labels->count++] = (struct labelled){.fen = fen, .score = (int)score};
    return true;
}

/* Sets the constants of the searches to those of a set. Values are at least 1, since some constants
 * are divisors. */
static void take_set(const char *set)
{
    char copy[LINE_SIZE], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", set);
    tuned_reset();
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '='), *end = NULL;
        long number = value ? strtol(value + 1, &end, 10) : 0;
        if (!value || end == value + 1 || *end || number < 1 || number > INT32_MAX) {
            tuned_give_up("NAME=VALUE expected, a value of 1 or more, not %s", word);
        }
        *value = '\0';
        int index = tuned_find(word);
        if (index < 0) {
            tuned_give_up("this search has no number %s", word);
        }
        tuned_values()[index] = (int)number;
    }
}

static double expected(int score)
{
    return score >= SCORE_MATE_FOUND    ? 1.
           : score <= -SCORE_MATE_FOUND ? 0.
                                        : 1. / (1. + exp(-score / (double)unit));
}

/* Prints the row of a set. */
static bool compare(void *opaque, char *set, long number, struct error *error_unused UNUSED)
{
    const struct labels *labels = opaque;
    struct labelled *list = labels->list;
    double sum = 0., difference = 0., squares = 0., depth = 0., seldepth = 0.;
    long decided = 0, seen = 0;
    const int64_t begin = clock_ns();
    struct ticker ticker;
    ticker_begin(&ticker, "positions", (int64_t)labels->count);
    take_set(set);
    for (size_t i = 0; i < labels->count; i++) {
        const struct search_line *line = search(list[i].fen, nodes);
        const double off = expected(line->score) - expected(list[i].score), error = off * off;
        list[i].error = number == 1 ? error : list[i].error;
        const double more = error - list[i].error;
        sum += error;
        difference += more;
        squares += more * more;
        depth += line->depth;
        seldepth += line->seldepth;
        decided += score_is_mate(list[i].score);
        seen += score_is_mate(list[i].score) && score_is_mate(line->score);
        ticker_show(&ticker, (int64_t)i + 1);
    }
    const double n = (double)labels->count, mean = difference / n;
    ticker_clear(&ticker);
    printf("%.5f %+.5f +- %.5f  %ld of %ld  %.1f %.1f  %.1f s  %s\n", sum / n, mean,
           2. * sqrt(fmax(squares / n - mean * mean, 0.) / n), seen, decided, depth / n,
           seldepth / n, (double)(clock_ns() - begin) / (double)NS_PER_SECOND,
           set[0] ? set : "as it is");
    fflush(stdout);
    return true;
}

static void compare_sets(const char *positions, const char *sets)
{
    struct labels labels = {0};
    tuned_read_lines(positions, read_position, &labels);
    if (labels.count == 0) {
        tuned_give_up("no positions in %s", positions);
    }
    puts("error, difference; decided; depths; time; numbers");
    tuned_read_lines(sets, compare, &labels);
    for (size_t i = 0; i < labels.count; i++) {
        free(labels.list[i].fen);
    }
    free(labels.list);
}

int main(int count, char **words)
{
    tuned_program = words[0];
    const bool labels = count >= 3 && strcmp(words[1], "label") == 0;
    const int files = labels ? 1 : 2;
    if (!labels && (count < 4 || strcmp(words[1], "compare") != 0)) {
        tuned_give_up("label FENS or compare POSITIONS SETS expected");
    }
    nodes = labels ? 2000000 : 50000;
    const struct argument arguments[] = {
        {"nodes", &nodes}, {"quick", &quick}, {"most", &most}, {"unit", &unit}, {NULL, NULL}};
    if (!arguments_read(words[0], arguments, NULL, count - 1 - files, words + 1 + files) ||
        !tuned_runs_here(words[0])) {
        return EXIT_FAILURE;
    }
    if (nodes < 1 || quick < 1 || unit < 1) {
        tuned_give_up("nodes=, quick= and unit= are 1 or more");
    }
    position = alloc_zeroed(CACHE_LINE, tuned_game->position_size);
    if (!position || !player_init(&player, tuned_game, TABLE_MEGABYTES)) {
        tuned_give_up("memory is out");
    }
    tuned_reset();
    if (labels) {
        struct ticker ticker;
        ticker_begin(&ticker, "positions", 0);
        tuned_read_lines(words[2], label, &ticker);
        ticker_clear(&ticker);
    } else {
        compare_sets(words[2], words[3]);
    }
    player_finish(&player);
    alloc_release(position, tuned_game->position_size);
    return EXIT_SUCCESS;
}
