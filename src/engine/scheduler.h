/* SPDX-License-Identifier: MIT */
/* Shares the processors among the searches of a server that has more of them than processors.
 *
 * An entry is one engine's work. It runs, or it waits: not yet begun, or paused. Who has used the
 * least processor time runs next, first among the peers (one user, one address), then among the
 * entries of that peer; so neither many searches nor many threads take another's share. Nobody is
 * let run before who shall make room does so, and nobody is told to pause who is not awake yet, for
 * a while: the system would have more threads to run than processors, and they would wait for each
 * other. A search that is told to end runs at once, with room or without, and waits for nobody; the
 * others pause for that moment, since its threads may share a processor with theirs. All functions
 * are called by one thread, the loop's; times are on clock_ns(). */
#ifndef ENGINE_SCHEDULER_H
#define ENGINE_SCHEDULER_H

#include <stdbool.h>
#include <stdint.h>

#include "search.h"

/* Somebody whose searches share one part of the machine; zeroed memory is a new one. */
struct scheduler_peer {
    int64_t used_ns; /* processor time, counted from the least of those present at its coming */
    int entries;     /* present now */
};

enum scheduler_state {
    SCHEDULER_ABSENT,
    SCHEDULER_WAITING,
    SCHEDULER_RUNNING,
    SCHEDULER_PAUSING /* told to pause; it has its place until its threads sleep */
};

struct scheduler_entry {
    struct search *search; /* paused while it waits, once it has begun */
    struct scheduler_peer *peer;
    int weight; /* workers, at least 1 */
    /* Starts the work, the first time that it may run. */
    void (*begin)(struct scheduler_entry *entry);
    enum scheduler_state state;
    bool begun;
    bool ready;       /* was seen awake since: its memory is made ready */
    bool boosted;     /* is about to end: keeps its place until it leaves */
    int64_t used_ns;  /* processor time, counted like the peer's; kept for when it comes again */
    int64_t since_ns; /* when it was charged last */
    int64_t run_ns;   /* when it was let run last */
    struct scheduler_entry *next;
};

struct scheduler {
    int slots;     /* workers that may run at once */
    int used;      /* workers that run */
    int waiting;   /* entries that wait */
    bool changing; /* entries are being let run */
    int boosted;   /* entries that are about to end */
    /* While one of them does so, nobody else is let run before this moment. */
    int64_t yield_end_ns;
    struct scheduler_entry *entries;
    /* Called on any thread when an entry has come to rest: scheduler_settle is to be called. */
    void (*wake)(void *context);
    void *wake_context;
};

void scheduler_init(struct scheduler *scheduler, int slots);

/* The entry's work is about to begin: at once if there is room and nobody waits, else in its turn.
 * Zeroed memory is an entry that comes for the first time. */
void scheduler_join(struct scheduler *scheduler, struct scheduler_entry *entry, int64_t now_ns);

/* The work has ended, or will never begin. */
void scheduler_leave(struct scheduler *scheduler, struct scheduler_entry *entry, int64_t now_ns);

/* The work is to end, and somebody waits for that: it runs now, room or not, and the others pause.
 */
void scheduler_boost(struct scheduler *scheduler, struct scheduler_entry *entry, int64_t now_ns);

/* The work is to end, and nobody waits for that: it runs now, room or not, beside the others. */
void scheduler_dismiss(struct scheduler *scheduler, struct scheduler_entry *entry, int64_t now_ns);

/* Gives the processors to those whose turn it is; to be called after each quantum while somebody
 * waits. */
void scheduler_rotate(struct scheduler *scheduler, int64_t now_ns);

/* Those that were told to pause and do so now make room for others. */
void scheduler_settle(struct scheduler *scheduler, int64_t now_ns);

/* Nanoseconds that a turn should last: shorter the more entries wait, so that everyone's comes
 * soon.
 */
int64_t scheduler_quantum_ns(const struct scheduler *scheduler);

/* How many entries are before this one, itself counted; 0 when it runs. */
int scheduler_place(const struct scheduler *scheduler, const struct scheduler_entry *entry);

bool scheduler_has_waiting(const struct scheduler *scheduler);

#endif
