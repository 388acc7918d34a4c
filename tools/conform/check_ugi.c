/* SPDX-License-Identifier: MIT */
/* Checks of the commands that only UGI has. */
#include <string.h>

#include "checks.h"
#include "clock.h"

/* True if a query, sent in the same write as the position, has the expected answer. */
static bool answers(struct checker *checker, const char *position, const char *query,
                    const char *expected)
{
    session_send(checker->session, "position %s", position);
    session_send(checker->session, "query %s", query);
    char *line = session_read(checker->session, PROMPT_S);
    if (!line || strncmp(line, "response ", 9) != 0) {
        checker_fail(checker, "query %s is not answered by a response", query);
        return false;
    }
    if (expected && strcmp(line + 9, expected) != 0) {
        checker_fail(checker, "query %s in %.100s: expected %s", query, position, expected);
        return false;
    }
    return true;
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

enum outcome check_queries(struct checker *checker)
{
    const struct look_samples *samples = checker_samples(checker);
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    return answers_turn(checker, "startpos") && answers_turn(checker, samples->after) &&
                   answers_end(checker, "startpos") && answers_end(checker, samples->over)
               ? OUTCOME_PASS
               : OUTCOME_FAIL;
}

enum outcome check_ugi_infinite(struct checker *checker)
{
    struct search_output output;
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    session_send(checker->session, "position startpos");
    int64_t began_ns = clock_ns();
    session_send(checker->session, "go infinite");
    session_send(checker->session, "stop");
    if (!checker_read_search(checker, "startpos", began_ns, PROMPT_S, &output)) {
        return OUTCOME_FAIL;
    }
    return session_is_silent(checker->session, SILENCE_S)
               ? OUTCOME_PASS
               : checker_fail(checker, "something is said after the bestmove");
}
