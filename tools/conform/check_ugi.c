/* What UGI adds. */
#include <string.h>

#include "checks.h"
#include "clock.h"

/* Whether a query of a position, asked in the same write, has this answer. */
static bool answers(struct trial *trial, const char *position, const char *query,
                    const char *expected)
{
    talk_say(trial->talk, "position %s", position);
    talk_say(trial->talk, "query %s", query);
    char *line = talk_hear(trial->talk, PROMPT_S);
    if (!line || strncmp(line, "response ", 9) != 0) {
        trial_fail(trial, "query %s is not answered by a response", query);
        return false;
    }
    if (expected && strcmp(line + 9, expected) != 0) {
        trial_fail(trial, "query %s in %.100s: expected %s", query, position, expected);
        return false;
    }
    return true;
}

/* Our own rules say what is right. */
static bool answers_turn(struct trial *trial, const char *position)
{
    enum game_result result;
    int player = trial_look_at(trial, position, &result);
    return answers(trial, position, "p1turn", player == 1 ? "true" : "false");
}

static bool answers_end(struct trial *trial, const char *position)
{
    static const char *const results[] = {"none", "p1win", "p2win", "draw"};
    enum game_result result;
    trial_look_at(trial, position, &result);
    return answers(trial, position, "gameover", result != RESULT_NONE ? "true" : "false") &&
           answers(trial, position, "result", results[result]);
}

enum outcome check_queries(struct trial *trial)
{
    const struct look_samples *samples = trial_samples(trial);
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    return answers_turn(trial, "startpos") && answers_turn(trial, samples->after) &&
                   answers_end(trial, "startpos") && answers_end(trial, samples->over)
               ? OUTCOME_PASS
               : OUTCOME_FAIL;
}

enum outcome check_ugi_infinite(struct trial *trial)
{
    struct seen seen;
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    talk_say(trial->talk, "position startpos");
    int64_t began_ns = clock_ns();
    talk_say(trial->talk, "go infinite");
    talk_say(trial->talk, "stop");
    if (!trial_hear_search(trial, "startpos", began_ns, PROMPT_S, &seen)) {
        return OUTCOME_FAIL;
    }
    return talk_is_silent(trial->talk, SILENCE_S)
               ? OUTCOME_PASS
               : trial_fail(trial, "something is said after the bestmove");
}
