/* SPDX-License-Identifier: MIT */
/* Events from the workers to the thread that owns the engine, in a small ring. */
#ifndef ENGINE_MAILBOX_H
#define ENGINE_MAILBOX_H

#include <pthread.h>
#include <stdbool.h>

#include "error.h"
#include "search.h"

/* The most events that wait. When the ring is full, the oldest report is dropped: a newer one
 * replaces it. Final reports and events of other kinds are never dropped; a thread that posts them
 * waits for room. */
#define MAILBOX_ROOM 64

/* The same before mailbox_grow, and if allocation fails: an engine that never worked stays
 * small. */
#define MAILBOX_LEAST_ROOM 4

enum engine_event_kind {
    ENGINE_REPORT,      /* the state of a search */
    ENGINE_PERFT_MOVE,  /* one move's count */
    ENGINE_PERFT_TOTAL, /* all of them, and the time */
    ENGINE_BENCH_MOVE,  /* one position of a bench */
    ENGINE_BENCH_TOTAL, /* all of them */
    ENGINE_OPENING,     /* one opening made */
    ENGINE_FAILURE,     /* the reason why the work could not be done */
    ENGINE_NOTICE,      /* the work is done in another way than requested: how, in `failure` */
    ENGINE_END          /* the work is done; nothing comes after it */
};

struct engine_perft {
    move_t move;
    uint64_t nodes; /* positions at the full depth */
    int64_t elapsed_ns;
    bool complete; /* of a total: not stopped before its end */
};

struct engine_bench {
    const struct game *game;
    const char *fen;
    int index, count; /* this position, of how many; index counts from 1 */
    move_t move;
    int depth;
    uint64_t nodes;
    int64_t elapsed_ns;
    bool complete;
};

/* The longest opening, in moves. */
#define ENGINE_OPENING_PLIES 8

struct engine_opening {
    int count;
    move_t moves[ENGINE_OPENING_PLIES]; /* from the start position */
};

struct engine_event {
    enum engine_event_kind kind;
    bool final; /* of a report: the search is over, this is its last report of this line */
    union {
        struct search_report report;
        struct engine_perft perft;
        struct engine_bench bench;
        struct engine_opening opening;
        struct error failure;
    };
};

struct mailbox {
    pthread_mutex_t lock;
    pthread_cond_t room;
    int first, count;
    bool closed;          /* the owner does not read any more: posts are dropped */
    _Atomic bool has_end; /* ENGINE_END waits to be read; may be loaded without the lock */
    int size;             /* of the ring */
    struct engine_event *ring, least[MAILBOX_LEAST_ROOM];
    void (*wake)(void *context);
    void *wake_context;
};

/* `wake` is called on the thread that has posted an event; it must be quick. */
void mailbox_init(struct mailbox *mailbox, void (*wake)(void *context), void *wake_context);
void mailbox_finish(struct mailbox *mailbox);

/* True if it has room for MAILBOX_LEAST_ROOM events only. */
bool mailbox_is_small(const struct mailbox *mailbox);

/* Makes room for MAILBOX_ROOM events in a small mailbox, which must be empty; false, and nothing
 * changes, if allocation fails. */
bool mailbox_grow(struct mailbox *mailbox);

/* Puts a copy of the event at the end, and wakes the owner. */
void mailbox_post(struct mailbox *mailbox, const struct engine_event *event);

/* The same without waking the owner: another event follows at once. */
void mailbox_put(struct mailbox *mailbox, const struct engine_event *event);

/* Posts a report that is not final; `mailbox` is a struct mailbox (search.report). */
void mailbox_post_report(void *mailbox, const struct search_report *report);

/* Posts an ENGINE_FAILURE or an ENGINE_NOTICE with its text; ENGINE_END, which must be the end of a
 * job. */
void mailbox_post_text(struct mailbox *mailbox, enum engine_event_kind kind,
                       const struct error *text);
void mailbox_post_end(struct mailbox *mailbox);

/* Removes the first event; false if there is none. */
bool mailbox_next(struct mailbox *mailbox, struct engine_event *event);

/* Drops all events, now and later, and wakes the threads that wait. */
void mailbox_close(struct mailbox *mailbox);

#endif
