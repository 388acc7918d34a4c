/* SPDX-License-Identifier: MIT */
/* Checks of searches, their limits, and how they are stopped. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "checks.h"
#include "clock.h"

/* The time limit for the answer to stop, in seconds. */
#define STOP_S 1.0

/* How many searches in a row must exceed their time before the check fails: on a busy machine one
 * may. */
#define ATTEMPTS 3

/* How long a waiting engine is observed, in seconds, and the share of a processor that it may
 * use. */
#define REST_S     0.6
#define REST_SHARE 0.5

/* Returns the limits of a go; UGI's clocks have other names. */
static const char *clocks(const struct checker *checker, const char *uci, const char *ugi)
{
    return checker_is_ugi(checker) ? ugi : uci;
}

enum outcome check_clocks(struct checker *checker)
{
    const char *const limits[] = {
        clocks(checker, "wtime 200", "p1time 200"),
        clocks(checker, "btime 200", "p2time 200"),
        clocks(checker, "btime 200 winc 10 wtime 200 binc 10", "p2time 200 p1inc 10 p1time 200"),
        clocks(checker, "wtime 0 btime 0", "p1time 0 p2time 0"),
        clocks(checker, "wtime -50 btime 1000 winc 0 binc 0", "p1time -50 p2time 1000"),
        clocks(checker, "wtime 1 btime 1 winc 0 binc 0 movestogo 1", "p1time 1 p2time 1"),
        clocks(checker, "movestogo 1 wtime 200 btime 200", "movestogo 1 p1time 200 p2time 200"),
    };
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < LENGTH(limits); i++) {
        if (!checker_search(checker, "startpos", limits[i], PROMPT_S, NULL)) {
            return checker_fail_in(checker, "go %s", limits[i]);
        }
    }
    return OUTCOME_PASS;
}

enum outcome check_time_kept(struct checker *checker)
{
    const struct {
        const char *limit;
        double ms;
    } limits[] = {
        {clocks(checker, "wtime 100 btime 100", "p1time 100 p2time 100"), 100},
        {clocks(checker, "wtime 20 btime 20", "p1time 20 p2time 20"), 20},
        {clocks(checker, "wtime 100 btime 100 movestogo 1", "p1time 100 p2time 100 movestogo 1"),
         100},
        {"movetime 100", 100},
        {"movetime 20", 20},
    };
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < LENGTH(limits); i++) {
        struct search_output output;
        double least_ms = INFINITY;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (!checker_search(checker, "startpos", limits[i].limit, PROMPT_S, &output)) {
                return OUTCOME_FAIL;
            }
            least_ms = fmin(least_ms, output.ms);
            if (least_ms <= limits[i].ms + checker->margin_ms) {
                break;
            }
        }
        if (least_ms > limits[i].ms + checker->margin_ms) {
            return checker_fail(checker, "go %s took %.1f ms", limits[i].limit, least_ms);
        }
    }
    return OUTCOME_PASS;
}

enum outcome check_first_limit(struct checker *checker)
{
    if (!checker_greet(checker) ||
        !checker_search(checker, "startpos", "depth 1 movetime 60000 nodes 1000000000", PROMPT_S,
                        NULL) ||
        !checker_search(checker, "startpos", "movetime 50 depth 200", PROMPT_S, NULL)) {
        return OUTCOME_FAIL;
    }
    session_send(checker->session, "position startpos");
    int64_t began_ns = clock_ns();
    session_send(checker->session, "go");
    session_is_silent(checker->session, 0.05);
    session_send(checker->session, "stop");
    return checker_read_search(checker, "startpos", began_ns, PROMPT_S, NULL) ? OUTCOME_PASS
                                                                              : OUTCOME_FAIL;
}

enum outcome check_zero_limits(struct checker *checker)
{
    static const char *const limits[] = {"depth 0", "nodes 0", "movetime 0", "depth 1", "nodes 1"};
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < LENGTH(limits); i++) {
        if (!checker_search(checker, "startpos", limits[i], PROMPT_S, NULL)) {
            return checker_fail_in(checker, "go %s", limits[i]);
        }
    }
    return OUTCOME_PASS;
}

enum outcome check_garbage_limits(struct checker *checker)
{
    static const char *const limits[] = {
        "depth movetime 50",       "nodes x movetime 50",   "movetime 50 depth",
        "nonsense 12 movetime 50", "winc movetime 50 binc",
    };
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    for (int i = 0; i < LENGTH(limits); i++) {
        if (!checker_search(checker, "startpos", limits[i], PROMPT_S, NULL)) {
            return checker_fail_in(checker, "go %s", limits[i]);
        }
    }
    return OUTCOME_PASS;
}

enum outcome check_searchmoves(struct checker *checker)
{
    const char *move = checker_samples(checker)->first_move;
    struct search_output output;
    char go[64];
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    snprintf(go, sizeof go, "depth 2 searchmoves z9 %s", move);
    if (!checker_search(checker, "startpos", go, SEARCH_S, &output)) {
        return OUTCOME_FAIL;
    }
    if (strcmp(output.best, move) != 0) {
        return checker_fail(checker, "searchmoves z9 %s is answered by %s", move, output.best);
    }
    session_send(checker->session, "position startpos");
    int64_t began_ns = clock_ns();
    session_send(checker->session, "go depth 2 searchmoves z9");
    if (!checker_read_search(checker, NULL, began_ns, SEARCH_S, &output)) {
        return OUTCOME_FAIL;
    }
    return strcmp(output.best, "(none)") == 0
               ? OUTCOME_PASS
               : checker_fail(checker, "with no legal move in searchmoves: bestmove %s",
                              output.best);
}

/* True if a search that must wait for `word` sends no bestmove before it and does not use the
 * processor meanwhile. */
static bool waits_for(struct checker *checker, const char *position, const char *go,
                      const char *word)
{
    char *line;
    session_send(checker->session, "position %s", position);
    int64_t began_ns = clock_ns();
    session_send(checker->session, "go %s", go);
    int64_t give_up = began_ns + 200 * NS_PER_MS;
    while (clock_ns() < give_up) {
        line = session_read(checker->session, 0.05);
        if (line && strncmp(line, "bestmove", 8) == 0) {
            checker_fail(checker, "go %s ended by itself", go);
            return false;
        }
    }
    double before = session_busy_seconds(checker->session);
    give_up = clock_ns() + (int64_t)(REST_S * 1e9);
    while (clock_ns() < give_up) {
        session_read(checker->session, 0.05);
    }
    double used = session_busy_seconds(checker->session) - before;
    bool over = strcmp(position, checker_samples(checker)->over) == 0;
    if (over && before >= 0 && used > REST_S * REST_SHARE) {
        checker_fail(checker, "go %s with no legal move uses %.0f %% of a processor", go,
                     100 * used / REST_S);
        return false;
    }
    session_send(checker->session, "%s", word);
    line = session_read_until(checker->session, "bestmove", PROMPT_S);
    if (!line) {
        checker_fail(checker, "no bestmove after %s", word);
    }
    return line;
}

enum outcome check_infinite(struct checker *checker)
{
    const struct look_samples *samples = checker_samples(checker);
    const char *position = samples->win ? samples->win : samples->after;
    struct search_output output;
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    if (!checker_search(checker, position, "mate 1", SEARCH_S, &output)) {
        return checker_fail_in(checker, "go mate 1");
    }
    if (!waits_for(checker, position, "infinite", "stop") ||
        !waits_for(checker, samples->over, "infinite", "stop") ||
        !waits_for(checker, position, "ponder movetime 50", "ponderhit") ||
        !waits_for(checker, position, "ponder movetime 60000", "stop")) {
        return OUTCOME_FAIL;
    }
    return OUTCOME_PASS;
}

static int count_bestmoves(struct checker *checker, double timeout)
{
    char *line;
    int count = 0;
    while ((line = session_read(checker->session, timeout))) {
        count += strncmp(line, "bestmove ", 9) == 0;
    }
    return count;
}

enum outcome check_stop(struct checker *checker)
{
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    session_send(checker->session, "stop");
    session_send(checker->session, "ponderhit");
    if (count_bestmoves(checker, SILENCE_S) > 0) {
        return checker_fail(checker, "stop is answered though nothing was searched");
    }
    session_send(checker->session, "position startpos");
    session_send(checker->session, "go infinite");
    session_is_silent(checker->session, 0.1);
    session_send(checker->session, "stop");
    if (!session_read_until(checker->session, "bestmove ", STOP_S)) {
        return checker_fail(checker, "no bestmove within %g s of stop", STOP_S);
    }
    session_send_bytes(checker->session, "go infinite\nstop\n", 17);
    int count = count_bestmoves(checker, STOP_S);
    if (count != 1) {
        return checker_fail(checker, "go and stop in one write have %d bestmoves", count);
    }
    session_send_bytes(checker->session, "go movetime 60\ngo movetime 60\n", 30);
    count = count_bestmoves(checker, STOP_S);
    return count == 2 ? OUTCOME_PASS
                      : checker_fail(checker,
                                     "two go, one in the other's search, have %d bestmoves", count);
}

enum outcome check_no_move(struct checker *checker)
{
    struct search_output output;
    if (!checker_greet(checker)) {
        return OUTCOME_FAIL;
    }
    session_send(checker->session, "position %s", checker_samples(checker)->over);
    int64_t began_ns = clock_ns();
    session_send(checker->session, "go depth 3");
    if (!checker_read_search(checker, NULL, began_ns, PROMPT_S, &output)) {
        return OUTCOME_FAIL;
    }
    return strcmp(output.best, "(none)") == 0
               ? OUTCOME_PASS
               : checker_fail(checker, "with no legal move: bestmove %s", output.best);
}
