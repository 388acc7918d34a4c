/* SPDX-License-Identifier: MIT */
/* A thread that takes away what takes long to take away: threads to join, memory to give back. */
#ifndef SERVER_JANITOR_H
#define SERVER_JANITOR_H

struct janitor;

/* Without a thread until there is work. NULL when memory is out. */
struct janitor *janitor_create(void);

/* Waits until all is taken away. */
void janitor_destroy(struct janitor *janitor);

/* Calls `take_away(thing)` on the janitor's thread; here and now when there can be none. */
void janitor_give(struct janitor *janitor, void (*take_away)(void *thing), void *thing);

#endif
