/* Searches, their limits, and how they are stopped. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "checks.h"
#include "clock.h"

/* stop must be answered within so much. */
#define STOP_S 1.0

/* A clock overrun so often in a row is no accident of a busy machine. */
#define ATTEMPTS 3

/* How long an engine that waits is watched, and the share of a processor that it may use. */
#define REST_S     0.6
#define REST_SHARE 0.5

/* Writes the limits of a go; UGI's clocks have names of their own. */
static const char *clocks(const struct trial *trial, const char *uci, const char *ugi)
{
    return trial_is_ugi(trial) ? ugi : uci;
}

enum outcome check_clocks(struct trial *trial)
{
    const char *const limits[] = {
        clocks(trial, "wtime 200", "p1time 200"),
        clocks(trial, "btime 200", "p2time 200"),
        clocks(trial, "btime 200 winc 10 wtime 200 binc 10", "p2time 200 p1inc 10 p1time 200"),
        clocks(trial, "wtime 0 btime 0", "p1time 0 p2time 0"),
        clocks(trial, "wtime -50 btime 1000 winc 0 binc 0", "p1time -50 p2time 1000"),
        clocks(trial, "wtime 1 btime 1 winc 0 binc 0 movestogo 1", "p1time 1 p2time 1"),
        clocks(trial, "movestogo 1 wtime 200 btime 200", "movestogo 1 p1time 200 p2time 200"),
    };
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < LENGTH(limits); i++) {
        if (!trial_search(trial, "startpos", limits[i], PROMPT_S, NULL)) {
            return OUTCOME_FAIL;
        }
    }
    return OUTCOME_PASS;
}

enum outcome check_time_kept(struct trial *trial)
{
    const struct {
        const char *limit;
        double ms;
    } limits[] = {
        {clocks(trial, "wtime 100 btime 100", "p1time 100 p2time 100"), 100},
        {clocks(trial, "wtime 20 btime 20", "p1time 20 p2time 20"), 20},
        {clocks(trial, "wtime 100 btime 100 movestogo 1", "p1time 100 p2time 100 movestogo 1"),
         100},
        {"movetime 100", 100},
        {"movetime 20", 20},
    };
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < LENGTH(limits); i++) {
        struct seen seen;
        double least_ms = INFINITY;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (!trial_search(trial, "startpos", limits[i].limit, PROMPT_S, &seen)) {
                return OUTCOME_FAIL;
            }
            least_ms = fmin(least_ms, seen.ms);
            if (least_ms <= limits[i].ms + trial->margin_ms) {
                break;
            }
        }
        if (least_ms > limits[i].ms + trial->margin_ms) {
            return trial_fail(trial, "go %s took %.1f ms", limits[i].limit, least_ms);
        }
    }
    return OUTCOME_PASS;
}

enum outcome check_first_limit(struct trial *trial)
{
    if (!trial_greet(trial) ||
        !trial_search(trial, "startpos", "depth 1 movetime 60000 nodes 1000000000", PROMPT_S,
                      NULL) ||
        !trial_search(trial, "startpos", "movetime 50 depth 200", PROMPT_S, NULL)) {
        return OUTCOME_FAIL;
    }
    talk_say(trial->talk, "position startpos");
    int64_t began_ns = clock_ns();
    talk_say(trial->talk, "go");
    talk_is_silent(trial->talk, 0.05);
    talk_say(trial->talk, "stop");
    return trial_hear_search(trial, "startpos", began_ns, PROMPT_S, NULL) ? OUTCOME_PASS
                                                                          : OUTCOME_FAIL;
}

enum outcome check_zero_limits(struct trial *trial)
{
    static const char *const limits[] = {"depth 0", "nodes 0", "movetime 0", "depth 1", "nodes 1"};
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < LENGTH(limits); i++) {
        if (!trial_search(trial, "startpos", limits[i], PROMPT_S, NULL)) {
            return trial_fail(trial, "go %s has no bestmove", limits[i]);
        }
    }
    return OUTCOME_PASS;
}

enum outcome check_garbage_limits(struct trial *trial)
{
    static const char *const limits[] = {
        "depth movetime 50",       "nodes x movetime 50",   "movetime 50 depth",
        "nonsense 12 movetime 50", "winc movetime 50 binc",
    };
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < LENGTH(limits); i++) {
        if (!trial_search(trial, "startpos", limits[i], PROMPT_S, NULL)) {
            return trial_fail(trial, "go %s does not end", limits[i]);
        }
    }
    return OUTCOME_PASS;
}

enum outcome check_searchmoves(struct trial *trial)
{
    const char *move = trial_samples(trial)->first_move;
    struct seen seen;
    char go[64];
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    snprintf(go, sizeof go, "depth 2 searchmoves z9 %s", move);
    if (!trial_search(trial, "startpos", go, SEARCH_S, &seen)) {
        return OUTCOME_FAIL;
    }
    if (strcmp(seen.best, move) != 0) {
        return trial_fail(trial, "searchmoves z9 %s is answered by %s", move, seen.best);
    }
    talk_say(trial->talk, "position startpos");
    int64_t began_ns = clock_ns();
    talk_say(trial->talk, "go depth 2 searchmoves z9");
    if (!trial_hear_search(trial, NULL, began_ns, SEARCH_S, &seen)) {
        return OUTCOME_FAIL;
    }
    return strcmp(seen.best, "(none)") == 0
               ? OUTCOME_PASS
               : trial_fail(trial, "with no legal move in searchmoves: bestmove %s", seen.best);
}

/* Whether a search that waits says nothing final until told, and does not burn the processor. */
static bool waits_for(struct trial *trial, const char *position, const char *go, const char *word)
{
    char *line;
    talk_say(trial->talk, "position %s", position);
    int64_t began_ns = clock_ns();
    talk_say(trial->talk, "go %s", go);
    int64_t give_up = began_ns + 200 * NS_PER_MS;
    while (clock_ns() < give_up) {
        line = talk_hear(trial->talk, 0.05);
        if (line && strncmp(line, "bestmove", 8) == 0) {
            trial_fail(trial, "go %s ended by itself", go);
            return false;
        }
    }
    double before = talk_processor_seconds(trial->talk);
    give_up = clock_ns() + (int64_t)(REST_S * 1e9);
    while (clock_ns() < give_up) {
        talk_hear(trial->talk, 0.05);
    }
    double used = talk_processor_seconds(trial->talk) - before;
    bool over = strcmp(position, trial_samples(trial)->over) == 0;
    if (over && before >= 0 && used > REST_S * REST_SHARE) {
        trial_fail(trial, "go %s with no legal move uses %.0f %% of a processor", go,
                   100 * used / REST_S);
        return false;
    }
    talk_say(trial->talk, "%s", word);
    line = talk_hear_until(trial->talk, "bestmove", PROMPT_S);
    if (!line) {
        trial_fail(trial, "no bestmove after %s", word);
    }
    return line;
}

enum outcome check_infinite(struct trial *trial)
{
    const struct look_samples *samples = trial_samples(trial);
    struct seen seen;
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    if (!trial_search(trial, samples->win, "mate 1", SEARCH_S, &seen)) {
        return trial_fail(trial, "go mate 1 does not end");
    }
    if (!waits_for(trial, samples->win, "infinite", "stop") ||
        !waits_for(trial, samples->over, "infinite", "stop") ||
        !waits_for(trial, samples->win, "ponder movetime 50", "ponderhit") ||
        !waits_for(trial, samples->win, "ponder movetime 60000", "stop")) {
        return OUTCOME_FAIL;
    }
    return OUTCOME_PASS;
}

static int count_bestmoves(struct trial *trial, double patience)
{
    char *line;
    int count = 0;
    while ((line = talk_hear(trial->talk, patience))) {
        count += strncmp(line, "bestmove ", 9) == 0;
    }
    return count;
}

enum outcome check_stop(struct trial *trial)
{
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    talk_say(trial->talk, "stop");
    talk_say(trial->talk, "ponderhit");
    char *line = talk_hear(trial->talk, SILENCE_S);
    if (line && strncmp(line, "bestmove", 8) == 0) {
        return trial_fail(trial, "stop is answered though nothing was searched");
    }
    talk_say(trial->talk, "position startpos");
    talk_say(trial->talk, "go infinite");
    talk_is_silent(trial->talk, 0.1);
    talk_say(trial->talk, "stop");
    if (!talk_hear_until(trial->talk, "bestmove ", STOP_S)) {
        return trial_fail(trial, "no bestmove within %g s of stop", STOP_S);
    }
    talk_say_bytes(trial->talk, "go infinite\nstop\n", 17);
    int count = count_bestmoves(trial, STOP_S);
    if (count != 1) {
        return trial_fail(trial, "go and stop in one write have %d bestmoves", count);
    }
    talk_say_bytes(trial->talk, "go movetime 60\ngo movetime 60\n", 30);
    count = count_bestmoves(trial, STOP_S);
    return count == 2
               ? OUTCOME_PASS
               : trial_fail(trial, "two go, one in the other's search, have %d bestmoves", count);
}

enum outcome check_no_move(struct trial *trial)
{
    struct seen seen;
    if (!trial_greet(trial)) {
        return OUTCOME_FAIL;
    }
    talk_say(trial->talk, "position %s", trial_samples(trial)->over);
    int64_t began_ns = clock_ns();
    talk_say(trial->talk, "go depth 3");
    if (!trial_hear_search(trial, NULL, began_ns, PROMPT_S, &seen)) {
        return OUTCOME_FAIL;
    }
    return strcmp(seen.best, "(none)") == 0
               ? OUTCOME_PASS
               : trial_fail(trial, "with no legal move: bestmove %s", seen.best);
}
