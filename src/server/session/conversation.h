/* SPDX-License-Identifier: MIT */
/* One client's conversation with one engine: a state machine without I/O. Its inputs are the lines
 * of the client, the events of the engine, and deadlines that have passed. Its outputs are events
 * (output.h) and the next deadline.
 *
 * The states:
 *
 *   IDLE        no work is under way
 *   SEARCHING   a search with a limit of its own
 *   UNLIMITED   a search that only `stop` is certain to end: a bare `go`, `go infinite`
 *   PONDERING   `go ponder`: no clock runs until `ponderhit`
 *   HOLDING     an infinite search has ended; its bestmove waits for `stop`
 *   PONDERED    a ponder search has ended; its bestmove waits for `stop` or `ponderhit`
 *   STOPPING    a search was told to end; its bestmove will follow
 *   COUNTING    perft, bench or genfens
 *   WARMING_UP  `newgame`, `isready`, `setoption`: memory is made ready; the answer follows
 *
 * What moves a conversation from one state to another, besides the commands that begin work:
 *
 *   the search ends   SEARCHING, STOPPING -> IDLE with its bestmove; UNLIMITED -> IDLE, or HOLDING
 *                     after `infinite` under UCI; PONDERING -> PONDERED, under UGI IDLE
 *   stop              SEARCHING, UNLIMITED, PONDERING -> STOPPING; HOLDING, PONDERED -> IDLE with
 *                     the bestmove; COUNTING and WARMING_UP are cut short
 *   ponderhit         PONDERING -> SEARCHING; PONDERED -> IDLE with the bestmove
 *   the deadline      SEARCHING: the engine is told to stop
 *   other work ends   COUNTING -> IDLE; WARMING_UP -> IDLE with the answer */
#ifndef SERVER_CONVERSATION_H
#define SERVER_CONVERSATION_H

#include <stdbool.h>
#include <stdint.h>

#include "budget.h"
#include "clock.h"
#include "command.h"
#include "command_queue.h"
#include "counters.h"
#include "engine.h"
#include "output.h"

enum conversation_state {
    STATE_IDLE,
    STATE_SEARCHING,
    STATE_UNLIMITED,
    STATE_PONDERING,
    STATE_HOLDING,
    STATE_PONDERED,
    STATE_STOPPING,
    STATE_COUNTING,
    STATE_WARMING_UP
};
#define CONVERSATION_STATES 9

/* clang-format off */
/* The effect of each command in each state:
 *
 *   RUN    it runs now
 *   LOOK   it runs now, unless other commands wait, which might change what it shows
 *   WAIT   it waits until its row says RUN
 *   END    it waits, and the search is told to answer now
 *   DROP   it waits, the search is told to end, and its bestmove is not output
 *
 * A line that is wrong counts as UNKNOWN; in Gomocup's dialect, whose lines build on each other, as
 * NOTE, and so does a query that carries a board. */
#define CONVERSATION_TABLE(ROW) /*
                    IDLE SEARCHING UNLIMITED PONDERING HOLDING PONDERED STOPPING COUNTING WARMING_UP */ \
    ROW(NOTHING,    RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     RUN)  \
    ROW(STOP,       RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     RUN)  \
    ROW(PONDERHIT,  RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     RUN)  \
    ROW(QUIT,       RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     RUN)  \
    ROW(HELLO,      RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     WAIT) \
    ROW(ISREADY,    RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     WAIT) \
    ROW(GAMES,      RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     WAIT) \
    ROW(HELP,       RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     WAIT) \
    ROW(PUBLISH,    RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     WAIT) \
    ROW(WATCH,      RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     WAIT) \
    ROW(UNKNOWN,    RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     WAIT) \
    ROW(QUERY,      RUN, LOOK,     LOOK,     LOOK,     LOOK,   LOOK,    LOOK,    LOOK,    WAIT) \
    ROW(DISPLAY,    RUN, LOOK,     LOOK,     LOOK,     LOOK,   LOOK,    LOOK,    LOOK,    WAIT) \
    ROW(EVAL,       RUN, LOOK,     LOOK,     LOOK,     LOOK,   LOOK,    LOOK,    LOOK,    WAIT) \
    ROW(POSITION,   RUN, WAIT,     END,      END,      END,    END,     WAIT,    WAIT,    WAIT) \
    ROW(GO,         RUN, WAIT,     END,      END,      END,    END,     WAIT,    WAIT,    WAIT) \
    ROW(NEWGAME,    RUN, DROP,     DROP,     DROP,     DROP,   DROP,    WAIT,    WAIT,    WAIT) \
    ROW(NOTE,       RUN, WAIT,     WAIT,     WAIT,     WAIT,   WAIT,    WAIT,    WAIT,    WAIT) \
    ROW(SETOPTION,  RUN, WAIT,     WAIT,     WAIT,     WAIT,   WAIT,    WAIT,    WAIT,    WAIT) \
    ROW(PERFT,      RUN, WAIT,     WAIT,     WAIT,     WAIT,   WAIT,    WAIT,    WAIT,    WAIT) \
    ROW(BENCH,      RUN, WAIT,     WAIT,     WAIT,     WAIT,   WAIT,    WAIT,    WAIT,    WAIT) \
    ROW(GENFENS,    RUN, WAIT,     WAIT,     WAIT,     WAIT,   WAIT,    WAIT,    WAIT,    WAIT)
/* clang-format on */

enum conversation_effect { EFFECT_RUN, EFFECT_LOOK, EFFECT_WAIT, EFFECT_END, EFFECT_DROP };

/* The table's entry. */
enum conversation_effect conversation_effect(enum conversation_state state, enum command_kind kind);

/* When the bestmove of a search is output. */
enum conversation_answer {
    ANSWER_AT_END,     /* as soon as the search has ended */
    ANSWER_WHEN_ASKED, /* after `stop` or `ponderhit`, as UCI has it */
    ANSWER_NONE        /* never: a new game has begun, or the client has gone */
};

struct conversation {
    struct engine *engine;
    struct output *output;
    struct counters *counters;
    struct charge *memory; /* that the queue is charged to, together with other buffers */
    bool dialect_chosen;   /* the client's first line need not tell */
    bool strict;           /* a word that is not read is an error */
    struct command_queue queue;

    enum conversation_state state;
    enum conversation_answer answer;
    enum event_kind owed; /* WARMING_UP: the answer */
    int64_t began_ns;     /* when the present or the last work began: clock_ns() */
    int64_t stop_ns;      /* when the engine must be told to stop; INT64_MAX: never */
    int64_t beat_ns;      /* when the silence of a search is measured next */
    struct output_search report;
};

/* A conversation without an engine yet: it must be set before the first input. */
void conversation_init(struct conversation *conversation, struct output *output,
                       struct counters *counters, struct charge *memory);
void conversation_finish(struct conversation *conversation);

enum conversation_status {
    CONVERSATION_DONE,
    CONVERSATION_FULL, /* the line was not taken: it must be given again when the queue is shorter
                          or the state has changed */
    CONVERSATION_QUIT  /* the client wants the conversation to end */
};

/* A line of the client: runs it, or puts it into the queue. */
enum conversation_status conversation_line(struct conversation *conversation, const char *line);

/* The beginning of a line that was too long. A position that was lost with it counts as rejected.
 */
void conversation_lost_line(struct conversation *conversation, const char *beginning);

/* Runs the first command of the queue that may run now, or has one that waits end the present work.
 * Commands that answer at once, such as `isready`, overtake others while a search is under way;
 * they wait only for memory. False if there is nothing to do. */
bool conversation_advance(struct conversation *conversation);

/* A command that may run in the present state. */
enum conversation_status conversation_command(struct conversation *conversation,
                                              const struct command *command);

/* An event of the engine. */
void conversation_event(struct conversation *conversation, const struct engine_event *event);

/* The next deadline, clock_ns(); INT64_MAX: none. */
int64_t conversation_deadline(const struct conversation *conversation);

/* Does what is due at `now_ns`. `others_wait`: other connections want the loop, so that the end of
 * the engine's work is not awaited. True if the engine was told to stop. */
bool conversation_expire(struct conversation *conversation, int64_t now_ns, bool others_wait);

/* Has the search or the count answer now. */
void conversation_stop(struct conversation *conversation);

/* Has the search end without its bestmove. */
void conversation_drop(struct conversation *conversation);

/* The same for a client that has gone: the engine is not waited for. */
void conversation_abandon(struct conversation *conversation);

/* Tells the engine to end the work that is under way, which is then answered as ever. */
void conversation_end_work(struct conversation *conversation, bool others_wait);

/* For conversation_queue.c: runs or queues a copy of the line, which comes from the queue if it has
 * `waited`; has a command that has arrived or waits end the present work, if the table says so. */
enum conversation_status conversation_run_line(struct conversation *conversation, const char *line,
                                               bool waited);
void conversation_interrupt_for(struct conversation *conversation, enum command_kind kind);

/* True for `stop` and `ponderhit`, which apply to every search that was requested before them: they
 * run at once, and again when the searches that wait have begun. */
bool conversation_follows_searches(enum command_kind kind);

#endif
