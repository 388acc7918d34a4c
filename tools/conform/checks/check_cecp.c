/* SPDX-License-Identifier: MIT */
/* Checks of CECP, as conversations. An engine that does not want it gets no `usermove`. */
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "checks.h"
#include "script.h"

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

static void write_line(const struct checker *checker, const char *text, struct buffer *out)
{
    static const char word[] = "usermove ";
    const bool bare = strncmp(text, word, strlen(word)) == 0 &&
                      !(checker->dialect_state.cecp.features & CECP_USERMOVE);
    buffer_puts(out, bare ? text + strlen(word) : text);
}

static bool has_feature(const struct checker *checker, const char *name)
{
    const unsigned bit = strcmp(name, "setboard") == 0 ? CECP_SETBOARD : CECP_ANALYZE;
    return checker->dialect_state.cecp.features & bit;
}

static bool converse(struct checker *checker, const char *lines)
{
    const unsigned features = checker->dialect_state.cecp.features;
    struct manner manner = {.is_numbered = true, .write = write_line, .has = has_feature};
    if (features & CECP_SAN) {
        return checker_skip(checker, "it wants its moves as players write them");
    }
    if (features & CECP_PING) {
        manner.question = "ping";
        manner.answer = "pong";
    }
    return script_run(checker, &manner, lines);
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
