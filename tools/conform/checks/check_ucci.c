/* SPDX-License-Identifier: MIT */
/* Checks of UCCI, as conversations about xiangqi. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "checks.h"
#include "memory.h"
#include "script.h"
#include "words.h"

/* Positions: a capture has been played; a rook mates on b9, and a8a9 only checks; Black is mated.
 */
#define CAPTURED "fen rnbakabnr/9/1c2c4/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2"
#define MATE     "fen 3k5/R8/9/9/9/9/9/9/1R7/5K3 w - - 0 1"
#define MATED    "fen 3k1R3/R8/9/9/9/9/9/9/9/4K4 b - - 0 1"

static bool has_option(const struct checker *checker, const char *name)
{
    return checker_option(checker, name) != NULL;
}

static bool converse(struct checker *checker, const char *lines)
{
    static const struct manner manner = {
        .question = "isready", .answer = "readyok", .has = has_option};
    return script_run(checker, &manner, lines);
}

/* Takes the line of an option: option NAME type TYPE ... [default VALUE]. */
static bool take_option(struct checker *checker, char *line)
{
    static const char *const kinds[] = {"check", "spin", "combo", "button", "string", "label"};
    FREED char *copy = memory_text(line);
    char *rest = copy;
    words_fold(copy);
    words_take(&rest);
    const char *name = words_take(&rest), *type = words_take(&rest), *kind = words_take(&rest);
    struct event_option option = {.name = name, .initial = words_split(rest, "default")};
    EXPECT(checker, name && type && kind && strcmp(type, "type") == 0,
           "expected 'option NAME type TYPE', found '%.80s'", line);
    for (const char *at = name; *at; at++) {
        EXPECT(checker, *at < 'A' || *at > 'Z', "the option '%.40s' is not in lower case", name);
    }
    for (int i = 0; i < LENGTH(kinds); i++) {
        if (strcmp(kind, kinds[i]) == 0) {
            option.kind = (enum option_kind)i;
            engine_option_add(&checker->options, &option);
            return true;
        }
    }
    return checker_fail(checker, "the option '%.40s' has the unknown type '%.40s'", name, kind);
}

static bool greet(struct checker *checker)
{
    const int64_t give_up = session_after(GREETING_S);
    REQUIRE(checker_start(checker));
    engine_option_clear(&checker->options);
    session_send(checker->session, "ucci");
    for (char *line; (line = session_read_by(checker->session, give_up));) {
        if (words_begin(line, "option")) {
            REQUIRE(take_option(checker, line));
        }
        if (words_begin(line, "ucciok")) {
            return true;
        }
    }
    return checker_fail(checker, "no ucciok after ucci");
}

/* Begins a conversation in which times are milliseconds, if the engine can do that. */
static bool begin(struct checker *checker)
{
    REQUIRE(greet(checker));
    if (checker_option(checker, "usemillisec")) {
        session_send(checker->session, "setoption usemillisec true");
    }
    return true;
}

static bool check_greeting(struct checker *checker)
{
    REQUIRE(greet(checker) && converse(checker, "ping"));
    checker_expect(checker, LEVEL_SHOULD, "UCCI, 5, option (1): usemillisec, a recommendation");
    return checker_option(checker, "usemillisec") ||
           checker_fail(checker, "it has no option usemillisec, so its clock has whole seconds");
}

static bool check_options(struct checker *checker)
{
    const struct engine_option_list *list = &checker->options;
    for (int i = 0; i < list->count; i++) {
        const struct engine_option *option = &list->options[i];
        if (option->initial && *option->initial) {
            session_send(checker->session, "setoption %s %s", option->name, option->initial);
        }
    }
    REQUIRE(converse(checker, "! {bestmove|nobestmove|bye}{rest}\nping\n> setoption xyzzy 3\n"
                              "> setoption newgame\n! {bestmove|nobestmove|bye}{rest}\nping\n"
                              "> position startpos\n> go depth 2\n< bestmove {rest}\n& startpos"));
    return converse(checker, "> go infinite\nwait 100\n! {bestmove|nobestmove}{rest}\nping\n"
                             "> stop\n< bestmove {rest}");
}

static bool check_position(struct checker *checker)
{
    return converse(checker, "> position startpos\n> go depth 3\n< bestmove {rest}\n& startpos\n"
                             "> position startpos moves h2e2 h9g7 h0g2\n> go nodes 2000\n"
                             "< bestmove {rest}\n& startpos moves h2e2 h9g7 h0g2\n"
                             "> position " CAPTURED " moves d9e8\n> go depth 2\n"
                             "< bestmove {rest}\n& " CAPTURED " moves d9e8\n"
                             "> position " MATED "\n> go depth 2\n! bestmove{rest}\n< nobestmove");
}

static bool check_ban(struct checker *checker)
{
    return converse(checker, "> position " MATE "\n> go depth 3\n< bestmove b1b9{rest}\n"
                             "> position " MATE "\n> banmoves a8a7 b1b9\n> go depth 3\n"
                             "! bestmove {a8a7|b1b9}{rest}\n< bestmove {rest}\n& " MATE "\n"
                             "> position " MATE "\n> go depth 3\n< bestmove b1b9{rest}");
}

static bool check_clocks(struct checker *checker)
{
    REQUIRE(converse(checker, "needs usemillisec\n> position startpos\n"
                              "> go time 1000 increment 0\nwithin 1000\n< bestmove {rest}\n"
                              "> go time 500 movestogo 1\nwithin 500\n< bestmove {rest}\n"
                              "> go draw time 300 increment 100 opptime 60000 oppincrement 100\n"
                              "within 300\n< bestmove {rest}"));
    checker_expect(checker, LEVEL_SHOULD, "UCCI, 5, go: seconds are the unit without usemillisec");
    return converse(checker, "> setoption usemillisec false\n> go time 2 increment 0\n"
                             "within 2000\n< bestmove {rest}");
}

static bool check_ponder(struct checker *checker)
{
    REQUIRE(converse(checker, "needs usemillisec\n> position startpos moves h2e2\n"
                              "> go ponder time 300 increment 0\nwait 700\n"
                              "! {bestmove|nobestmove}{rest}\nping\n"
                              "> ponderhit\nwithin 300\n< bestmove {rest}\n"
                              "& startpos moves h2e2\n"
                              "> go ponder time 60000 increment 0\nwait 200\n> stop\n"
                              "< bestmove {rest}"));
    checker_expect(checker, LEVEL_SHOULD, "UCCI, 7 (3): stop is obeyed in 0.2 seconds");
    REQUIRE(converse(checker, "> go infinite\nwait 300\n> stop\nwithin 200\n< bestmove {rest}"));
    checker_expect(checker, LEVEL_MAY, "UCCI, 3 (6): stop without a search, a recommendation");
    return converse(checker, "> stop\n< nobestmove");
}

/* True if a line has no score, or one that is a number. */
static bool has_number(const char *line)
{
    const char *const score = strstr(line, " score ");
    char *end = NULL;
    if (score) {
        strtol(score + strlen(" score "), &end, 10);
    }
    return !score || (end > score + strlen(" score ") && (*end == ' ' || *end == '\0'));
}

/* Reads one line of a search in the position. *found: it has a depth, a score and a line of play.
 */
static bool take_info(struct checker *checker, const char *position, char *line, bool *found)
{
    struct dialect_state state = {0};
    struct event event;
    int count;
    FREED char *copy = memory_text(line);
    if (!checker->dialect->parse_event(&state, copy, &event, NULL) || event.kind != EVENT_INFO) {
        return true;
    }
    EXPECT(checker, has_number(line), "the score is not a number: '%.80s'", line);
    if (event.info.pv) {
        const int legal = checker_count_legal(checker, position, event.info.pv, &count);
        EXPECT(checker, legal == count, "move %d of this line is not legal: '%.120s'", legal + 1,
               line);
        *found |= event.info.has_score && event.info.depth > 0 && count > 0;
    }
    return true;
}

static bool check_info(struct checker *checker)
{
    static const char position[] = "startpos moves h2e2 h9g7";
    const int64_t give_up = session_after(SEARCH_S);
    bool found = false;
    session_send(checker->session, "setoption usebook false\nposition %s\ngo depth 6", position);
    for (char *line; (line = session_read_by(checker->session, give_up));) {
        if (words_begin(line, "bestmove")) {
            return found || checker_fail(checker, "no info has depth, score and pv");
        }
        REQUIRE(take_info(checker, position, line, &found));
    }
    return checker_fail(checker, "no bestmove within %.3g s", SEARCH_S);
}

static bool check_quit(struct checker *checker)
{
    REQUIRE(converse(checker, "> quit\n< bye\nends"));
    checker_expect(checker, LEVEL_SHOULD, "UCCI, 3 (5): quit in a search, a recommendation");
    return begin(checker) && converse(checker, "> position startpos\n> go infinite\nwait 200\n"
                                               "> quit\nends");
}

const struct check checks_of_ucci[] = {
    {57, FOR_UCCI, LEVEL_MUST, "UCCI, 5: ucci, option, ucciok; 8 (2)",
     "ucci is answered by options, each of one word in lower case, and ucciok.", NULL,
     check_greeting, 0},
    {58, FOR_UCCI, LEVEL_MUST, "UCCI, 5: isready, setoption",
     "isready is answered in a search, too; options are set, and unknown ones do no harm.", begin,
     check_options, 0},
    {59, FOR_UCCI, LEVEL_MUST, "UCCI, 5: position, go, bestmove, nobestmove",
     "A position is answered by a legal move, or by nobestmove if there is none.", begin,
     check_position, 0},
    {60, FOR_UCCI, LEVEL_MUST, "UCCI, 5: banmoves",
     "A move that is banned is not played, until there is another position.", begin, check_ban, 0},
    {61, FOR_UCCI, LEVEL_MUST, "UCCI, 5: go; 7: the league's time", "The time is kept.", begin,
     check_clocks, CHECK_SLOW | CHECK_ALONE},
    {62, FOR_UCCI, LEVEL_MUST, "UCCI, 5: go ponder, ponderhit, stop",
     "The clock of go ponder runs from ponderhit on, and stop ends a search.", begin, check_ponder,
     CHECK_SLOW | CHECK_ALONE},
    {63, FOR_UCCI, LEVEL_SHOULD, "UCCI, 5: info",
     "A search shows its depth, its score as a number, and legal lines.", begin, check_info, 0},
    {64, FOR_UCCI, LEVEL_MUST, "UCCI, 5: quit, bye", "quit is answered by bye, and ends it.", begin,
     check_quit, 0},
    {0},
};
