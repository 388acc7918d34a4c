/* SPDX-License-Identifier: MIT */
/* Checks of the output of a search. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checks.h"

/* The most info lines of a search of one second. An interface froze when an engine sent more. */
#define MOST_INFOS_A_SECOND 400

static bool check_bestmove_last(struct checker *checker)
{
    for (int i = 0; i < 3; i++) {
        if (!checker_search(checker, "startpos", "depth 3", SEARCH_S)) {
            return false;
        }
        const char *line = session_read(checker->session, SILENCE_S);
        if (line) {
            return checker_fail(checker, "after the bestmove comes '%.100s'", line);
        }
    }
    return checker_is_alive(checker);
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

/* Searches with one limit. The output must have a score, and whole numbers only. */
static bool is_scored(struct checker *checker, const char *limit)
{
    bool scored = false;
    char *line;
    session_send(checker->session, "position startpos\ngo %s", limit);
    while ((line = session_read(checker->session, SEARCH_S)) && !session_begins(line, "bestmove")) {
        const bool info = session_begins(line, "info ");
        scored |= info && (strstr(line, " score cp ") || strstr(line, " score mate "));
        const char *broken = info ? broken_number(line) : NULL;
        if (broken) {
            return checker_fail(checker, "the number behind %.15s is not whole", broken);
        }
    }
    if (!line) {
        return checker_fail(checker, "no bestmove after go %s", limit);
    }
    if (!scored) {
        return checker_fail(checker, "no scored info before the bestmove of go %s", limit);
    }
    return true;
}

static bool check_scored(struct checker *checker)
{
    return is_scored(checker, "movetime 1") && is_scored(checker, "depth 1") &&
           is_scored(checker, "nodes 1") && is_scored(checker, "depth 5");
}

static bool check_scores(struct checker *checker)
{
    const struct search_output *output = &checker->output;
    const struct look_samples *samples = checker_samples(checker);
    const char *position = samples->win ? samples->win : samples->after;
    if (!checker_search(checker, position, "depth 5", SEARCH_S)) {
        return false;
    }
    /* A win with the next move is one ply and one move. */
    if (samples->win && (!output->is_mate || output->score != 1)) {
        return checker_fail(checker, "a win at once is scored %s %d, not mate 1",
                            output->is_mate ? "mate (plies)" : "cp", output->score);
    }
    if (!output->exact) {
        return checker_fail(checker, "the last score is a bound");
    }
    if (!samples->loss) {
        return true;
    }
    return checker_search(checker, samples->loss, "depth 6", SEARCH_S) &&
           ((output->is_mate && output->score == -2) ||
            checker_fail(checker, "a loss to the next move is scored %s %d, not as mated",
                         output->is_mate ? "mate (plies)" : "cp", output->score));
}

/* True if the last principal variation is legal, begins with the bestmove, and has the length that
 * a mate score states. */
static bool line_is_sound(struct checker *checker, const char *position)
{
    const struct search_output *output = &checker->output;
    size_t length = strlen(output->best);
    if (output->scored > 0 && (!session_begins(output->pv, output->best) ||
                               (output->pv[length] && output->pv[length] != ' '))) {
        return checker_fail(checker, "bestmove %s, but the last line begins '%.20s'", output->best,
                            output->pv);
    }
    int count, legal = checker_count_legal(checker, position, output->pv, &count);
    if (legal < count) {
        return checker_fail(checker, "move %d of the line '%.120s' is not legal", legal + 1,
                            output->pv);
    }
    return !output->is_mate || !output->exact || count == abs(output->score) ||
           checker_fail(checker, "a mate in %d plies has a line of %d", abs(output->score), count);
}

static bool check_lines(struct checker *checker)
{
    const struct search_output *output = &checker->output;
    const struct look_samples *samples = checker_samples(checker);
    const char *const positions[] = {"startpos", samples->after, samples->win, samples->loss};
    for (int i = 0; i < LENGTH(positions); i++) {
        if (positions[i] && (!checker_search(checker, positions[i], "depth 6", SEARCH_S) ||
                             !line_is_sound(checker, positions[i]))) {
            return false;
        }
    }
    if (!checker_option(checker, "MultiPV")) {
        return true;
    }
    session_send(checker->session, "setoption name MultiPV value 3");
    return checker_search(checker, "startpos", "depth 4", SEARCH_S) &&
           line_is_sound(checker, "startpos") &&
           ((output->lines == 3 && !output->ranks_broken) ||
            checker_fail(checker, "MultiPV 3 gives ranks up to %d%s", output->lines,
                         output->ranks_broken ? ", out of order" : ""));
}

static bool check_throttle(struct checker *checker)
{
    const struct search_output *output = &checker->output;
    if (!checker_search(checker, "startpos", "movetime 1000", SEARCH_S)) {
        return false;
    }
    if (output->infos > MOST_INFOS_A_SECOND) {
        return checker_fail(checker, "%d infos in a second", output->infos);
    }
    return output->counted ||
           checker_fail(checker, "the last info lacks nodes, time, nps or hashfull");
}

static bool check_ponder_move(struct checker *checker)
{
    const struct search_output *output = &checker->output;
    char position[GAME_MOVE_TEXT + sizeof "startpos moves "];
    if (!checker_search(checker, "startpos", "depth 5", SEARCH_S)) {
        return false;
    }
    if (!output->ponder[0]) {
        return true;
    }
    if (checker_speaks(checker, "ugi")) {
        return checker_fail(checker, "bestmove %s ponder %s: UGI has no ponder move", output->best,
                            output->ponder);
    }
    snprintf(position, sizeof position, "startpos moves %s", output->best);
    return checker_is_legal(checker, position, output->ponder) ||
           checker_fail(checker, "ponder %s is not legal after %s", output->ponder, output->best);
}

const struct check checks_of_output[] = {
    {29, FOR_UNIVERSAL, "bestmove is the last word about a search, and the engine lives on.",
     checker_greet, check_bestmove_last},
    {30, FOR_UNIVERSAL, "A scored info precedes every bestmove; all numbers are whole.",
     checker_greet, check_scored},
    {31, FOR_UNIVERSAL, "Scores are the mover's; mates count right; the last is exact.",
     checker_greet, check_scores},
    {32, FOR_UNIVERSAL, "The bestmove heads its line; lines are legal; ranks run from 1.",
     checker_greet, check_lines},
    {33, FOR_UNIVERSAL, "Infos do not flood, and the last has all figures.", checker_greet,
     check_throttle},
    {34, FOR_UNIVERSAL, "A move to ponder on is legal; under UGI there is none.", checker_greet,
     check_ponder_move},
    {0},
};
