/* Turns on the processors, for a server with more searches than it has processors.
 *
 * Only so many workers run at a time; the others sleep, and every rotation lets the longest waiting
 * go on. So a search that is stopped needs to wait for nobody: it is let run at once, and few
 * threads are there to run beside it. All functions are called by one thread, the loop's. */
#ifndef ENGINE_SCHEDULER_H
#define ENGINE_SCHEDULER_H

#include <stdbool.h>

#include "search.h"

/* One search that takes part. */
struct scheduler_entry {
    struct search *search;
    int weight;                   /* workers, at least 1 */
    bool waiting;                 /* in the queue; else running */
    bool rotated;                 /* was running at the last rotation already */
    struct scheduler_entry *next; /* in the queue, or among those that run */
};

struct scheduler {
    int slots; /* workers that may run at once */
    int used;
    struct scheduler_entry *waiting, *running; /* the longest waiting first; the latest first */
};

void scheduler_init(struct scheduler *scheduler, int slots);

/* The search is about to begin: now if there is room, else paused until its turn comes. */
void scheduler_join(struct scheduler *scheduler, struct scheduler_entry *entry,
                    struct search *search, int weight);

/* The search has ended. */
void scheduler_leave(struct scheduler *scheduler, struct scheduler_entry *entry);

/* The search is to end: it runs now, room or not. */
void scheduler_boost(struct scheduler *scheduler, struct scheduler_entry *entry);

/* To be called regularly while somebody waits: those that ran since the last call make room. */
void scheduler_rotate(struct scheduler *scheduler);
bool scheduler_has_waiting(const struct scheduler *scheduler);

#endif
