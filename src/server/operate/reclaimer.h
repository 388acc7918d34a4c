/* SPDX-License-Identifier: MIT */
/* Frees on its own thread what takes long: threads to join, memory to give back. */
#ifndef SERVER_RECLAIMER_H
#define SERVER_RECLAIMER_H

#include <stdbool.h>

struct reclaimer;

/* When `most` things wait, the reclaimer is behind: no more should be created that it will have to
 * free. When half of them are left, `caught_up` is called, on its thread. */
struct reclaimer_config {
    int most;
    void (*caught_up)(void *owner);
    void *owner;
};

/* Starts its thread when there is work. NULL if allocation fails. */
struct reclaimer *reclaimer_create(const struct reclaimer_config *config);

/* Waits until all is freed. */
void reclaimer_destroy(struct reclaimer *reclaimer);

/* Calls `reclaim(thing)` on the reclaimer's thread, or at once if the thread cannot be started. */
void reclaimer_give(struct reclaimer *reclaimer, void (*reclaim)(void *thing), void *thing);

bool reclaimer_is_behind(struct reclaimer *reclaimer);

#endif
