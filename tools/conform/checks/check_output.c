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
        REQUIRE(checker_search(checker, "startpos", "depth 3", SEARCH_S));
        const char *line = session_read(checker->session, SILENCE_S);
        if (session_begins(line, "info ")) {
            checker_expect(checker, LEVEL_MAY, "UCI: info may come at any time");
        }
        EXPECT(checker, !line, "after the bestmove comes '%.100s'", line);
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
            checker_expect(checker, LEVEL_MUST, "UCI: info");
            return checker_fail(checker, "the number behind %.15s is not whole", broken);
        }
    }
    EXPECT(checker, line, "no bestmove after go %s", limit);
    EXPECT(checker, scored, "no scored info before the bestmove of go %s", limit);
    return true;
}

static bool check_scored(struct checker *checker)
{
    REQUIRE(is_scored(checker, "depth 1") && is_scored(checker, "depth 5"));
    checker_expect(checker, LEVEL_MAY, "no specification; a search may be too short for a score");
    return is_scored(checker, "movetime 1") && is_scored(checker, "nodes 1");
}

/* Checks the last score of a position that is decided, where the game ends after `plies`; negative:
 * the side to move loses. A score in centipawns is allowed, a wrong distance is not. */
static bool is_scored_as_mate(struct checker *checker, int plies, const char *what)
{
    const struct search_output *output = &checker->output;
    if (!output->is_mate) {
        checker_expect(checker, LEVEL_MAY, "UCI: score, mate is for engines that know it");
    }
    return (output->is_mate && output->score == plies) ||
           checker_fail(checker, "%s is scored %s %d, not as mate in %d", what,
                        output->is_mate ? "mate (plies)" : "cp", output->score, plies);
}

static bool check_scores(struct checker *checker)
{
    const struct search_output *output = &checker->output;
    const struct look_samples *samples = checker_samples(checker);
    const char *position = samples->win ? samples->win : samples->after;
    REQUIRE(checker_search(checker, position, "depth 5", SEARCH_S));
    const bool exact = output->exact;
    REQUIRE(!samples->win || is_scored_as_mate(checker, 1, "a win at once"));
    REQUIRE(!samples->loss || (checker_search(checker, samples->loss, "depth 6", SEARCH_S) &&
                               is_scored_as_mate(checker, -2, "a loss to the next move")));
    checker_expect(checker, LEVEL_MAY, "UCI: score, lowerbound and upperbound may come last");
    return exact || checker_fail(checker, "the last score is a bound");
}

/* True if the last principal variation of a search is legal. */
static bool line_is_legal(struct checker *checker, const char *position)
{
    const struct search_output *output = &checker->output;
    int count, legal;
    REQUIRE(checker_search(checker, position, "depth 6", SEARCH_S));
    legal = checker_count_legal(checker, position, output->pv, &count);
    return legal == count || checker_fail(checker, "move %d of the line '%.120s' is not legal",
                                          legal + 1, output->pv);
}

/* True if it begins with the bestmove, and has the length that a mate score states. */
static bool line_is_sound(struct checker *checker, const char *position)
{
    const struct search_output *output = &checker->output;
    REQUIRE(checker_search(checker, position, "depth 6", SEARCH_S));
    size_t length = strlen(output->best);
    if (output->scored > 0 && (!session_begins(output->pv, output->best) ||
                               (output->pv[length] && output->pv[length] != ' '))) {
        return checker_fail(checker, "bestmove %s, but the last line begins '%.20s'", output->best,
                            output->pv);
    }
    int count;
    checker_count_legal(checker, position, output->pv, &count);
    return !output->is_mate || !output->exact || count == abs(output->score) ||
           checker_fail(checker, "a mate in %d plies has a line of %d", abs(output->score), count);
}

/* True if MultiPV 3 gives lines 1, 2 and 3 in order. Leaves it at 1. */
static bool ranks_are_in_order(struct checker *checker)
{
    const struct search_output *output = &checker->output;
    if (!checker_option(checker, "MultiPV")) {
        return true;
    }
    session_send(checker->session, "setoption name MultiPV value 3");
    REQUIRE(checker_search(checker, "startpos", "depth 4", SEARCH_S));
    EXPECT(checker, output->lines == 3 && !output->ranks_broken, "MultiPV 3 gives ranks up to %d%s",
           output->lines, output->ranks_broken ? ", out of order" : "");
    session_send(checker->session, "setoption name MultiPV value 1");
    return true;
}

static bool check_lines(struct checker *checker)
{
    const struct look_samples *samples = checker_samples(checker);
    const char *const positions[] = {"startpos", samples->after, samples->win, samples->loss};
    REQUIRE(ranks_are_in_order(checker));
    checker_expect(checker, LEVEL_SHOULD, "fastchess: warns of lines with illegal moves");
    for (int i = 0; i < LENGTH(positions); i++) {
        if (positions[i] && !line_is_legal(checker, positions[i])) {
            return false;
        }
    }
    checker_expect(checker, LEVEL_MAY, "fastchess: -check-mate-pvs; interfaces show the last line");
    for (int i = 0; i < LENGTH(positions); i++) {
        if (positions[i] && !line_is_sound(checker, positions[i])) {
            return false;
        }
    }
    return true;
}

static bool check_throttle(struct checker *checker)
{
    const struct search_output *output = &checker->output;
    REQUIRE(checker_search(checker, "startpos", "movetime 1000", SEARCH_S));
    EXPECT(checker, output->infos <= MOST_INFOS_A_SECOND, "%d infos in a second", output->infos);
    return output->counted ||
           checker_fail(checker, "the last info lacks nodes, time, nps or hashfull");
}

static bool check_ponder_move(struct checker *checker)
{
    const struct search_output *output = &checker->output;
    char position[GAME_MOVE_TEXT + sizeof "startpos moves "];
    REQUIRE(checker_search(checker, "startpos", "depth 5", SEARCH_S));
    if (!output->ponder[0]) {
        return true;
    }
    EXPECT(checker, !checker_speaks(checker, "ugi"),
           "bestmove %s ponder %s: UGI has no ponder move", output->best, output->ponder);
    snprintf(position, sizeof position, "startpos moves %s", output->best);
    return checker_is_legal(checker, position, output->ponder) ||
           checker_fail(checker, "ponder %s is not legal after %s", output->ponder, output->best);
}

const struct check checks_of_output[] = {
    {29, FOR_UNIVERSAL, LEVEL_MUST, "UCI: bestmove",
     "bestmove is the last word about a search, and the engine lives on.", checker_greet,
     check_bestmove_last, 0},
    {30, FOR_UNIVERSAL, LEVEL_SHOULD, "fastchess, cutechess-cli: adjudication by scores",
     "A scored info precedes every bestmove; all numbers are whole.", checker_greet, check_scored,
     0},
    {31, FOR_UNIVERSAL, LEVEL_MUST, "UCI: info, score",
     "Scores are the mover's; mates count right; the last is exact.", checker_greet, check_scores,
     0},
    {32, FOR_UNIVERSAL, LEVEL_MUST, "UCI: info, multipv",
     "The bestmove heads its line; lines are legal; ranks run from 1.", checker_greet, check_lines,
     0},
    {33, FOR_UNIVERSAL, LEVEL_MAY, "UCI: info, regularly; an interface hung on a flood",
     "Infos do not flood, and the last has all figures.", checker_greet, check_throttle,
     CHECK_SLOW},
    {34, FOR_UNIVERSAL, LEVEL_MUST, "UCI: bestmove; UGI: it has no ponder move",
     "A move to ponder on is legal; under UGI there is none.", checker_greet, check_ponder_move, 0},
    {0},
};
