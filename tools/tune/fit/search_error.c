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
#include "clock.h"
#include "file.h"
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

static const char *program;
static struct player player;
static void *position;
static long unit = 200;

static void give_up(const char *what, const char *about)
{
    fprintf(stderr, "%s: %s%s\n", program, what, about);
    exit(EXIT_FAILURE);
}

static FILE *open_file(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    return file;
}

/* Reads the next line. Returns false at the end of the file. */
static bool next_line(struct text_lines *lines, char **line, const char *path)
{
    struct error error;
    const bool more = text_lines_next(lines, line, &error);
    if (!more && error.text[0]) {
        fprintf(stderr, "%s: %s:%s\n", program, path, error.text);
        exit(EXIT_FAILURE);
    }
    return more;
}

static void close_file(struct text_lines *lines)
{
    fclose(lines->file);
    text_lines_finish(lines);
}

/* Searches a position with an empty table. */
static const struct search_line *search(const char *fen, long nodes)
{
    struct error error;
    if (!tuned_game->parse_fen(&player.settings, fen, position, &error)) {
        give_up(error.text, "");
    }
    player_clear(&player);
    return player_search(&player, position, (uint64_t)nodes);
}

static void label(const char *path, long nodes, long quick, long most)
{
    struct text_lines lines = {.file = open_file(path)};
    char *line;
    struct ticker ticker;
    ticker_begin(&ticker, "positions", 0);
    while (next_line(&lines, &line, path)) {
        if (labs(search(line, quick)->score) <= most) {
            const int score = search(line, nodes)->score;
            ticker_clear(&ticker);
            printf("%d %s\n", score, line);
            fflush(stdout);
        }
        ticker_show(&ticker, lines.number);
    }
    ticker_clear(&ticker);
    close_file(&lines);
}

static struct labelled *read_positions(const char *path, long *count)
{
    struct text_lines lines = {.file = open_file(path)};
    struct labelled *list = NULL;
    char *line;
    *count = 0;
    while (next_line(&lines, &line, path)) {
        char *fen;
        const long score = strtol(line, &fen, 10);
        if (fen == line || *fen != ' ' || labs(score) > SCORE_MATE) {
            give_up("no score and position in ", line);
        }
        struct labelled *more = realloc(list, (size_t)(*count + 1) * sizeof *list);
        fen = strdup(fen + 1);
        if (!more || !fen) {
            give_up("memory is out", "");
        }
        list = more;
        list[(*count)++] = (struct labelled){.fen = fen, .score = (int)score};
    }
    close_file(&lines);
    if (*count == 0) {
        give_up("no positions in ", path);
    }
    return list;
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
            give_up("NAME=VALUE expected, a value of 1 or more, not ", word);
        }
        *value = '\0';
        int index = tuned_find(word);
        if (index < 0) {
            give_up("this search has no number ", word);
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
static void compare(struct labelled *list, long count, long nodes, const char *set, bool is_first)
{
    double sum = 0., difference = 0., squares = 0., depth = 0., seldepth = 0.;
    long decided = 0, seen = 0;
    const int64_t begin = clock_ns();
    struct ticker ticker;
    ticker_begin(&ticker, "positions", count);
    take_set(set);
    for (long i = 0; i < count; i++) {
        const struct search_line *line = search(list[i].fen, nodes);
        const double off = expected(line->score) - expected(list[i].score), error = off * off;
        list[i].error = is_first ? error : list[i].error;
        const double more = error - list[i].error;
        sum += error;
        difference += more;
        squares += more * more;
        depth += line->depth;
        seldepth += line->seldepth;
        decided += score_is_mate(list[i].score);
        seen += score_is_mate(list[i].score) && score_is_mate(line->score);
        ticker_show(&ticker, i + 1);
    }
    const double n = (double)count, mean = difference / n;
    ticker_clear(&ticker);
    printf("%.5f %+.5f +- %.5f  %ld of %ld  %.1f %.1f  %.1f s  %s\n", sum / n, mean,
           2. * sqrt(fmax(squares / n - mean * mean, 0.) / n), seen, decided, depth / n,
           seldepth / n, (double)(clock_ns() - begin) / (double)NS_PER_SECOND,
           set[0] ? set : "as it is");
    fflush(stdout);
}

static void compare_sets(const char *positions, const char *sets, long nodes)
{
    long count;
    struct labelled *list = read_positions(positions, &count);
    struct text_lines lines = {.file = open_file(sets)};
    char *line;
    puts("error, difference; decided; depths; time; numbers");
    while (next_line(&lines, &line, sets)) {
        compare(list, count, nodes, line, lines.number == 1);
    }
    close_file(&lines);
    for (long i = 0; i < count; i++) {
        free(list[i].fen);
    }
    free(list);
}

int main(int count, char **words)
{
    program = words[0];
    const bool labels = count >= 3 && strcmp(words[1], "label") == 0;
    const int files = labels ? 1 : 2;
    if (!labels && (count < 4 || strcmp(words[1], "compare") != 0)) {
        give_up("label FENS or compare POSITIONS SETS expected", "");
    }
    long nodes = labels ? 2000000 : 50000, quick = 3000, most = 500;
    const struct argument arguments[] = {
        {"nodes", &nodes}, {"quick", &quick}, {"most", &most}, {"unit", &unit}, {NULL, NULL}};
    if (!arguments_read(program, arguments, NULL, count - 1 - files, words + 1 + files) ||
        !tuned_runs_here(program)) {
        return EXIT_FAILURE;
    }
    if (nodes < 1 || quick < 1 || unit < 1) {
        give_up("nodes=, quick= and unit= are 1 or more", "");
    }
    position = alloc_zeroed(CACHE_LINE, tuned_game->position_size);
    if (!position || !player_init(&player, tuned_game, TABLE_MEGABYTES)) {
        give_up("memory is out", "");
    }
    tuned_reset();
    if (labels) {
        label(words[2], nodes, quick, most);
    } else {
        compare_sets(words[2], words[3], nodes);
    }
    player_finish(&player);
    alloc_release(position, tuned_game->position_size);
    return EXIT_SUCCESS;
}
