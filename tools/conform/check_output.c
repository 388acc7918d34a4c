/* SPDX-License-Identifier: MIT */
/* Checks of the output of a search. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "checks.h"
#include "clock.h"

/* The most info lines of a search of one second. An interface froze when an engine sent more. */
#define MOST_INFOS_A_SECOND 400

enum outcome check_bestmove_last(struct checker *checker)
{
    char *line;
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < 3; i++) {
        if (!checker_search(checker, "startpos", "depth 3", SEARCH_S, NULL)) {
            return OUTCOME_FAIL;
        }
        line = session_read(checker->session, SILENCE_S);
        if (line) {
            return checker_fail(checker, "after the bestmove comes '%.100s'", line);
        }
    }
    return checker_is_alive(checker) ? OUTCOME_PASS : OUTCOME_FAIL;
}

/* Returns the keyword of an info line whose value is not an integer; NULL if there is none. */
static const char *broken_number(char *line)
{
    static const char *const keys[] = {"depth", "seldepth", "multipv", "nodes", "nps",
                                       "time",  "hashfull", "tbhits",  "cp",    "mate"};
    char *rest = line, *word, *key = NULL;
    while ((word = strsep(&rest, " "))) {
        if (strcmp(word, "pv") == 0 || strcmp(word, "string") == 0) {
            return NULL;
        }
        if (key) {
            char *end;
            strtoll(word, &end, 10);
            if (end == word || *end) {
                return key;
            }
        }
        key = NULL;
        for (int i = 0; i < LENGTH(keys); i++) {
            key = strcmp(word, keys[i]) == 0 ? word : key;
        }
    }
    return key;
}

enum outcome check_scored(struct checker *checker)
{
    static const char *const limits[] = {"movetime 1", "depth 1", "nodes 1", "depth 5"};
    char *line, word[16];
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < LENGTH(limits); i++) {
        bool scored = false;
        session_send(checker->session, "position startpos");
        session_send(checker->session, "go %s", limits[i]);
        while ((line = session_read(checker->session, SEARCH_S)) &&
               strncmp(line, "bestmove", 8) != 0) {
            bool info = strncmp(line, "info ", 5) == 0;
            scored |= info && (strstr(line, " score cp ") || strstr(line, " score mate "));
            const char *broken = info ? broken_number(line) : NULL;
            if (broken) {
                snprintf(word, sizeof word, "%s", broken);
                return checker_fail(checker, "the number behind %s is not whole", word);
            }
        }
        if (!line) {
            return checker_fail(checker, "no bestmove after go %s", limits[i]);
        }
        if (!scored) {
            return checker_fail(checker, "no scored info before the bestmove of go %s", limits[i]);
        }
    }
    return OUTCOME_PASS;
}

enum outcome check_scores(struct checker *checker)
{
    const struct look_samples *samples = checker_samples(checker);
    struct search_output output;
    const char *position = samples->win ? samples->win : samples->after;
    if (!checker_greet(checker) ||
        !checker_search(checker, position, "depth 5", SEARCH_S, &output)) {
        return OUTCOME_FAIL;
    }
    /* A win with the next move is one ply and one move. */
    if (samples->win && (!output.is_mate || output.score != 1)) {
        return checker_fail(checker, "a win at once is scored %s %d, not mate 1",
                            output.is_mate ? "mate (plies)" : "cp", output.score);
    }
    if (!output.exact) {
        return checker_fail(checker, "the last score is a bound");
    }
    if (samples->loss) {
        if (!checker_search(checker, samples->loss, "depth 6", SEARCH_S, &output)) {
            return OUTCOME_FAIL;
        }
        if (!output.is_mate || output.score != -2) {
            return checker_fail(checker, "a loss to the next move is scored %s %d, not as mated",
                                output.is_mate ? "mate (plies)" : "cp", output.score);
        }
    }
    return OUTCOME_PASS;
}

/* Counts the words of a text. */
static int count_words(const char *text)
{
    int count = 0;
    for (; *text; text++) {
        count += *text != ' ' && (text[1] == ' ' || text[1] == '\0');
    }
    return count;
}

/* True if the last principal variation is legal, begins with the bestmove, and has the length that
 * a mate score states. */
static bool line_is_sound(struct checker *checker, const char *position,
                          const struct search_output *output)
{
    size_t length = strlen(output->best);
    if (output->scored > 0 && (strncmp(output->pv, output->best, length) != 0 ||
                               (output->pv[length] && output->pv[length] != ' '))) {
        checker_fail(checker, "bestmove %s, but the last line begins '%.20s'", output->best,
                     output->pv);
        return false;
    }
    int count, legal = checker_count_legal(checker, position, output->pv, &count);
    if (legal < count) {
        checker_fail(checker, "move %d of the line '%.120s' is not legal", legal + 1, output->pv);
        return false;
    }
    if (output->is_mate && output->exact && count_words(output->pv) != abs(output->score)) {
        checker_fail(checker, "a mate in %d plies has a line of %d", abs(output->score), count);
        return false;
    }
    return true;
}

enum outcome check_lines(struct checker *checker)
{
    const struct look_samples *samples = checker_samples(checker);
    const char *const positions[] = {"startpos", samples->after, samples->win, samples->loss};
    struct search_output output;
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < LENGTH(positions); i++) {
        if (positions[i] && (!checker_search(checker, positions[i], "depth 6", SEARCH_S, &output) ||
                             !line_is_sound(checker, positions[i], &output))) {
            return OUTCOME_FAIL;
        }
    }
    if (!checker_option(checker, "MultiPV")) {
        return OUTCOME_PASS;
    }
    session_send(checker->session, "setoption name MultiPV value 3");
    if (!checker_search(checker, "startpos", "depth 4", SEARCH_S, &output) ||
        !line_is_sound(checker, "startpos", &output)) {
        return OUTCOME_FAIL;
    }
    if (output.lines != 3 || output.ranks_broken) {
        return checker_fail(checker, "MultiPV 3 gives ranks up to %d%s", output.lines,
                            output.ranks_broken ? ", out of order" : "");
    }
    return OUTCOME_PASS;
}

enum outcome check_throttle(struct checker *checker)
{
    struct search_output output;
    if (!checker_greet(checker) ||
        !checker_search(checker, "startpos", "movetime 1000", SEARCH_S, &output)) {
        return OUTCOME_FAIL;
    }
    if (output.infos > MOST_INFOS_A_SECOND) {
        return checker_fail(checker, "%d infos in a second", output.infos);
    }
    return output.counted
               ? OUTCOME_PASS
               : checker_fail(checker, "the last info lacks nodes, time, nps or hashfull");
}

enum outcome check_ponder_move(struct checker *checker)
{
    struct search_output output;
    struct buffer position = {0};
    if (!checker_greet(checker) ||
        !checker_search(checker, "startpos", "depth 5", SEARCH_S, &output)) {
        return OUTCOME_FAIL;
    }
    if (!output.ponder[0]) {
        return OUTCOME_PASS;
    }
    if (checker_is_ugi(checker)) {
        return checker_fail(checker, "bestmove %s ponder %s: UGI has no ponder move", output.best,
                            output.ponder);
    }
    buffer_printf(&position, "startpos moves %s", output.best);
    bool legal = checker_is_legal(checker, buffer_text(&position), output.ponder);
    buffer_finish(&position);
    return legal ? OUTCOME_PASS
                 : checker_fail(checker, "ponder %s is not legal after %s", output.ponder,
                                output.best);
}
