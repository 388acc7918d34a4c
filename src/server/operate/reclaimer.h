/* SPDX-License-Identifier: MIT */
/* A thread that takes away what takes long to take away: threads to join, memory to give back. */
#ifndef SERVER_RECLAIMER_H
#define SERVER_RECLAIMER_H

#include <stdbool.h>

struct janitor;

/* When `most` things wait, the janitor is behind: no more should be made that he will have to take
 * away. When half of them are left, `caught_up` is called, on his thread. */
struct janitor_config {
    int most;
    void (*caught_up)(void *owner);
    void *owner;
};

/* Without a thread until there is work. NULL when memory is out. */
struct janitor *janitor_create(const struct janitor_config *config);

/* Waits until all is taken away. */
void janitor_destroy(struct janitor *janitor);

/* Calls `take_away(thing)` on the janitor's thread; here and now when there can be none. */
void janitor_give(struct janitor *janitor, void (*take_away)(void *thing), void *thing);

bool janitor_is_behind(struct janitor *janitor);

#endif
