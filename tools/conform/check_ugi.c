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

enum outcome check_queries(struct trial *trial)
{
    const struct samples *samples = trial_samples(trial);
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    return answers(trial, "startpos", "p1turn", "true") &&
                   answers(trial, samples->after, "p1turn", "false") &&
                   answers(trial, "startpos", "gameover", "false") &&
                   answers(trial, "startpos", "result", "none") &&
                   answers(trial, samples->over, "gameover", "true") &&
                   answers(trial, samples->over, "result", "p1win")
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
