/* SPDX-License-Identifier: MIT */
/* Checks of options and readiness. */
#include <stdlib.h>
#include <string.h>

#include "checks.h"

/* The size of a large table, in MB; less if the engine's maximum is less. */
#define LARGE_HASH_MB 1024

/* The time limit for readyok after a large table was set, in seconds. Match runners wait at
 * least so long. */
#define LARGE_HASH_S 10.0

/* A search that runs so long is endless, in seconds. */
#define ENDLESS_S 0.7

/* True if lines that the engine does not know have no effect. */
static bool passes_over(struct checker *checker, const char *lines)
{
    char *line;
    session_send(checker->session, "%s\nisready", lines);
    while ((line = session_read(checker->session, PROMPT_S)) && strcmp(line, "readyok") != 0) {
        EXPECT(checker, !session_begins(line, "bestmove"), "nonsense is answered by a bestmove");
    }
    EXPECT(checker, line, "no readyok after unknown commands and options");
    return checker_search(checker, "startpos", "depth 1", SEARCH_S);
}

static bool check_unknown(struct checker *checker)
{
    REQUIRE(passes_over(checker, "xyzzy plugh\nsetoption name No Such Option value 7"));
    checker_expect(checker, LEVEL_MAY, "no client sends commands without their words");
    return passes_over(checker, "setoption\nposition");
}

/* Counts the lines (MultiPV) that a short search of the start position reports. Returns 0 if the
 * search fails. */
static int count_lines(struct checker *checker)
{
    return checker_search(checker, "startpos", "depth 2", SEARCH_S) ? checker->output.lines : 0;
}

static bool check_option_names(struct checker *checker)
{
    if (checker_option(checker, "Clear Hash")) {
        session_send(checker->session, "setoption name Clear Hash");
    }
    if (!checker_option(checker, "MultiPV")) {
        return checker_is_alive(checker) &&
               checker_skip(checker, "no MultiPV to see the effect of");
    }
    session_send(checker->session, "setoption name mUlTiPv value 2");
    int lines = count_lines(checker);
    return lines == 2 || checker_fail(checker, "'mUlTiPv' set to 2 gives %d lines", lines);
}

static bool check_option_ranges(struct checker *checker)
{
    static const char *const wrong[] = {"banana", "-5", "99999999999", "2x", ""};
    if (!checker_option(checker, "MultiPV")) {
        return checker_skip(checker, "no MultiPV to see the effect of");
    }
    session_send(checker->session, "setoption name MultiPV value 2");
    for (int i = 0; i < LENGTH(wrong); i++) {
        session_send(checker->session, "setoption name MultiPV value %s\nisready", wrong[i]);
        char *line = session_read(checker->session, PROMPT_S);
        bool told = session_begins(line, "info string ");
        if (told) {
            line = session_read_until(checker->session, "readyok", PROMPT_S);
        }
        EXPECT(checker, line, "no readyok after MultiPV '%s'", wrong[i]);
        int lines = count_lines(checker);
        EXPECT(checker, lines == 2, "MultiPV 2 became %d lines by the value '%s'", lines, wrong[i]);
        EXPECT(checker, told, "nothing is said of the value '%s'", wrong[i]);
    }
    return true;
}

/* The types of options by their kinds; the last one stands for any other. */
static const char *const types[] = {"check", "spin", "combo", "button", "string", "?"};

/* Returns what is wrong with an option line; NULL: nothing. */
static const char *fault_of(const struct engine_option *option)
{
    const char *initial = option->initial ? option->initial : "";
    char *end;
    const long long number = strtoll(initial, &end, 10);
    if (!*option->name) {
        return "it has no name, or a keyword for one";
    }
    switch (option->kind) {
    case OPTION_SPIN:
        if (option->min == INT64_MIN || option->max == INT64_MAX || end == initial || *end) {
            return "a spin wants a numeric default, min and max";
        }
        return number < option->min || number > option->max ? "its default is out of range" : NULL;
    case OPTION_CHECK:
        return strcmp(initial, "true") != 0 && strcmp(initial, "false") != 0
                   ? "the default of a check is true or false"
                   : NULL;
    case OPTION_COMBO:
        return !option->choices || !strstr(option->choices, *initial ? initial : "<empty>")
                   ? "the default of a combo is one of its choices"
                   : NULL;
    case OPTION_BUTTON:
    case OPTION_STRING:
        return NULL;
    default:
        return "its type is none of check, spin, combo, button, string";
    }
}

static bool check_option_lines(struct checker *checker)
{
    const struct engine_option_list *list = &checker->options;
    for (int i = 0; i < list->count; i++) {
        const char *fault = fault_of(&list->options[i]);
        EXPECT(checker, !fault, "option '%s': %s", list->options[i].name, fault);
    }
    return list->count > 0 || checker_skip(checker, "it has no options");
}

/* Options that interfaces know. */
static const struct {
    const char *name, *type;
} known_options[] = {
    {"Hash", "spin"},         {"Threads", "spin"},          {"MultiPV", "spin"},
    {"Ponder", "check"},      {"Move Overhead", "spin"},    {"UCI_Chess960", "check"},
    {"UCI_Variant", "combo"}, {"UCI_ShowWDL", "check"},     {"UCI_LimitStrength", "check"},
    {"UCI_Elo", "spin"},      {"UCI_AnalyseMode", "check"}, {"Clear Hash", "button"},
};

static bool has_option(struct checker *checker, const char *name)
{
    return checker_option(checker, name) || checker_fail(checker, "there is no option %s", name);
}

static bool check_options_known(struct checker *checker)
{
    for (int i = 0; i < LENGTH(known_options); i++) {
        const struct engine_option *option = checker_option(checker, known_options[i].name);
        EXPECT(checker, !option || strcmp(types[option->kind], known_options[i].type) == 0,
               "option %s is a %s, not a %s", known_options[i].name, types[option->kind],
               known_options[i].type);
    }
    if (checker_speaks(checker, "uci")) {
        checker_expect(checker, LEVEL_SHOULD, "OpenBench: every test sets Threads and Hash");
    } else {
        checker_expect(checker, LEVEL_MAY, "UGI: no option is demanded");
    }
    REQUIRE(has_option(checker, "Hash") && has_option(checker, "Threads"));
    checker_expect(checker, LEVEL_MAY, "interfaces that analyse set MultiPV");
    return has_option(checker, "MultiPV");
}

/* Starts an endless search of the start position. */
static void begin_search(struct checker *checker)
{
    session_send(checker->session, "position startpos\ngo infinite");
    session_is_silent(checker->session, 0.05);
}

/* The same. The check does not apply if the search ends by itself, as it may in UGI: then chance
 * would decide whether it ends before the next line is read. */
static bool begin_endless_search(struct checker *checker)
{
    if (checker_speaks(checker, "ugi")) {
        begin_search(checker);
        return true;
    }
    session_send(checker->session, "position startpos\ngo infinite");
    return !session_read_until(checker->session, "bestmove ", ENDLESS_S) ||
           checker_skip(checker, "go infinite ends by itself");
}

static bool check_options_set(struct checker *checker)
{
    const struct engine_option *hash = checker_option(checker, "Hash");
    if (!hash) {
        return checker_skip(checker, "there is no option Hash");
    }
    session_send(checker->session,
                 "setoption name Threads value 2\nsetoption name Hash value %lld\nisready",
                 (long long)(hash->max < LARGE_HASH_MB ? hash->max : LARGE_HASH_MB));
    EXPECT(checker, session_read_until(checker->session, "readyok", LARGE_HASH_S),
           "no readyok within %g s of a large Hash", LARGE_HASH_S);
    session_send(checker->session, "setoption name Hash value 16\nsetoption name Threads value 1");
    REQUIRE(checker_is_alive(checker) && checker_search(checker, "startpos", "depth 3", SEARCH_S));
    checker_expect(checker, LEVEL_MAY, "UCI: setoption is sent while the engine waits");
    begin_search(checker);
    session_send(checker->session,
                 "setoption name Hash value 8\nsetoption name Threads value 1\nstop");
    return session_read_until(checker->session, "bestmove ", PROMPT_S) ||
           checker_fail(checker, "stop is not obeyed after setoption in a search");
}

/* Reads up to a line that begins with `prefix` and counts the answers before it. Returns false if
 * it does not arrive in time. */
static bool count_until(struct checker *checker, const char *prefix, int *ready, int *moves)
{
    char *line;
    do {
        line = session_read(checker->session, PROMPT_S);
        *ready += line && strcmp(line, "readyok") == 0;
        *moves += session_begins(line, "bestmove ");
    } while (line && !session_begins(line, prefix));
    return line;
}

static bool check_isready(struct checker *checker)
{
    session_send_bytes(checker->session, "isready\nisready\nisready\n", 24);
    int count = session_count(checker->session, "readyok", SILENCE_S);
    EXPECT(checker, count == 3, "3 isready have %d readyok", count);
    REQUIRE(begin_endless_search(checker));
    session_send(checker->session, "isready");
    /* In UGI an infinite search may have ended by itself. */
    int ready = 0, moves = 0;
    EXPECT(checker, count_until(checker, "readyok", &ready, &moves), "no readyok in a search");
    session_send(checker->session, "stop");
    EXPECT(checker, moves != 0 || count_until(checker, "bestmove ", &ready, &moves),
           "no bestmove after isready and stop in a search");
    ready += session_count(checker->session, "readyok", SILENCE_S);
    return ready == 1 || checker_fail(checker, "%d readyok too many", ready - 1);
}

static bool check_newgame_in_search(struct checker *checker)
{
    const bool is_ugi = checker_speaks(checker, "ugi");
    char *line;
    bool ready = false;
    REQUIRE(begin_endless_search(checker));
    session_send(checker->session, "%s\nisready", is_ugi ? "uginewgame" : "ucinewgame");
    while ((line = session_read(checker->session, ready ? SILENCE_S : PROMPT_S))) {
        ready |= strcmp(line, "readyok") == 0;
        /* In UGI the infinite search may have ended by itself before the engine read the new
         * game. */
        EXPECT(checker, !session_begins(line, "bestmove") || (!ready && is_ugi),
               "a bestmove of the old game comes after the new one began");
        EXPECT(checker, !ready || !session_begins(line, "info "), "the old game is searched on");
    }
    EXPECT(checker, ready, "no readyok after a new game in a search");
    return checker_search(checker, checker_samples(checker)->after, "depth 1", SEARCH_S);
}

const struct check checks_of_options[] = {
    {8, FOR_UNIVERSAL, LEVEL_MUST, "UCI: unknown commands and tokens are ignored",
     "Unknown commands and options are passed over.", checker_greet, check_unknown, 0},
    {9, FOR_UNIVERSAL, LEVEL_MUST, "UCI: setoption, names are not case sensitive",
     "Options are found in any case; buttons need no value.", checker_greet, check_option_names, 0},
    {10, FOR_UNIVERSAL, LEVEL_MAY, "UCI: option; clients keep to the range",
     "A wrong value changes nothing, and a line says so.", checker_greet, check_option_ranges, 0},
    {11, FOR_UNIVERSAL, LEVEL_MUST, "UCI: option",
     "Option lines are whole: numbers for spins, no keyword as a name.", checker_greet,
     check_option_lines, 0},
    {12, FOR_UNIVERSAL, LEVEL_MUST, "UCI: option, names with a fixed meaning",
     "The options that interfaces know have their names and types.", checker_greet,
     check_options_known, 0},
    {13, FOR_UNIVERSAL, LEVEL_SHOULD, "fastchess, cutechess-cli: time limit of isready",
     "Options have any order and delay nothing; in a search they wait for its end.", checker_greet,
     check_options_set, CHECK_SLOW | CHECK_ALONE},
    {14, FOR_UNIVERSAL, LEVEL_MUST, "UCI: isready",
     "isready has exactly one readyok, in a search too.", checker_greet, check_isready, 0},
    {15, FOR_UNIVERSAL, LEVEL_MAY, "UCI: ucinewgame is sent while the engine waits",
     "A new game in a search is survived, and no old bestmove follows it.", checker_greet,
     check_newgame_in_search, CHECK_SLOW},
    {0},
};
