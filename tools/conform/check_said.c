/* What is said of a search. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "checks.h"
#include "clock.h"

/* The most lines that a second's search may have: an interface hung on more. */
#define MOST_INFOS_A_SECOND 400

enum outcome check_bestmove_last(struct trial *trial)
{
    char *line;
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < 3; i++) {
        if (!trial_search(trial, "startpos", "depth 3", SEARCH_S, NULL)) {
            return OUTCOME_FAIL;
        }
        line = talk_hear(trial->talk, SILENCE_S);
        if (line) {
            return trial_fail(trial, "after the bestmove comes '%.100s'", line);
        }
    }
    return trial_is_alive(trial) ? OUTCOME_PASS : OUTCOME_FAIL;
}

/* The word of an info line whose number is not whole; NULL when all are. */
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

enum outcome check_scored(struct trial *trial)
{
    static const char *const limits[] = {"movetime 1", "depth 1", "nodes 1", "depth 5"};
    char *line, word[16];
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < LENGTH(limits); i++) {
        bool scored = false;
        talk_say(trial->talk, "position startpos");
        talk_say(trial->talk, "go %s", limits[i]);
        while ((line = talk_hear(trial->talk, SEARCH_S)) && strncmp(line, "bestmove", 8) != 0) {
            bool info = strncmp(line, "info ", 5) == 0;
            scored |= info && (strstr(line, " score cp ") || strstr(line, " score mate "));
            const char *broken = info ? broken_number(line) : NULL;
            if (broken) {
                snprintf(word, sizeof word, "%s", broken);
                return trial_fail(trial, "the number behind %s is not whole", word);
            }
        }
        if (!line) {
            return trial_fail(trial, "no bestmove after go %s", limits[i]);
        }
        if (!scored) {
            return trial_fail(trial, "no scored info before the bestmove of go %s", limits[i]);
        }
    }
    return OUTCOME_PASS;
}

enum outcome check_scores(struct trial *trial)
{
    const struct look_samples *samples = trial_samples(trial);
    struct seen seen;
    if (!trial_greet(trial) || !trial_search(trial, samples->win, "depth 5", SEARCH_S, &seen)) {
        return OUTCOME_FAIL;
    }
    /* One ply, and one move. */
    if (!seen.is_mate || seen.score != 1) {
        return trial_fail(trial, "a win at once is scored %s %d, not mate 1",
                          seen.is_mate ? "mate (plies)" : "cp", seen.score);
    }
    if (!seen.exact) {
        return trial_fail(trial, "the last score is a bound");
    }
    if (samples->loss) {
        if (!trial_search(trial, samples->loss, "depth 6", SEARCH_S, &seen)) {
            return OUTCOME_FAIL;
        }
        if (!seen.is_mate || seen.score != -2) {
            return trial_fail(trial, "a loss to the next move is scored %s %d, not as mated",
                              seen.is_mate ? "mate (plies)" : "cp", seen.score);
        }
    }
    return OUTCOME_PASS;
}

/* How many words a text has. */
static int count_words(const char *text)
{
    int count = 0;
    for (; *text; text++) {
        count += *text != ' ' && (text[1] == ' ' || text[1] == '\0');
    }
    return count;
}

/* Whether the last line of a search is legal, begins with the bestmove, and ends where it says. */
static bool line_is_sound(struct trial *trial, const char *position, const struct seen *seen)
{
    size_t length = strlen(seen->best);
    if (seen->scored > 0 && (strncmp(seen->pv, seen->best, length) != 0 ||
                             (seen->pv[length] && seen->pv[length] != ' '))) {
        trial_fail(trial, "bestmove %s, but the last line begins '%.20s'", seen->best, seen->pv);
        return false;
    }
    int count, legal = trial_count_legal(trial, position, seen->pv, &count);
    if (legal < count) {
        trial_fail(trial, "move %d of the line '%.120s' is not legal", legal + 1, seen->pv);
        return false;
    }
    if (seen->is_mate && seen->exact && count_words(seen->pv) != abs(seen->score)) {
        trial_fail(trial, "a mate in %d plies has a line of %d", abs(seen->score), count);
        return false;
    }
    return true;
}

enum outcome check_lines(struct trial *trial)
{
    const struct look_samples *samples = trial_samples(trial);
    const char *const positions[] = {"startpos", samples->after, samples->win, samples->loss};
    struct seen seen;
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < LENGTH(positions); i++) {
        if (positions[i] && (!trial_search(trial, positions[i], "depth 6", SEARCH_S, &seen) ||
                             !line_is_sound(trial, positions[i], &seen))) {
            return OUTCOME_FAIL;
        }
    }
    if (!trial_option(trial, "MultiPV")) {
        return OUTCOME_PASS;
    }
    talk_say(trial->talk, "setoption name MultiPV value 3");
    if (!trial_search(trial, "startpos", "depth 4", SEARCH_S, &seen) ||
        !line_is_sound(trial, "startpos", &seen)) {
        return OUTCOME_FAIL;
    }
    if (seen.lines != 3 || seen.ranks_broken) {
        return trial_fail(trial, "MultiPV 3 gives ranks up to %d%s", seen.lines,
                          seen.ranks_broken ? ", out of order" : "");
    }
    return OUTCOME_PASS;
}

enum outcome check_throttle(struct trial *trial)
{
    struct seen seen;
    if (!trial_greet(trial) || !trial_search(trial, "startpos", "movetime 1000", SEARCH_S, &seen)) {
        return OUTCOME_FAIL;
    }
    if (seen.infos > MOST_INFOS_A_SECOND) {
        return trial_fail(trial, "%d infos in a second", seen.infos);
    }
    return seen.counted ? OUTCOME_PASS
                        : trial_fail(trial, "the last info lacks nodes, time, nps or hashfull");
}

enum outcome check_ponder_move(struct trial *trial)
{
    struct seen seen;
    struct buffer position = {0};
    if (!trial_greet(trial) || !trial_search(trial, "startpos", "depth 5", SEARCH_S, &seen)) {
        return OUTCOME_FAIL;
    }
    if (!seen.ponder[0]) {
        return OUTCOME_PASS;
    }
    if (trial_is_ugi(trial)) {
        return trial_fail(trial, "bestmove %s ponder %s: UGI has no ponder move", seen.best,
                          seen.ponder);
    }
    buffer_printf(&position, "startpos moves %s", seen.best);
    bool legal = trial_is_legal(trial, buffer_text(&position), seen.ponder);
    buffer_finish(&position);
    return legal ? OUTCOME_PASS
                 : trial_fail(trial, "ponder %s is not legal after %s", seen.ponder, seen.best);
}
