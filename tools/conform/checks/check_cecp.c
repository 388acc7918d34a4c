/* SPDX-License-Identifier: MIT */
/* Checks of CECP, as conversations. Their lines:
 *
 *     > TEXT      sends a line; `usermove` is left out for an engine that does not want it
 *     < PATTERN   skips lines up to one that matches (pattern.h); `info` is a line of thinking
 *     ! PATTERN   no line up to the next expected one may match
 *     & POSITION  the last line's last word is a legal move there
 *     ping        all is done: waits for pong, or for a while
 *     within MS   the next expected line comes within this time after the last sent one
 *     needs N     skips the check if the engine lacks this feature
 *     ends        the program ends within a second
 *     wait MS */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checks.h"
#include "clock.h"
#include "memory.h"
#include "pattern.h"
#include "words.h"

/* How long an engine without `ping` has for what it does not answer, in seconds. */
#define SETTLE_S 0.5

/* The state of a conversation. */
struct script {
    struct checker *checker;
    char last[256];      /* the line that was read last */
    const char *without; /* the pattern of lines that may not come; NULL: none */
    int64_t sent_ns;
    int within_ms; /* 0: PROMPT_S */
    int pings;
};

/* Reads the features; *done: up to done=1. Engines of version 1 send none. */
static bool greet(struct checker *checker, bool *done)
{
    struct event event;
    struct error error;
    int64_t give_up = session_after(2.0);
    *done = false;
    checker->dialect_state = (struct dialect_state){0};
    REQUIRE(checker_start(checker));
    checker->dialect_state.cecp.features = CECP_TIME | CECP_REUSE | CECP_ANALYZE | CECP_COLORS;
    session_send(checker->session, "xboard\nprotover 2");
    for (char *line; (line = session_read_by(checker->session, give_up));) {
        do {
            checker->dialect->parse_event(&checker->dialect_state, line, &event, &error);
            line = event.more;
            if (event.kind == EVENT_HELLO_OK) {
                *done = true;
                return true;
            }
            if (event.reply && strcmp(event.reply, "accepted done\n") == 0) {
                give_up = session_after(GREETING_S); /* done=0 */
            }
        } while (line);
    }
    return true;
}

static bool begin(struct checker *checker)
{
    bool done;
    return greet(checker, &done);
}

static bool is_thinking(struct script *script, const char *line)
{
    struct event event;
    struct error error;
    struct dialect_state state = {0};
    FREED char *copy = memory_text(line);
    return script->checker->dialect->parse_event(&state, copy, &event, &error) &&
           event.kind == EVENT_INFO;
}

static bool is_like(struct script *script, const char *pattern, const char *line)
{
    return strcmp(pattern, "info") == 0 ? is_thinking(script, line)
                                        : pattern_matches(pattern, line);
}

static bool expect(struct script *script, const char *pattern)
{
    struct checker *checker = script->checker;
    const int64_t give_up = session_after(PROMPT_S);
    for (char *line; (line = session_read_by(checker->session, give_up));) {
        size_t length = strlen(line);
        while (length > 0 && line[length - 1] == ' ') {
            line[--length] = '\0';
        }
        EXPECT(checker, !script->without || !is_like(script, script->without, line),
               "this line must not come: '%.80s'", line);
        if (is_like(script, pattern, line)) {
            const double ms = (double)(session_read_ns(checker->session) - script->sent_ns) / 1e6;
            const double most = script->within_ms + checker->margin_ms;
            EXPECT(checker, script->within_ms == 0 || ms <= most,
                   "'%.80s' comes after %.0f ms; expected %d", line, ms, script->within_ms);
            snprintf(script->last, sizeof script->last, "%s", line);
            script->without = NULL;
            script->within_ms = 0;
            return true;
        }
    }
    return checker_fail(checker, "no line such as '%s' comes", pattern);
}

static bool is_legal(struct script *script, const char *position)
{
    const char *blank = strrchr(script->last, ' '), *move = blank ? blank + 1 : script->last;
    return checker_is_legal(script->checker, position, move) ||
           checker_fail(script->checker, "%s is not legal in %s", move, position);
}

static void tell(struct script *script, const char *text)
{
    static const char word[] = "usermove ";
    const bool bare = strncmp(text, word, strlen(word)) == 0 &&
                      !(script->checker->dialect_state.cecp.features & CECP_USERMOVE);
    session_send(script->checker->session, "%s", bare ? text + strlen(word) : text);
    script->sent_ns = clock_ns();
}

/* Waits until all earlier lines have been obeyed. */
static bool settle(struct script *script)
{
    char text[32];
    if (script->checker->dialect_state.cecp.features & CECP_PING) {
        snprintf(text, sizeof text, "ping %d", ++script->pings);
        tell(script, text);
        text[1] = 'o';
        return expect(script, text);
    }
    for (char *line; (line = session_read(script->checker->session, SETTLE_S));) {
        EXPECT(script->checker, !script->without || !is_like(script, script->without, line),
               "this line must not come: '%.80s'", line);
    }
    script->without = NULL;
    return true;
}

static bool has_feature(struct script *script, const char *name)
{
    static const struct {
        const char *name;
        unsigned bit;
    } features[] = {{"ping", CECP_PING}, {"setboard", CECP_SETBOARD}, {"analyze", CECP_ANALYZE}};
    for (int i = 0; i < LENGTH(features); i++) {
        if (strcmp(name, features[i].name) == 0) {
            return script->checker->dialect_state.cecp.features & features[i].bit;
        }
    }
    return false;
}

/* Does one line of a conversation. */
static bool step(struct script *script, const char *line)
{
    struct checker *checker = script->checker;
    const char *rest = line + strcspn(line, " ");
    rest += *rest == ' ';
    switch (*line) {
    case '>':
        tell(script, rest);
        return true;
    case '<':
        return expect(script, rest);
    case '!':
        script->without = rest;
        return true;
    case '&':
        return is_legal(script, rest);
    case 'p':
        return settle(script);
    case 'n':
        return has_feature(script, rest) || checker_skip(checker, "it has no feature %s", rest);
    case 'e':
        return session_ends(checker->session, 1.0) ||
               checker_fail(checker, "it does not end within a second");
    default:
        if (words_begin(line, "within")) {
            script->within_ms = atoi(rest);
        } else {
            session_wait(checker->session, atoi(rest) / 1e3);
        }
        return true;
    }
}

static bool converse(struct checker *checker, const char *lines)
{
    struct script script = {.checker = checker};
    FREED char *copy = memory_text(lines);
    char *rest = copy;
    if (checker->dialect_state.cecp.features & CECP_SAN) {
        return checker_skip(checker, "it wants its moves as players write them");
    }
    for (char *line; (line = strsep(&rest, "\n"));) {
        REQUIRE(step(&script, line));
    }
    return true;
}

static bool check_features(struct checker *checker)
{
    const struct cecp_state *state = &checker->dialect_state.cecp;
    bool done;
    REQUIRE(greet(checker, &done));
    EXPECT(checker, done,
           "no feature done=1 within two seconds of protover 2, or of ten after done=0");
    EXPECT(checker, state->features & CECP_PING, "its features lack ping=1");
    return converse(checker, "> force\n> new\nping\n> easy\n> nopost\nping");
}

static bool check_moves(struct checker *checker)
{
    return converse(checker, "> new\n> st 1\n> sd 2\n> usermove e2e4\n"
                             "< move {word}\n& startpos moves e2e4\n"
                             "> new\n> force\n> usermove d2d4\n! move {rest}\nping\n"
                             "> go\n< move {word}\n& startpos moves d2d4");
}

static bool check_refusals(struct checker *checker)
{
    return converse(checker, "> new\n> force\n> usermove e2e5\n< Illegal move{rest}\n"
                             "> usermove e2e4\n! Illegal move{rest}\nping\n"
                             "> xyzzy\n< Error ({rest}");
}

static bool check_limits(struct checker *checker)
{
    REQUIRE(converse(checker, "> new\n> st 1\n> usermove e2e4\nwithin 1000\n< move {word}\n"
                              "> new\n> level 40 0:04 0\n> time 400\n> otim 400\n> usermove d2d4\n"
                              "within 4000\n< move {word}\n"
                              "> new\n> st 60\n> sd 1\n> usermove d2d4\n< move {word}"));
    checker_expect(checker, LEVEL_MAY, "CECP, 8: ? may be ignored");
    return converse(checker, "> new\n> st 60\n> sd 60\n> usermove e2e4\nwait 300\n> ?\n"
                             "< move {word}");
}

static bool check_undo(struct checker *checker)
{
    return converse(checker, "> new\n> force\n> usermove e2e4\n> usermove e7e5\n> undo\n"
                             "> usermove e7e6\n! Illegal move{rest}\nping\n> remove\n"
                             "> usermove d2d4\n! Illegal move{rest}\nping\n"
                             "> usermove d4d5\n< Illegal move{rest}");
}

static bool check_setboard(struct checker *checker)
{
    REQUIRE(converse(checker, "needs setboard\n> new\n> force\n"
                              "> setboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1\n> st 2\n> sd 4\n> go\n"
                              "< move a1a8\n< 1-0{rest}"));
    checker_expect(checker, LEVEL_MAY, "CECP, 8: setboard, a suggestion");
    return converse(checker, "> force\n> setboard 8/8/8/8/8/8/8/8 w - - 0 1\n"
                             "< tellusererror Illegal position{rest}");
}

static bool check_post(struct checker *checker)
{
    return converse(checker, "> new\n> post\n> easy\n> st 1\n> usermove a2a3\n< info\n"
                             "< move {word}\n"
                             "> nopost\n> new\n> usermove h2h3\n! info\n< move {word}");
}

static bool check_analysis(struct checker *checker)
{
    REQUIRE(converse(
        checker, "needs analyze\n> new\n> post\n> analyze\n< info\n"
                 "> usermove e2e4\n< info\n> undo\n< info\n> exit\nping\n! info\nwait 300\nping"));
    checker_expect(checker, LEVEL_MAY, "CECP, 11: without stat01 its users see no progress");
    return converse(checker, "> analyze\n< info\n> .\n< stat01: {int} {int} {int} {int} {rest}");
}

static bool check_quit(struct checker *checker)
{
    return converse(checker, "> new\n> st 60\n> usermove e2e4\nwait 200\n> quit\nends");
}

const struct check checks_of_cecp[] = {
    {48, FOR_CECP, LEVEL_SHOULD, "CECP, 8: protover, ping; XBoard waits two seconds",
     "The features come within two seconds, and pong when all before it is done.", NULL,
     check_features, 0},
    {49, FOR_CECP, LEVEL_MUST, "CECP, 8: MOVE, force, go; 9: move",
     "A move is answered by a legal one; in force mode none is played, until go.", begin,
     check_moves, 0},
    {50, FOR_CECP, LEVEL_MUST, "CECP, 9: Illegal move, Error",
     "An illegal move and an unknown command are named, and change nothing.", begin, check_refusals,
     0},
    {51, FOR_CECP, LEVEL_MUST, "CECP, 8: Time control",
     "st, sd, level and time limit the search, and ? ends it.", begin, check_limits,
     CHECK_SLOW | CHECK_ALONE},
    {52, FOR_CECP, LEVEL_MUST, "CECP, 8: undo, remove",
     "undo takes back one move, remove two, and the others stay.", begin, check_undo, 0},
    {53, FOR_CECP, LEVEL_MUST, "CECP, 8: setboard; 9: RESULT {COMMENT}",
     "A position is played, and the end of a game is claimed.", begin, check_setboard, 0},
    {54, FOR_CECP, LEVEL_MUST, "CECP, 10: Thinking Output",
     "post shows the thinking, as ply, score, time, nodes and line; nopost ends that.", begin,
     check_post, CHECK_SLOW},
    {55, FOR_CECP, LEVEL_SHOULD, "CECP, 11: Analyze Mode",
     "Analysis follows the moves, and exit ends it.", begin, check_analysis, 0},
    {56, FOR_CECP, LEVEL_MUST, "CECP, 8: quit", "quit ends the program at once, in a search too.",
     begin, check_quit, 0},
    {0},
};
