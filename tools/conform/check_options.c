/* SPDX-License-Identifier: MIT */
/* Checks of options and readiness. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "checks.h"

/* The size of a large table, in MB; less if the engine's maximum is less. */
#define LARGE_HASH_MB 1024

/* The time limit for readyok after a large table was set, in seconds. Interfaces do not wait
 * longer. */
#define LARGE_HASH_S 3.0

enum outcome check_unknown(struct checker *checker)
{
    char *line;
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    session_send(checker->session, "xyzzy plugh");
    session_send(checker->session, "setoption name No Such Option value 7");
    session_send(checker->session, "setoption");
    session_send(checker->session, "position");
    session_send(checker->session, "isready");
    while ((line = session_read(checker->session, PROMPT_S)) && strcmp(line, "readyok") != 0) {
        if (strncmp(line, "bestmove", 8) == 0) {
            return checker_fail(checker, "nonsense is answered by a bestmove");
        }
    }
    if (!line) {
        return checker_fail(checker, "no readyok after unknown commands and options");
    }
    return checker_search(checker, "startpos", "depth 1", SEARCH_S, NULL) ? OUTCOME_PASS
                                                                          : OUTCOME_FAIL;
}

/* Counts the lines (MultiPV) that a short search of the start position reports. Returns 0 if the
 * search fails. */
static int count_lines(struct checker *checker)
{
    struct search_output output;
    return checker_search(checker, "startpos", "depth 2", SEARCH_S, &output) ? output.lines : 0;
}

enum outcome check_option_names(struct checker *checker)
{
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    if (checker_option(checker, "Clear Hash")) {
        session_send(checker->session, "setoption name Clear Hash");
    }
    if (!checker_option(checker, "MultiPV")) {
        return checker_is_alive(checker) ? checker_skip(checker, "no MultiPV to see the effect of")
                                         : OUTCOME_FAIL;
    }
    session_send(checker->session, "setoption name mUlTiPv value 2");
    int lines = count_lines(checker);
    return lines == 2 ? OUTCOME_PASS
                      : checker_fail(checker, "'mUlTiPv' set to 2 gives %d lines", lines);
}

enum outcome check_option_ranges(struct checker *checker)
{
    static const char *const wrong[] = {"banana", "-5", "99999999999", "2x", ""};
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    if (!checker_option(checker, "MultiPV")) {
        return checker_skip(checker, "no MultiPV to see the effect of");
    }
    session_send(checker->session, "setoption name MultiPV value 2");
    for (int i = 0; i < LENGTH(wrong); i++) {
        session_send(checker->session, "setoption name MultiPV value %s", wrong[i]);
        session_send(checker->session, "isready");
        char *line = session_read(checker->session, PROMPT_S);
        bool told = line && strncmp(line, "info string ", 12) == 0;
        if (told) {
            line = session_read_until(checker->session, "readyok", PROMPT_S);
        }
        if (!line) {
            return checker_fail(checker, "no readyok after MultiPV '%s'", wrong[i]);
        }
        int lines = count_lines(checker);
        if (lines != 2) {
            return checker_fail(checker, "MultiPV 2 became %d lines by the value '%s'", lines,
                                wrong[i]);
        }
        if (!told) {
            return checker_fail(checker, "nothing is said of the value '%s'", wrong[i]);
        }
    }
    return OUTCOME_PASS;
}

/* Returns what is wrong with an option line; NULL: nothing. */
static const char *fault_of(const struct offered *option)
{
    static const char *const types[] = {"check", "spin", "combo", "button", "string"};
    bool known = false;
    for (int i = 0; i < LENGTH(types); i++) {
        known |= strcmp(option->type, types[i]) == 0;
    }
    if (!option->name[0]) {
        return "it has no name, or a keyword for one";
    }
    if (!known) {
        return "its type is none of check, spin, combo, button, string";
    }
    if (strcmp(option->type, "spin") == 0) {
        char *end;
        long long initial = strtoll(option->initial, &end, 10);
        if (!option->has_min || !option->has_max || end == option->initial || *end) {
            return "a spin wants a numeric default, min and max";
        }
        return initial < option->min || initial > option->max ? "its default is out of range"
                                                              : NULL;
    }
    if (strcmp(option->type, "check") == 0 && strcmp(option->initial, "true") != 0 &&
        strcmp(option->initial, "false") != 0) {
        return "the default of a check is true or false";
    }
    bool in_choices = option->initial[0] && strstr(option->choices, option->initial);
    return strcmp(option->type, "combo") == 0 && !in_choices
               ? "the default of a combo is one of its choices"
               : NULL;
}

enum outcome check_option_lines(struct checker *checker)
{
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < checker->offered_count; i++) {
        const char *fault = fault_of(&checker->offered[i]);
        if (fault) {
            return checker_fail(checker, "option '%s': %s", checker->offered[i].name, fault);
        }
    }
    return checker->offered_count > 0 ? OUTCOME_PASS : checker_skip(checker, "it has no options");
}

/* Options that interfaces know. Nearly all interfaces need those marked `needed`. */
static const struct {
    const char *name, *type;
    bool needed;
} known_options[] = {
    {"Hash", "spin", true},
    {"Threads", "spin", true},
    {"MultiPV", "spin", true},
    {"Ponder", "check", false},
    {"Move Overhead", "spin", false},
    {"UCI_Chess960", "check", false},
    {"UCI_Variant", "combo", false},
    {"UCI_ShowWDL", "check", false},
    {"UCI_LimitStrength", "check", false},
    {"UCI_Elo", "spin", false},
    {"UCI_AnalyseMode", "check", false},
    {"Clear Hash", "button", false},
};

enum outcome check_options_known(struct checker *checker)
{
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < LENGTH(known_options); i++) {
        const struct offered *option = checker_option(checker, known_options[i].name);
        if (!option && known_options[i].needed) {
            return checker_fail(checker, "there is no option %s", known_options[i].name);
        }
        if (option && strcmp(option->type, known_options[i].type) != 0) {
            return checker_fail(checker, "option %s is a %s, not a %s", known_options[i].name,
                                option->type, known_options[i].type);
        }
    }
    return OUTCOME_PASS;
}

enum outcome check_options_in_search(struct checker *checker)
{
    struct search_output output;
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    const struct offered *hash = checker_option(checker, "Hash");
    if (!hash) {
        return checker_skip(checker, "there is no option Hash");
    }
    session_send(checker->session, "position startpos");
    session_send(checker->session, "go infinite");
    session_is_silent(checker->session, 0.05);
    session_send(checker->session, "setoption name Hash value 8");
    session_send(checker->session, "setoption name Threads value 1");
    session_send(checker->session, "stop");
    if (!session_read_until(checker->session, "bestmove ", PROMPT_S)) {
        return checker_fail(checker, "stop is not obeyed after setoption in a search");
    }
    session_send(checker->session, "setoption name Threads value 2");
    session_send(checker->session, "setoption name Hash value %lld",
                 (long long)(hash->max < LARGE_HASH_MB ? hash->max : LARGE_HASH_MB));
    session_send(checker->session, "isready");
    if (!session_read_until(checker->session, "readyok", LARGE_HASH_S)) {
        return checker_fail(checker, "no readyok within %g s of a large Hash", LARGE_HASH_S);
    }
    session_send(checker->session, "setoption name Hash value 16");
    session_send(checker->session, "setoption name Threads value 1");
    return checker_is_alive(checker) &&
                   checker_search(checker, "startpos", "depth 3", SEARCH_S, &output)
               ? OUTCOME_PASS
               : OUTCOME_FAIL;
}

/* Counts the lines that begin with `prefix` until none arrives for a while. */
static int count_heard(struct checker *checker, const char *prefix)
{
    char *line;
    int count = 0;
    while ((line = session_read(checker->session, SILENCE_S))) {
        count += strncmp(line, prefix, strlen(prefix)) == 0;
    }
    return count;
}

/* Reads up to a line that begins with `prefix` and counts the answers before it. Returns false if
 * it does not arrive in time. */
static bool count_until(struct checker *checker, const char *prefix, int *ready, int *moves)
{
    char *line;
    do {
        line = session_read(checker->session, PROMPT_S);
        *ready += line && strcmp(line, "readyok") == 0;
        *moves += line && strncmp(line, "bestmove ", 9) == 0;
    } while (line && strncmp(line, prefix, strlen(prefix)) != 0);
    return line;
}

enum outcome check_isready(struct checker *checker)
{
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    session_send_bytes(checker->session, "isready\nisready\nisready\n", 24);
    int count = count_heard(checker, "readyok");
    if (count != 3) {
        return checker_fail(checker, "3 isready have %d readyok", count);
    }
    session_send(checker->session, "position startpos");
    session_send(checker->session, "go infinite");
    session_is_silent(checker->session, 0.05);
    session_send(checker->session, "isready");
    /* In UGI an infinite search may have ended by itself. */
    int ready = 0, moves = 0;
    if (!count_until(checker, "readyok", &ready, &moves)) {
        return checker_fail(checker, "no readyok in a search");
    }
    session_send(checker->session, "stop");
    if (moves == 0 && !count_until(checker, "bestmove ", &ready, &moves)) {
        return checker_fail(checker, "no bestmove after isready and stop in a search");
    }
    ready += count_heard(checker, "readyok");
    return ready == 1 ? OUTCOME_PASS : checker_fail(checker, "%d readyok too many", ready - 1);
}

enum outcome check_newgame_in_search(struct checker *checker)
{
    char *line;
    bool ready = false;
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    session_send(checker->session, "position startpos");
    session_send(checker->session, "go infinite");
    session_is_silent(checker->session, 0.05);
    session_send(checker->session, checker_is_ugi(checker) ? "uginewgame" : "ucinewgame");
    session_send(checker->session, "isready");
    while ((line = session_read(checker->session, ready ? SILENCE_S : PROMPT_S))) {
        ready |= strcmp(line, "readyok") == 0;
        /* In UGI the infinite search may have ended by itself before the engine read the new
         * game. */
        const bool in_time = checker_is_ugi(checker) && !ready;
        if (strncmp(line, "bestmove", 8) == 0 && !in_time) {
            return checker_fail(checker,
                                "a bestmove of the old game comes after the new one began");
        }
        if (ready && strncmp(line, "info ", 5) == 0) {
            return checker_fail(checker, "the old game is searched on");
        }
    }
    if (!ready) {
        return checker_fail(checker, "no readyok after a new game in a search");
    }
    return checker_search(checker, checker_samples(checker)->after, "depth 1", SEARCH_S, NULL)
               ? OUTCOME_PASS
               : OUTCOME_FAIL;
}
