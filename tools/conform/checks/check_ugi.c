/* SPDX-License-Identifier: MIT */
/* Checks of the commands that only UGI has. */
#include <string.h>

#include "checks.h"

/* True if a query in a position has the expected answer. */
static bool answers(struct checker *checker, const char *position, const char *query,
                    const char *expected)
{
    session_send(checker->session, "position %s\nquery %s", position, query);
    char *line = session_read(checker->session, PROMPT_S);
    EXPECT(checker, session_begins(line, "response "), "query %s is not answered by a response",
           query);
    return strcmp(line + 9, expected) == 0 ||
           checker_fail(checker, "query %s in %.100s: expected %s", query, position, expected);
}

/* True if the answers to p1turn, gameover and result agree with our own rules. */
static bool answers_turn(struct checker *checker, const char *position)
{
    enum game_result result;
    int player = checker_look_at(checker, position, &result);
    return answers(checker, position, "p1turn", player == 1 ? "true" : "false");
}

static bool answers_end(struct checker *checker, const char *position)
{
    static const char *const results[] = {"none", "p1win", "p2win", "draw"};
    enum game_result result;
    checker_look_at(checker, position, &result);
    return answers(checker, position, "gameover", result != RESULT_NONE ? "true" : "false") &&
           answers(checker, position, "result", results[result]);
}

static bool check_queries(struct checker *checker)
{
    const struct look_samples *samples = checker_samples(checker);
    return answers_turn(checker, "startpos") && answers_turn(checker, samples->after) &&
           answers_end(checker, "startpos") && answers_end(checker, samples->over);
}

static bool check_ugi_infinite(struct checker *checker)
{
    return checker_ask(checker, "startpos", PROMPT_S, "position startpos\ngo infinite\nstop") &&
           (session_is_silent(checker->session, SILENCE_S) ||
            checker_fail(checker, "something is said after the bestmove"));
}

const struct check checks_of_ugi[] = {
    {35, FOR_UGI, LEVEL_MUST, "UGI: query",
     "Every query is answered by one line at once, and truly.", checker_greet, check_queries, 0},
    {36, FOR_UGI, LEVEL_MUST, "UGI: go infinite, stop",
     "go infinite may end by itself, and obeys stop.", checker_greet, check_ugi_infinite, 0},
    {0},
};
