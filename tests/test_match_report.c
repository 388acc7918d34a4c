/* SPDX-License-Identifier: MIT */
/* Tests the output of a match: the reports in tests/data/match, whose numbers another program
 * computed from the results and a person checked, and the progress lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bar.h"
#include "clock.h"
#include "progress.h"
#include "standings.h"
#include "suite.h"

/* The pairs of games: four with 0 points, eleven with 1/2, twenty-two with 1, seven with 1 1/2,
 * sixteen with 2. */
#define FIVE(pair)   pair pair pair pair pair
#define SEVEN(pair)  FIVE(pair) pair pair
#define TWELVE(pair) FIVE(pair) SEVEN(pair)
#define SIXTY(pair)  TWELVE(pair) TWELVE(pair) TWELVE(pair) TWELVE(pair) TWELVE(pair)
#define KNOWN                                                                                      \
    "21212121" FIVE("2=") FIVE("2=") "2=" FIVE("====") FIVE("====") "====" SEVEN("1=") SEVEN("12") \
        SEVEN("12") "1212"

#define NORMALIZED                                                                                 \
    {                                                                                              \
        .enabled = true, .elo1 = 10, .alpha = 0.05, .beta = 0.05                                   \
    }
#define LOGISTIC                                                                                   \
    {                                                                                              \
        .enabled = true, .model = SPRT_LOGISTIC, .elo1 = 50, .alpha = 0.05, .beta = 0.05           \
    }

/* The results in the order of the games: won by player 1 or 2, drawn (=), not played (.). In the
 * same order the reasons: time, illegal move, crash, hang, resignation; by the rules if there is
 * none. */
static const struct {
    const char *file;
    struct schedule schedule;
    const char *names[3], *results, *verdicts;
    struct sprt sprt;
} reports[] = {
    {.file = "report-two.txt",
     .schedule = {.engines = 2, .rounds = 6, .games = 2},
     .names = {"Ada", "Bob the 2nd"},
     .results = "112=1=1212.1",
     .verdicts = "i.t...hr...."},
    {.file = "report-unpaired.txt",
     .schedule = {.engines = 2, .rounds = 5, .games = 1},
     .names = {"Ada", "Bob"},
     .results = "12=11"},
    {.file = "report-won.txt",
     .schedule = {.engines = 2, .rounds = 2, .games = 2},
     .names = {"Ada", "Bob"},
     .results = "1212"},
    {.file = "report-lost.txt",
     .schedule = {.engines = 2, .rounds = 2, .games = 2},
     .names = {"Ada", "Bob"},
     .results = "2121"},
    {.file = "report-drawn.txt",
     .schedule = {.engines = 2, .rounds = 2, .games = 2},
     .names = {"Ada", "Bob"},
     .results = "===="},
    {.file = "report-none.txt",
     .schedule = {.engines = 2, .rounds = 2, .games = 2},
     .names = {"Ada", "Bob"},
     .results = "...."},
    {.file = "report-sprt.txt",
     .schedule = {.engines = 2, .rounds = 60, .games = 2},
     .names = {"Ada", "Bob"},
     .results = KNOWN,
     .sprt = NORMALIZED},
    {.file = "report-h1.txt",
     .schedule = {.engines = 2, .rounds = 60, .games = 2},
     .names = {"Ada", "Bob"},
     .results = SIXTY("12"),
     .sprt = LOGISTIC},
    {.file = "report-h0.txt",
     .schedule = {.engines = 2, .rounds = 60, .games = 2},
     .names = {"Ada", "Bob"},
     .results = SIXTY("21"),
     .sprt = LOGISTIC},
    {.file = "report-table.txt",
     .schedule = {.engines = 3, .rounds = 2, .games = 2},
     .names = {"Ada", "Bob the second", "An engine with a name of many letters"},
     .results = "1=2.12==2111",
     .verdicts = "i.t.h...cc.r"},
    {.file = "report-gauntlet.txt",
     .schedule =
         {.kind = TOURNAMENT_GAUNTLET, .challengers = 1, .engines = 3, .rounds = 1, .games = 2},
     .names = {"Ada", "Bob", "Cy"},
     .results = "11=2"},
    {.file = "report-names.txt",
     .schedule =
         {.kind = TOURNAMENT_GAUNTLET, .challengers = 1, .engines = 3, .rounds = 1, .games = 2},
     .names = {"J\u00f6rg", "Ada", FIVE("\u00fc\u00fc\u00fc\u00fc\u00fc\u00fc")},
     .results = "11=2"},
};

static enum game_result result_of(char letter)
{
    return letter == '1'   ? RESULT_P1_WINS
           : letter == '2' ? RESULT_P2_WINS
           : letter == '=' ? RESULT_DRAW
                           : RESULT_NONE;
}

static enum verdict verdict_of(char letter)
{
    return letter == 't'   ? VERDICT_TIME
           : letter == 'i' ? VERDICT_ILLEGAL
           : letter == 'c' ? VERDICT_CRASH
           : letter == 'h' ? VERDICT_HANG
           : letter == 'r' ? VERDICT_RESIGNATION
                           : VERDICT_RULES;
}

static void fill(struct standings *standings, int report)
{
    const char *verdicts = reports[report].verdicts ? reports[report].verdicts : "";
    standings_init(standings, &reports[report].schedule, reports[report].names);
    for (int64_t number = 0; reports[report].results[number]; number++) {
        struct played_game played = {.number = number,
                                     .result = result_of(reports[report].results[number]),
                                     .verdict = verdict_of(*verdicts)};
        verdicts += *verdicts != '\0';
        standings_add(standings, &played);
    }
}

static void read_file(const char *name, struct buffer *out)
{
    char path[512], line[512];
    snprintf(path, sizeof path, TESTS_DATA "/match/%s", name);
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "%s is not there", path);
    while (fgets(line, sizeof line, file)) {
        buffer_puts(out, line);
    }
    fclose(file);
}

START_TEST(every_report_is_the_one_of_its_file)
{
    struct standings standings;
    struct buffer report = {0}, expected = {0};
    fill(&standings, _i);
    standings_report(&standings, &reports[_i].sprt, &report);
    read_file(reports[_i].file, &expected);
    ck_assert_msg(strcmp(buffer_text(&report), buffer_text(&expected)) == 0,
                  "tests/data/match/%s:\n%s\nprinted:\n%s", reports[_i].file,
                  buffer_text(&expected), buffer_text(&report));
    buffer_finish(&report);
    buffer_finish(&expected);
    standings_finish(&standings);
}
END_TEST

static int find_report(const char *file)
{
    int i = 0;
    while (strcmp(reports[i].file, file) != 0) {
        i++;
    }
    return i;
}

/* Checks the progress line after so many seconds. `began_with` is the number of games that had been
 * played when the match was started. */
static void check_progress(const char *file, bool terminal, int64_t began_with, int64_t seconds,
                           const char *expected)
{
    struct standings standings;
    struct progress progress = {
        .terminal = terminal, .began_ns = 7 * NS_PER_SECOND, .began_with = began_with};
    struct buffer line = {0};
    int report = find_report(file);
    fill(&standings, report);
    progress_format(&progress, &standings, &reports[report].sprt, (7 + seconds) * NS_PER_SECOND,
                    &line);
    ck_assert_str_eq(buffer_text(&line), expected);
    buffer_finish(&line);
    standings_finish(&standings);
}

START_TEST(progress_tells_the_score_and_the_time_that_is_left)
{
    check_progress("report-two.txt", false, 1, 30,
                   "11/12  +6 -3 =2  Elo 147.2 +- 285.9  left 0:03");
    check_progress("report-two.txt", true, 1, 30,
                   "[##################..] 11/12  +6 -3 =2  Elo 147.2 +- 285.9  left 0:03");
    check_progress("report-two.txt", false, 11, 30, "11/12  +6 -3 =2  Elo 147.2 +- 285.9");
    check_progress("report-table.txt", false, 10, 3675, "11/12  left 1:01:15");
    check_progress("report-unpaired.txt", false, 0, 60, "5/5  +3 -1 =1  Elo 147.2");
    check_progress("report-sprt.txt", false, 0, 60,
                   "120/120  +39 -19 =62  Elo 58.5 +- 56.3  LLR 0.61 (-2.94, 2.94)");
    check_progress("report-none.txt", true, 0, 60, "[....................] 0/4  +0 -0 =0  Elo 0.0");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("match_report");
    TCase *files = tcase_create("reports");
    tcase_add_loop_test(files, every_report_is_the_one_of_its_file, 0, LENGTH(reports));
    suite_add_tcase(suite, files);
    SUPPORT_ADD(suite, progress_tells_the_score_and_the_time_that_is_left);
    return support_run(suite);
}
