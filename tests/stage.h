/* SPDX-License-Identifier: MIT */
/* A stage for one session: the test is its client, writes the script of its search, and sets the
 * clock. The session, its engine and its threads are the server's own. Link with
 *
 *     -Wl,--wrap=clock_ns,--wrap=ev_timer_start,--wrap=ev_timer_stop
 *
 * What does not happen blocks: Check's timeout ends the test. */
#ifndef TESTS_STAGE_H
#define TESTS_STAGE_H

#include <stdint.h>

#include "counters.h"
#include "search.h"
#include "session.h"

#define STAGE_STEPS   600
#define STAGE_THREADS 3

/* What a worker does next: uses time and nodes, then has a line, which worker 0 reports. */
struct stage_step {
    int64_t takes_ns;
    uint64_t nodes, tb_hits; /* more than before */
    int multipv;             /* number of the line; 0: 1 */
    struct search_line line; /* depth 0: none is found */
};

/* The search of the session's game, nim, whose first position has the moves a1 a2 a3 b1 b2 b3 c1 c2
 * c3. Set before `go`, and reset by stage_open. */
struct stage_script {
    struct stage_step steps[STAGE_THREADS][STAGE_STEPS];
    int count[STAGE_THREADS];
    bool waits;   /* worker 0 goes on behind its last step until it is stopped */
    bool gated;   /* worker 0 takes a step only when stage_let says so */
    int hashfull; /* permille */
};
extern struct stage_script stage_script;

/* What the last search whose script was awaited was told. */
struct stage_order {
    struct search_limits limits;
    int64_t soft_ns; /* from the clock's start to its soft deadline; INT64_MAX: none */
    int workers;
};
struct stage_order stage_order(void);

/* Adds a step to the script of a worker. */
void stage_add(int worker, struct stage_step step);

/* Opens the session, which speaks this dialect (NULL: the client's first line tells); ends it. */
void stage_open(const struct dialect *dialect);
void stage_close(void);

extern struct session *stage_session;
extern struct counters stage_counters;

/* Says text to the session. */
void stage_say(const char *text);

/* The next line of the session, for which the loop runs. Lives until the next call. */
const char *stage_hear(void);

/* Passes over lines up to the one that begins so. */
const char *stage_hear_until(const char *prefix);

/* A line that is there once the loop has nothing to do at this moment; NULL: none. */
const char *stage_hear_now(void);

/* Waits until worker 0 has done all of its steps in a search that was not awaited yet. */
void stage_await_script(void);

/* Lets worker 0 of a gated script take so many steps, and the session hear of each. */
void stage_let(int steps);

/* Whether worker 0 waits to be stopped. */
bool stage_is_waiting(void);

/* Time, which stands still unless steps take some. Passes time: timers that are due are called at
 * their moments, in their order. */
int64_t stage_now_ns(void);
void stage_pass_ms(int64_t milliseconds);

#endif
