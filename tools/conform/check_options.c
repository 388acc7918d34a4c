/* Options and readiness. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "checks.h"

/* Megabytes of a large table, if the engine allows so much. */
#define LARGE_HASH_MB 1024

/* readyok after such a table was asked for: slower is punished by interfaces. */
#define LARGE_HASH_S 3.0

enum outcome check_unknown(struct trial *trial)
{
    char *line;
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    talk_say(trial->talk, "xyzzy plugh");
    talk_say(trial->talk, "setoption name No Such Option value 7");
    talk_say(trial->talk, "setoption");
    talk_say(trial->talk, "position");
    talk_say(trial->talk, "isready");
    while ((line = talk_hear(trial->talk, PROMPT_S)) && strcmp(line, "readyok") != 0) {
        if (strncmp(line, "bestmove", 8) == 0) {
            return trial_fail(trial, "nonsense is answered by a bestmove");
        }
    }
    if (!line) {
        return trial_fail(trial, "no readyok after unknown commands and options");
    }
    return trial_search(trial, "startpos", "depth 1", SEARCH_S, NULL) ? OUTCOME_PASS : OUTCOME_FAIL;
}

/* How many lines a short search of the start shows; 0 on a failure. */
static int count_lines(struct trial *trial)
{
    struct seen seen;
    return trial_search(trial, "startpos", "depth 2", SEARCH_S, &seen) ? seen.lines : 0;
}

enum outcome check_option_names(struct trial *trial)
{
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    if (trial_option(trial, "Clear Hash")) {
        talk_say(trial->talk, "setoption name Clear Hash");
    }
    if (!trial_option(trial, "MultiPV")) {
        return trial_is_alive(trial) ? trial_skip(trial, "no MultiPV to see the effect of")
                                     : OUTCOME_FAIL;
    }
    talk_say(trial->talk, "setoption name mUlTiPv value 2");
    int lines = count_lines(trial);
    return lines == 2 ? OUTCOME_PASS
                      : trial_fail(trial, "'mUlTiPv' set to 2 gives %d lines", lines);
}

enum outcome check_option_ranges(struct trial *trial)
{
    static const char *const wrong[] = {"banana", "-5", "99999999999", "2x", ""};
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    if (!trial_option(trial, "MultiPV")) {
        return trial_skip(trial, "no MultiPV to see the effect of");
    }
    talk_say(trial->talk, "setoption name MultiPV value 2");
    for (int i = 0; i < LENGTH(wrong); i++) {
        talk_say(trial->talk, "setoption name MultiPV value %s", wrong[i]);
        talk_say(trial->talk, "isready");
        char *line = talk_hear(trial->talk, PROMPT_S);
        bool told = line && strncmp(line, "info string ", 12) == 0;
        if (told) {
            line = talk_hear_until(trial->talk, "readyok", PROMPT_S);
        }
        if (!line) {
            return trial_fail(trial, "no readyok after MultiPV '%s'", wrong[i]);
        }
        int lines = count_lines(trial);
        if (lines != 2) {
            return trial_fail(trial, "MultiPV 2 became %d lines by the value '%s'", lines,
                              wrong[i]);
        }
        if (!told) {
            return trial_fail(trial, "nothing is said of the value '%s'", wrong[i]);
        }
    }
    return OUTCOME_PASS;
}

/* What is wrong with an option line; NULL when it is whole. */
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

enum outcome check_option_lines(struct trial *trial)
{
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < trial->offered_count; i++) {
        const char *fault = fault_of(&trial->offered[i]);
        if (fault) {
            return trial_fail(trial, "option '%s': %s", trial->offered[i].name, fault);
        }
    }
    return trial->offered_count > 0 ? OUTCOME_PASS : trial_skip(trial, "it has no options");
}

/* What interfaces know; those that are needed by nearly all first. */
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

enum outcome check_options_known(struct trial *trial)
{
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < LENGTH(known_options); i++) {
        const struct offered *option = trial_option(trial, known_options[i].name);
        if (!option && known_options[i].needed) {
            return trial_fail(trial, "there is no option %s", known_options[i].name);
        }
        if (option && strcmp(option->type, known_options[i].type) != 0) {
            return trial_fail(trial, "option %s is a %s, not a %s", known_options[i].name,
                              option->type, known_options[i].type);
        }
    }
    return OUTCOME_PASS;
}

enum outcome check_options_in_search(struct trial *trial)
{
    struct seen seen;
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    const struct offered *hash = trial_option(trial, "Hash");
    if (!hash) {
        return trial_skip(trial, "there is no option Hash");
    }
    talk_say(trial->talk, "position startpos");
    talk_say(trial->talk, "go infinite");
    talk_is_silent(trial->talk, 0.05);
    talk_say(trial->talk, "setoption name Hash value 8");
    talk_say(trial->talk, "setoption name Threads value 1");
    talk_say(trial->talk, "stop");
    if (!talk_hear_until(trial->talk, "bestmove ", PROMPT_S)) {
        return trial_fail(trial, "stop is not obeyed after setoption in a search");
    }
    talk_say(trial->talk, "setoption name Threads value 2");
    talk_say(trial->talk, "setoption name Hash value %lld",
             (long long)(hash->max < LARGE_HASH_MB ? hash->max : LARGE_HASH_MB));
    talk_say(trial->talk, "isready");
    if (!talk_hear_until(trial->talk, "readyok", LARGE_HASH_S)) {
        return trial_fail(trial, "no readyok within %g s of a large Hash", LARGE_HASH_S);
    }
    talk_say(trial->talk, "setoption name Hash value 16");
    talk_say(trial->talk, "setoption name Threads value 1");
    return trial_is_alive(trial) && trial_search(trial, "startpos", "depth 3", SEARCH_S, &seen)
               ? OUTCOME_PASS
               : OUTCOME_FAIL;
}

/* Counts what begins like `prefix` until nothing comes any more. */
static int count_heard(struct trial *trial, const char *prefix)
{
    char *line;
    int count = 0;
    while ((line = talk_hear(trial->talk, SILENCE_S))) {
        count += strncmp(line, prefix, strlen(prefix)) == 0;
    }
    return count;
}

enum outcome check_isready(struct trial *trial)
{
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    talk_say_bytes(trial->talk, "isready\nisready\nisready\n", 24);
    int count = count_heard(trial, "readyok");
    if (count != 3) {
        return trial_fail(trial, "3 isready have %d readyok", count);
    }
    talk_say(trial->talk, "position startpos");
    talk_say(trial->talk, "go infinite");
    talk_is_silent(trial->talk, 0.05);
    talk_say(trial->talk, "isready");
    if (!talk_hear_until(trial->talk, "readyok", PROMPT_S)) {
        return trial_fail(trial, "no readyok in a search");
    }
    talk_say(trial->talk, "stop");
    if (!talk_hear_until(trial->talk, "bestmove ", PROMPT_S)) {
        return trial_fail(trial, "no bestmove after isready and stop in a search");
    }
    count = count_heard(trial, "readyok");
    return count == 0 ? OUTCOME_PASS : trial_fail(trial, "%d readyok too many", count);
}

enum outcome check_newgame_in_search(struct trial *trial)
{
    char *line;
    bool ready = false;
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    talk_say(trial->talk, "position startpos");
    talk_say(trial->talk, "go infinite");
    talk_is_silent(trial->talk, 0.05);
    talk_say(trial->talk, trial_is_ugi(trial) ? "uginewgame" : "ucinewgame");
    talk_say(trial->talk, "isready");
    while ((line = talk_hear(trial->talk, ready ? SILENCE_S : PROMPT_S))) {
        ready |= strcmp(line, "readyok") == 0;
        if (strncmp(line, "bestmove", 8) == 0) {
            return trial_fail(trial, "a bestmove of the old game comes after the new one began");
        }
        if (ready && strncmp(line, "info ", 5) == 0) {
            return trial_fail(trial, "the old game is searched on");
        }
    }
    if (!ready) {
        return trial_fail(trial, "no readyok after a new game in a search");
    }
    return trial_search(trial, trial_samples(trial)->after, "depth 1", SEARCH_S, NULL)
               ? OUTCOME_PASS
               : OUTCOME_FAIL;
}
