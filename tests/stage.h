/* SPDX-License-Identifier: MIT */
/* A test environment for one session: the test is its client, writes the script of its search, and
 * sets the clock. The session, its engine and its threads are those of the server. Link with
 *
 *     -Wl,--wrap=clock_ns,--wrap=ev_timer_start,--wrap=ev_timer_stop
 *
 * A wait for something that does not happen blocks until Check's timeout ends the test. */
#ifndef TESTS_STAGE_H
#define TESTS_STAGE_H

#include <stdint.h>

#include "counters.h"
#include "search.h"
#include "session.h"

#define STAGE_STEPS   600
#define STAGE_THREADS 3

/* A step of a worker: it uses time and nodes and then finds a line, which worker 0 reports. */
struct stage_step {
    int64_t takes_ns;
    uint64_t nodes, tb_hits; /* in addition to those of earlier steps */
    int multipv;             /* the number of the line; 0 means 1 */
    struct search_line line; /* depth 0: no line is found */
};

/* The search of the session's game, nim, whose initial position has the moves a1 a2 a3 b1 b2 b3 c1
 * c2 c3. It must be set before `go`; stage_open resets it. */
struct stage_script {
    struct stage_step steps[STAGE_THREADS][STAGE_STEPS];
    int count[STAGE_THREADS];
    bool waits;   /* after its last step, worker 0 runs until it is stopped */
    bool gated;   /* worker 0 makes a step only when stage_let allows it */
    int hashfull; /* in permille */
};
extern struct stage_script stage_script;

/* The limits of the last search whose script was awaited. */
struct stage_order {
    struct search_limits limits;
    int64_t soft_ns; /* from the start of the clock to the soft deadline; INT64_MAX: none */
    int workers;
};
struct stage_order stage_order(void);

/* Appends a step to the script of a worker. */
void stage_add(int worker, struct stage_step step);

/* Opens the session with this dialect (NULL: the client's first line selects it); closes it. */
void stage_open(const struct dialect *dialect);
void stage_close(void);

extern struct session *stage_session;
extern struct counters stage_counters;

/* Sends a text to the session. */
void stage_say(const char *text);

/* Runs the loop until the session has sent a line and returns it. It is valid until the next
 * call. */
const char *stage_hear(void);

/* Skips lines up to one that begins with `prefix` and returns it. */
const char *stage_hear_until(const char *prefix);

/* Runs the loop until it has nothing to do at this time. Returns the next line, or NULL if there is
 * none. */
const char *stage_hear_now(void);

/* Waits until worker 0 has finished all its steps in a search that was not yet awaited. */
void stage_await_script(void);

/* Lets worker 0 of a gated script make so many steps, and the session receive the report of
 * each. */
void stage_let(int steps);

/* True if worker 0 is waiting for a stop. */
bool stage_is_waiting(void);

/* The time stands still unless steps take time. stage_pass_ms advances it and calls the timers that
 * become due, in order, each at its time. */
int64_t stage_now_ns(void);
void stage_pass_ms(int64_t milliseconds);

#endif
