/* SPDX-License-Identifier: MIT */
/* One client's conversation with one engine: a state machine without I/O. Its inputs are lines
 * of the client, events of the engine, and expired deadlines. Its outputs are events (output.h) and
 * the next deadline.
 *
 * The states:
 *
 *   IDLE        no work is under way
 *   SEARCHING   a search with a limit of its own
 *   UNLIMITED   a search that only `stop` is certain to end: a bare `go`, `go infinite`
 *   PONDERING   `go ponder`: no clock runs until `ponderhit`
 *   HOLDING     an infinite search has ended; its bestmove waits for `stop`
 *   PONDERED    a ponder search has ended; its bestmove waits for `stop` or `ponderhit`
 *   STOPPING    a search is being stopped; its bestmove will follow
 *   COUNTING    perft, bench, trace or genfens
 *   WARMING_UP  `newgame`, `isready`, `setoption`: memory is made ready; the answer follows
 *   BACKGROUND  a search that the dialect runs while it waits for the client; it has no bestmove
 *
 * The transitions, in addition to the commands that begin work:
 *
 *   the search ends   SEARCHING, STOPPING -> IDLE with its bestmove; UNLIMITED -> IDLE, or HOLDING
 *                     after `infinite` under UCI; PONDERING -> PONDERED, under UGI IDLE
 *   stop              SEARCHING, UNLIMITED, PONDERING -> STOPPING; HOLDING, PONDERED -> IDLE with
 *                     the bestmove; COUNTING and WARMING_UP are cut short
 *   ponderhit         PONDERING -> SEARCHING; PONDERED -> IDLE with the bestmove
 *   the deadline      SEARCHING: the engine must stop
 *   other work ends   COUNTING -> IDLE; WARMING_UP -> IDLE with the answer; BACKGROUND -> IDLE
 *   nothing to do     IDLE -> BACKGROUND, if the dialect has such a search */
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
#include "play.h"

enum conversation_state {
    STATE_IDLE,
    STATE_SEARCHING,
    STATE_UNLIMITED,
    STATE_PONDERING,
    STATE_HOLDING,
    STATE_PONDERED,
    STATE_STOPPING,
    STATE_COUNTING,
    STATE_WARMING_UP,
    STATE_BACKGROUND
};
#define CONVERSATION_STATES 10

/* clang-format off */
/* The effect of each command in each state:
 *
 *   RUN    it runs now
 *   LOOK   it runs now, unless other commands wait, which might change what it shows
 *   WAIT   it waits until its row says RUN
 *   END    it waits, and makes the search answer now
 *   DROP   it waits, and ends the search without its bestmove
 *
 * A line that is wrong counts as UNKNOWN. In Gomocup's dialect, CECP and NBoard, whose lines build on
 * each other, it counts as NOTE; a query with a board counts as NOTE, too. In GTP, which answers
 * commands in their order, every command counts as NOTE. */
#define CONVERSATION_TABLE(ROW) /*
                     IDLE SEARCHING UNLIMITED PONDERING HOLDING PONDERED STOPPING COUNTING WARMING_UP BACKGROUND */ \
    ROW(NOTHING,    RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     RUN,       RUN)  \
    ROW(STOP,       RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     RUN,       RUN)  \
    ROW(PONDERHIT,  RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     RUN,       RUN)  \
    ROW(QUIT,       RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     RUN,       RUN)  \
    ROW(HELLO,      RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     WAIT,      RUN)  \
    ROW(ISREADY,    RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     WAIT,      RUN)  \
    ROW(GAMES,      RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     WAIT,      RUN)  \
    ROW(HELP,       RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     WAIT,      RUN)  \
    ROW(PUBLISH,    RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     WAIT,      RUN)  \
    ROW(WATCH,      RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     WAIT,      RUN)  \
    ROW(UNKNOWN,    RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     WAIT,      RUN)  \
    ROW(QUERY,      RUN, LOOK,     LOOK,     LOOK,     LOOK,   LOOK,    LOOK,    LOOK,    WAIT,      LOOK) \
    ROW(DISPLAY,    RUN, LOOK,     LOOK,     LOOK,     LOOK,   LOOK,    LOOK,    LOOK,    WAIT,      LOOK) \
    ROW(EVAL,       RUN, LOOK,     LOOK,     LOOK,     LOOK,   LOOK,    LOOK,    LOOK,    WAIT,      LOOK) \
    ROW(ASIDE,      RUN, LOOK,     LOOK,     LOOK,     LOOK,   LOOK,    LOOK,    LOOK,    WAIT,      LOOK) \
    ROW(PROGRESS,   RUN, RUN,      RUN,      RUN,      RUN,    RUN,     RUN,     RUN,     WAIT,      RUN)  \
    ROW(SYNC,       RUN, WAIT,     WAIT,     WAIT,     WAIT,   WAIT,    WAIT,    WAIT,    WAIT,      LOOK) \
    ROW(POSITION,   RUN, WAIT,     END,      END,      END,    END,     WAIT,    WAIT,    WAIT,      END)  \
    ROW(GO,         RUN, WAIT,     END,      END,      END,    END,     WAIT,    WAIT,    WAIT,      END)  \
    ROW(NEWGAME,    RUN, DROP,     DROP,     DROP,     DROP,   DROP,    WAIT,    WAIT,    WAIT,      END)  \
    ROW(CANCEL,     RUN, DROP,     DROP,     DROP,     DROP,   DROP,    WAIT,    END,     WAIT,      END)  \
    ROW(NOTE,       RUN, WAIT,     WAIT,     WAIT,     WAIT,   WAIT,    WAIT,    WAIT,    WAIT,      END)  \
    ROW(SETOPTION,  RUN, WAIT,     WAIT,     WAIT,     WAIT,   WAIT,    WAIT,    WAIT,    WAIT,      END)  \
    ROW(REVIEW,     RUN, WAIT,     WAIT,     WAIT,     WAIT,   WAIT,    WAIT,    WAIT,    WAIT,      END)  \
    ROW(PERFT,      RUN, WAIT,     WAIT,     WAIT,     WAIT,   WAIT,    WAIT,    WAIT,    WAIT,      END)  \
    ROW(BENCH,      RUN, WAIT,     WAIT,     WAIT,     WAIT,   WAIT,    WAIT,    WAIT,    WAIT,      END)  \
    ROW(COMPARE,    RUN, WAIT,     WAIT,     WAIT,     WAIT,   WAIT,    WAIT,    WAIT,    WAIT,      END)  \
    ROW(TRACE,      RUN, WAIT,     WAIT,     WAIT,     WAIT,   WAIT,    WAIT,    WAIT,    WAIT,      END)  \
    ROW(GENFENS,    RUN, WAIT,     WAIT,     WAIT,     WAIT,   WAIT,    WAIT,    WAIT,    WAIT,      END)
/* clang-format on */

enum conversation_effect { EFFECT_RUN, EFFECT_LOOK, EFFECT_WAIT, EFFECT_END, EFFECT_DROP };

/* Returns the table's entry. */
enum conversation_effect conversation_effect(enum conversation_state state, enum command_kind kind);

/* When the bestmove of a search is output. */
enum conversation_answer {
    ANSWER_AT_END,     /* as soon as the search has ended */
    ANSWER_WHEN_ASKED, /* after `stop` or `ponderhit`, as UCI requires */
    ANSWER_NONE        /* never: a new game has begun, or the client has gone */
};

struct conversation {
    struct engine *engine;
    struct output *output;
    struct counters *counters;
    struct charge *memory; /* the charge for the queue and other buffers */
    bool dialect_chosen;   /* the dialect is not detected from the first line */
    bool strict;           /* an unknown word is an error */
    struct command_queue queue;

    enum conversation_state state;
    enum conversation_answer answer;
    struct play play;
    bool plays;           /* the answer of the search is played */
    bool had_background;  /* since the last command the dialect has had its search */
    enum event_kind owed; /* WARMING_UP: the answer */
    int64_t began_ns;     /* when the current or the last work began: clock_ns() */
    int64_t stop_ns;      /* when the engine must be told to stop; INT64_MAX: never */
    int64_t beat_ns;      /* when the silence of a search is checked next */
    struct output_search report;
};

/* Begins a conversation without an engine, which must be set before the first input. */
void conversation_init(struct conversation *conversation, struct output *output,
                       struct counters *counters, struct charge *memory);
void conversation_finish(struct conversation *conversation);

enum conversation_status {
    CONVERSATION_DONE,
    CONVERSATION_FULL, /* the line was not accepted: repeat it when the queue is shorter or the
                          state has changed */
    CONVERSATION_QUIT  /* the client wants the conversation to end */
};

/* Handles a line of the client: runs it or queues it. */
enum conversation_status conversation_line(struct conversation *conversation, const char *line);

/* Handles the beginning of a line that was too long. A position on that line counts as rejected. */
void conversation_lost_line(struct conversation *conversation, const char *beginning);

/* Runs the first queued command that may run now, or ends the current work for a queued command.
 * During a search, commands with an immediate answer such as `isready` overtake others; they wait
 * only for memory. False if there is nothing to do. */
bool conversation_advance(struct conversation *conversation);

/* Begins the search that the dialect runs while there is nothing to do; false if there is none, or
 * it has been run since the last command. */
bool conversation_begin_background(struct conversation *conversation);

/* True if a search has ended and its bestmove waits for the client. */
INLINE bool conversation_holds(const struct conversation *conversation)
{
    return conversation->state == STATE_HOLDING || conversation->state == STATE_PONDERED;
}

/* True if work is under way that ends without a command of the client. */
bool conversation_ends_by_itself(const struct conversation *conversation);

/* Handles an event of the engine. */
void conversation_event(struct conversation *conversation, const struct engine_event *event);

/* Returns the next deadline, as clock_ns(); INT64_MAX: none. */
int64_t conversation_deadline(const struct conversation *conversation);

/* Handles deadlines that have expired at `now_ns`. `others_wait`: other connections need the loop,
 * so do not wait for the end of the engine's work. True if the engine was told to stop. */
bool conversation_expire(struct conversation *conversation, int64_t now_ns, bool others_wait);

/* Makes the search or the count answer now. */
void conversation_stop(struct conversation *conversation);

/* Ends the work for a client that has gone: without its answer, and without waiting for the engine.
 */
void conversation_abandon(struct conversation *conversation);

/* Makes the engine end the current work, which is then answered as usual. */
void conversation_end_work(struct conversation *conversation, bool others_wait);

/* For conversation_queue.c: runs or queues a copy of the line (`waited`: the line comes from the
 * queue); and ends the current work if the table requires it for a command that has arrived or
 * waits. */
enum conversation_status conversation_run_line(struct conversation *conversation, const char *line,
                                               bool waited);
void conversation_interrupt_for(struct conversation *conversation, enum command_kind kind);

/* True for `stop` and `ponderhit`, which apply to every search requested before them: they run at
 * once, and again after the waiting searches have begun. */
bool conversation_follows_searches(enum command_kind kind);

#endif
