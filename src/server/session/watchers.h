/* SPDX-License-Identifier: MIT */
/* Games that sessions publish under names for others to watch: `publish` and `watch` in
 * PROTOCOL.md.
 *
 * A watcher gets the latest state, not every step: a slow reader misses intermediate updates, and
 * delays no other client. All functions are called on the loop's thread. */
#ifndef SERVER_WATCHERS_H
#define SERVER_WATCHERS_H

#include <stdbool.h>

#include "command.h"
#include "engine.h"
#include "error.h"
#include "event.h"

/* Letters, digits, '-', '_' and '.'. */
#define PUBLICATION_NAME_MOST 32

/* Watchers of one game, at most: all are updated in one iteration of the loop. */
#define PUBLICATION_WATCHERS_MOST 64

struct publication; /* one game that is published */
struct watch;       /* a session's watch of one */

/* All games that are published; zeroed memory is none. */
struct publications {
    struct publication *first;
};

/* One session's part: the game that it publishes, and the one that it watches. */
struct watchers {
    struct publications *all;
    struct budget *budget;           /* of the session's memory; NULL: no bounds */
    struct publication *publication; /* NULL: none */
    struct watch *watch;             /* NULL: none */
    /* There are updates (watchers_next_line) now, or will be in `after_s` seconds if that is not 0.
     * It may be called inside any function of this file except watchers_next_line, and must not
     * call back. */
    void (*updated)(void *owner, double after_s);
    void *owner;
};

/* True if it publishes or watches a game. */
INLINE bool watchers_are_used(const struct watchers *watchers)
{
    return watchers->publication || watchers->watch;
}

/* Bytes of memory that the publication and the watch use. */
size_t watchers_memory(const struct watchers *watchers);

/* Ends the publication and the watch. */
void watchers_finish(struct watchers *watchers);

/* Publishes the engine's game under the name, instead of an earlier one; "none" ends the
 * publication. False and the reason: another session has the name, or it is not a valid name. */
bool watchers_publish(struct watchers *watchers, const char *name, const struct engine *engine,
                      struct error *error);

/* Watches the game of that name from now on, and no other; "none" ends the watch. */
bool watchers_watch(struct watchers *watchers, const char *name, struct error *error);

/* Appends the names of all games that are published, each with a blank before it. */
void watchers_list(const struct watchers *watchers, struct buffer *out);

/* Updates the session's publication, if there is one: a new game, a position (with these texts, as
 * `position` has them), an event. */
void watchers_see_game(struct watchers *watchers, const struct engine *engine);
void watchers_see_position(struct watchers *watchers, const struct engine *engine,
                           const struct command_position *position);
void watchers_see_event(struct watchers *watchers, const struct event *event);

/* Appends the next line about the game that is watched; false if there is none now. */
bool watchers_next_line(struct watchers *watchers, struct buffer *line);

/* There was no room for the updates: they come again a little later. */
void watchers_retry_later(struct watchers *watchers);

#endif
