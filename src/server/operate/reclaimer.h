/* SPDX-License-Identifier: MIT */
/* Frees on its own thread what takes long to free: threads to join, memory to return to the
 * system. */
#ifndef SERVER_RECLAIMER_H
#define SERVER_RECLAIMER_H

#include <stdbool.h>

struct reclaimer;

/* If `most` things are waiting, the reclaimer is behind, and no more should be created that it must
 * free. When half of them are left, it calls `caught_up` on its thread. */
struct reclaimer_config {
    int most;
    void (*caught_up)(void *owner);
    void *owner;
};

/* Creates a reclaimer, which starts its thread when there is work. NULL if allocation fails. */
struct reclaimer *reclaimer_create(const struct reclaimer_config *config);

/* Waits until all is freed. */
void reclaimer_destroy(struct reclaimer *reclaimer);

/* Calls `reclaim(thing)` on the reclaimer's thread, or at once if the thread cannot be started. */
void reclaimer_give(struct reclaimer *reclaimer, void (*reclaim)(void *thing), void *thing);

bool reclaimer_is_behind(struct reclaimer *reclaimer);

#endif
