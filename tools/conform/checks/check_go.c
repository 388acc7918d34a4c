/* SPDX-License-Identifier: MIT */
/* Checks of searches, their limits, and how they are stopped. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "checks.h"

/* The time limit for the answer to stop, in seconds. */
#define STOP_S 1.0

/* How many searches in a row must exceed their time before the check fails: on a busy machine one
 * may. */
#define ATTEMPTS 3

/* How long a search must not end by itself, and how long it is then observed at rest, in seconds;
 * the share of a processor that it may use meanwhile. */
#define WAIT_S     0.25
#define REST_S     0.6
#define REST_SHARE 0.5

/* Returns the limits of a go; UGI's clocks have other names. */
static const char *clocks(const struct checker *checker, const char *uci, const char *ugi)
{
    return checker_speaks(checker, "ugi") ? ugi : uci;
}

/* Lowers the demand of what UGI does not have: "Only one of five different ways to search will be
 * specified. All arguments must be included." */
static void expect_less_of_ugi(struct checker *checker, const char *source)
{
    if (checker_speaks(checker, "ugi")) {
        checker_expect(checker, LEVEL_MAY, source);
    }
}

/* True if a search of the start position with each of these limits ends by itself. */
static bool searches(struct checker *checker, const char *const *limits, int count)
{
    for (int i = 0; i < count; i++) {
        if (!checker_search(checker, "startpos", limits[i], PROMPT_S)) {
            return checker_fail_in(checker, "go %s", limits[i]);
        }
    }
    return true;
}

static bool check_clocks(struct checker *checker)
{
    const char *const limits[] = {
        clocks(checker, "wtime 200", "p1time 200"),
        clocks(checker, "btime 200 winc 10 wtime 200 binc 10", "p2time 200 p1inc 10 p1time 200"),
        clocks(checker, "wtime 1 btime 1 winc 0 binc 0 movestogo 1", "p1time 1 p2time 1"),
        clocks(checker, "movestogo 1 wtime 200 btime 200", "movestogo 1 p1time 200 p2time 200"),
    };
    const char *const rare_limits[] = {
        clocks(checker, "btime 200", "p2time 200"),
        clocks(checker, "wtime 0 btime 0", "p1time 0 p2time 0"),
        clocks(checker, "wtime -50 btime 1000 winc 0 binc 0", "p1time -50 p2time 1000"),
    };
    static const char *const whole[] = {"p1time 200 p2time 200 p1inc 10 p2inc 10"};
    REQUIRE(!checker_speaks(checker, "ugi") || searches(checker, whole, 1));
    expect_less_of_ugi(checker, "UGI: go, all of p1time, p2time, p1inc and p2inc are sent");
    REQUIRE(searches(checker, limits, LENGTH(limits)));
    checker_expect(checker, LEVEL_MAY, "UCI: go, clients send the mover's clock, above zero");
    return searches(checker, rare_limits, LENGTH(rare_limits));
}

static bool check_time_kept(struct checker *checker)
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
    for (int i = 0; i < LENGTH(limits); i++) {
        double least_ms = INFINITY;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            REQUIRE(checker_search(checker, "startpos", limits[i].limit, PROMPT_S));
            least_ms = fmin(least_ms, checker->output.ms);
            if (least_ms <= limits[i].ms + checker->margin_ms) {
                break;
            }
        }
        EXPECT(checker, least_ms <= limits[i].ms + checker->margin_ms, "go %s took %.1f ms",
               limits[i].limit, least_ms);
    }
    return true;
}

static bool check_first_limit(struct checker *checker)
{
    expect_less_of_ugi(checker, "UGI: go, only one way to search is specified");
    REQUIRE(
        checker_search(checker, "startpos", "depth 1 movetime 60000 nodes 1000000000", PROMPT_S) &&
        checker_search(checker, "startpos", "movetime 50 depth 200", PROMPT_S));
    session_send(checker->session, "position startpos\ngo");
    session_is_silent(checker->session, 0.05);
    return checker_ask(checker, "startpos", PROMPT_S, "stop");
}

static bool check_zero_limits(struct checker *checker)
{
    static const char *const least[] = {"depth 1", "nodes 1"};
    static const char *const zeros[] = {"depth 0", "nodes 0", "movetime 0"};
    REQUIRE(searches(checker, least, LENGTH(least)));
    checker_expect(checker, LEVEL_MAY, "no specification; clients send limits above zero");
    return searches(checker, zeros, LENGTH(zeros));
}

static bool check_garbage_limits(struct checker *checker)
{
    static const char *const unknown[] = {"nonsense 12 movetime 50"};
    static const char *const broken[] = {"depth movetime 50", "nodes x movetime 50",
                                         "movetime 50 depth", "winc movetime 50 binc"};
    REQUIRE(searches(checker, unknown, LENGTH(unknown)));
    checker_expect(checker, LEVEL_MAY, "no client sends limits without their numbers");
    return searches(checker, broken, LENGTH(broken));
}

static bool check_searchmoves(struct checker *checker)
{
    const char *move = checker_samples(checker)->first_move;
    char words[32];
    snprintf(words, sizeof words, "z9 %s", move);
    expect_less_of_ugi(checker, "UGI: go has no searchmoves");
    REQUIRE(checker_plays(checker, "startpos", 2, move, move));
    checker_expect(checker, LEVEL_MAY, "no client sends illegal moves to search");
    REQUIRE(checker_plays(checker, "startpos", 2, words, move));
    return checker_ask(checker, NULL, SEARCH_S, "position startpos\ngo depth 2 searchmoves z9") &&
           (strcmp(checker->output.best, "(none)") == 0 ||
            checker_fail(checker, "with no legal move in searchmoves: bestmove %s",
                         checker->output.best));
}

/* True if a search that must wait for `word` sends no bestmove before it and does not use the
 * processor meanwhile. */
static bool waits_for(struct checker *checker, const char *position, const char *go,
                      const char *word)
{
    session_send(checker->session, "position %s", position);
    int64_t give_up = session_after(WAIT_S);
    session_send(checker->session, "go %s", go);
    for (char *line; (line = session_read_by(checker->session, give_up));) {
        EXPECT(checker, !session_begins(line, "bestmove"), "go %s ended by itself", go);
    }
    double before = session_busy_seconds(checker->session);
    give_up = session_after(REST_S);
    while (session_read_by(checker->session, give_up)) {
    }
    double used = session_busy_seconds(checker->session) - before;
    bool over = strcmp(position, checker_samples(checker)->over) == 0;
    EXPECT(checker, !over || before < 0 || used <= REST_S * REST_SHARE,
           "go %s with no legal move uses %.0f %% of a processor", go, 100 * used / REST_S);
    session_send(checker->session, "%s", word);
    return session_read_until(checker->session, "bestmove", PROMPT_S) ||
           checker_fail(checker, "no bestmove after %s", word);
}

static bool check_infinite(struct checker *checker)
{
    const struct look_samples *samples = checker_samples(checker);
    const char *position = samples->win ? samples->win : samples->after;
    if (!checker_search(checker, position, "mate 1", SEARCH_S)) {
        return checker_fail_in(checker, "go mate 1");
    }
    REQUIRE(waits_for(checker, position, "infinite", "stop"));
    /* UCI lets clients ponder only with an engine that has the option. */
    REQUIRE(!checker_option(checker, "Ponder") ||
            (waits_for(checker, position, "ponder movetime 50", "ponderhit") &&
             waits_for(checker, position, "ponder movetime 60000", "stop")));
    checker_expect(checker, LEVEL_MAY, "no specification; interfaces analyse such positions");
    return waits_for(checker, samples->over, "infinite", "stop");
}

static bool check_stop(struct checker *checker)
{
    session_send(checker->session, "stop\nponderhit");
    EXPECT(checker, session_count(checker->session, "bestmove ", SILENCE_S) == 0,
           "stop is answered though nothing was searched");
    checker_expect(checker, LEVEL_MUST, "UCI: stop");
    session_send(checker->session, "position startpos\ngo infinite");
    session_is_silent(checker->session, 0.1);
    session_send(checker->session, "stop");
    EXPECT(checker, session_read_until(checker->session, "bestmove ", STOP_S),
           "no bestmove within %g s of stop", STOP_S);
    session_send_bytes(checker->session, "go infinite\nstop\n", 17);
    int count = session_count(checker->session, "bestmove ", STOP_S);
    EXPECT(checker, count == 1, "go and stop in one write have %d bestmoves", count);
    checker_expect(checker, LEVEL_MAY, "UCI: go is sent while the engine waits");
    session_send_bytes(checker->session, "go movetime 60\ngo movetime 60\n", 30);
    count = session_count(checker->session, "bestmove ", STOP_S);
    return count == 2 ||
           checker_fail(checker, "two go, one in the other's search, have %d bestmoves", count);
}

static bool check_no_move(struct checker *checker)
{
    return checker_ask(checker, NULL, PROMPT_S, "position %s\ngo depth 3",
                       checker_samples(checker)->over) &&
           (strcmp(checker->output.best, "(none)") == 0 ||
            checker_fail(checker, "with no legal move: bestmove %s", checker->output.best));
}

const struct check checks_of_searches[] = {
    {20, FOR_UNIVERSAL, LEVEL_MUST, "UCI: go, wtime, btime, movestogo",
     "Any clock, in any order, even empty or below zero, gets a legal move.", checker_greet,
     check_clocks, 0},
    {21, FOR_UNIVERSAL, LEVEL_SHOULD, "fastchess, cutechess-cli: loss on time, margin 0",
     "No clock and no movetime is overrun.", checker_greet, check_time_kept, CHECK_ALONE},
    {22, FOR_UNIVERSAL, LEVEL_MUST, "UCI: go, its commands in one string",
     "The first limit ends a search; a bare go obeys stop.", checker_greet, check_first_limit, 0},
    {23, FOR_UNIVERSAL, LEVEL_MUST, "UCI: go, depth, nodes",
     "Limits of one and of zero are the smallest search.", checker_greet, check_zero_limits, 0},
    {24, FOR_UNIVERSAL, LEVEL_MUST, "UCI: unknown commands and tokens are ignored",
     "An unknown word, or a number that is missing, eats no keyword.", checker_greet,
     check_garbage_limits, 0},
    {25, FOR_UNIVERSAL, LEVEL_MUST, "UCI: go, searchmoves",
     "searchmoves holds, and illegal moves in it are dropped.", checker_greet, check_searchmoves,
     0},
    {26, FOR_UCI, LEVEL_MUST, "UCI: go, mate, infinite, ponder",
     "mate ends; infinite and ponder wait to be told, and rest meanwhile.", checker_greet,
     check_infinite, CHECK_SLOW},
    {27, FOR_UNIVERSAL, LEVEL_SHOULD, "UCI: a stop when nothing is searched is ignored",
     "stop is answered at once, once, and with silence when idle.", checker_greet, check_stop, 0},
    {28, FOR_UNIVERSAL, LEVEL_MAY, "no specification; match runners end the game before",
     "Without a legal move the answer is bestmove (none).", checker_greet, check_no_move, 0},
    {0},
};
