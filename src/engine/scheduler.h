/* SPDX-License-Identifier: MIT */
/* Shares the processors among the searches of a server that has more searches than processors.
 *
 * An entry is one engine's work. It runs, or it waits: not yet begun, or paused. The entry that has
 * used the least processor time runs next, first among the peers (one user, one address), then
 * among the entries of that peer, so neither many searches nor many threads take another peer's
 * share. No entry is resumed before the one that makes room has paused, and for a while an
 * entry that is not awake yet is not asked to pause: otherwise the system would have more threads
 * to run than processors, and they would wait for each other. A search that has to end runs at
 * once, with room or without, and waits for no other; the others pause for that moment, since its
 * threads may share a processor with theirs. All functions are called by one thread, the loop's;
 * times are on clock_ns(). */
#ifndef ENGINE_SCHEDULER_H
#define ENGINE_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

#include "search.h"
#include "worker_pool.h"

/* A client whose searches share one part of the machine; zeroed memory is a new one. */
struct scheduler_peer {
    int64_t used_ns; /* processor time, counted from the least of the others when it joined */
    int entries;     /* present now */
};

enum scheduler_state {
    SCHEDULER_ABSENT,
    SCHEDULER_WAITING,
    SCHEDULER_RUNNING,
    SCHEDULER_PAUSING /* told to pause; it keeps its slot until its threads sleep */
};

struct scheduler_entry {
    struct search *search; /* paused while it waits, once it has begun */
    struct scheduler_peer *peer;
    int weight; /* workers, at least 1 */
    /* The work, which is started the first time that it may run: worker_pool_start. */
    struct worker_pool *pool;
    worker_job *job;
    void *context;
    enum scheduler_state state;
    bool begun;
    bool ready;       /* was seen awake since: its memory is allocated */
    bool boosted;     /* is about to end: keeps its slot until it leaves */
    int64_t used_ns;  /* processor time, counted like the peer's; kept until it joins again */
    int64_t since_ns; /* when it was charged last */
    int64_t run_ns;   /* when it was last resumed */
    struct scheduler_entry *next;
};

struct scheduler {
    int slots;     /* workers that may run at once */
    int used;      /* workers that run */
    int waiting;   /* entries that wait */
    bool changing; /* entries are being resumed */
    int boosted;   /* entries that are about to end */
    /* While one of them ends, no other entry is resumed before this time. */
    int64_t yield_end_ns;
    struct scheduler_entry *entries;
    /* Called on any thread when an entry has paused: scheduler_settle is to be called. */
    void (*wake)(void *context);
    void *wake_context;
};

void scheduler_init(struct scheduler *scheduler, int slots);

/* Adds an entry, whose work begins at once if there is room and none waits, else in order. Zeroed
 * memory is a new entry. */
void scheduler_join(struct scheduler *scheduler, struct scheduler_entry *entry, int64_t now_ns);

/* Removes an entry whose work has ended, or will never begin. */
void scheduler_leave(struct scheduler *scheduler, struct scheduler_entry *entry, int64_t now_ns);

/* The work must end, and its end is awaited: it runs now, with room or without, and the others
 * pause. */
void scheduler_boost(struct scheduler *scheduler, struct scheduler_entry *entry, int64_t now_ns);

/* The work must end, and its end is not awaited: it runs now, with room or without, beside the
 * others. */
void scheduler_dismiss(struct scheduler *scheduler, struct scheduler_entry *entry, int64_t now_ns);

/* Gives the processors to the entries that come first; to be called after each quantum while
 * entries wait. */
void scheduler_rotate(struct scheduler *scheduler, int64_t now_ns);

/* Lets entries run in the slots of those that have paused. */
void scheduler_settle(struct scheduler *scheduler, int64_t now_ns);

/* Returns the quantum in nanoseconds: the more entries wait, the shorter it is, so that each runs
 * soon. */
int64_t scheduler_quantum_ns(const struct scheduler *scheduler);

/* Returns the place of an entry in the queue, counted from 1; 0 if it runs. */
int scheduler_place(const struct scheduler *scheduler, const struct scheduler_entry *entry);

#endif
