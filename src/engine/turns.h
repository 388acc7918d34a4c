/* Turns on the processors, for a server with more searches than it has processors.
 *
 * Only so many workers run at a time; the others sleep, and every rotation lets the longest waiting
 * go on. So a search that is stopped needs to wait for nobody: it is let run at once, and few
 * threads are there to run beside it. All functions are called by one thread, the loop's. */
#ifndef ENGINE_TURNS_H
#define ENGINE_TURNS_H

#include <stdbool.h>

#include "search.h"

/* One search that takes part. */
struct turn {
    struct search *search;
    int weight;        /* workers, at least 1 */
    bool waiting;      /* in the queue; else running */
    bool rotated;      /* was running at the last rotation already */
    struct turn *next; /* in the queue, or among those that run */
};

struct turns {
    int slots; /* workers that may run at once */
    int used;
    struct turn *waiting, *running; /* the longest waiting first; the latest first */
};

void turns_init(struct turns *turns, int slots);

/* The search is about to begin: now if there is room, else paused until its turn comes. */
void turns_join(struct turns *turns, struct turn *turn, struct search *search, int weight);

/* The search has ended. */
void turns_leave(struct turns *turns, struct turn *turn);

/* The search is to end: it runs now, room or not. */
void turns_hasten(struct turns *turns, struct turn *turn);

/* To be called regularly while somebody waits: those that ran since the last call make room. */
void turns_rotate(struct turns *turns);
bool turns_have_waiting(const struct turns *turns);

#endif
