/* SPDX-License-Identifier: MIT */
/* Games that sessions publish under names for others to watch: `publish` and `watch` in
 * PROTOCOL.md.
 *
 * A watcher gets the latest state, not every step. A slow reader misses intermediate updates, and
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

/* The most watchers of one game: all are updated in one iteration of the loop. */
#define PUBLICATION_WATCHERS_MOST 64

struct publication; /* a published game */
struct watch;       /* a session's watch of a game */

/* All published games. Zeroed memory has none. */
struct publications {
    struct publication *first;
};

/* One session's part: the game that it publishes, and the game that it watches. */
struct watchers {
    struct publications *all;
    struct budget *budget;           /* of the session's memory; NULL: unlimited */
    struct publication *publication; /* NULL: none */
    struct watch *watch;             /* NULL: none */
    /* There are updates (watchers_next_line) now, or will be in `after_s` seconds if that is not 0.
     * Any function of this file except watchers_next_line may call it. It must not call back. */
    void (*updated)(void *owner, double after_s);
    void *owner;
};

/* True if it publishes or watches a game. */
INLINE bool watchers_are_used(const struct watchers *watchers)
{
    return watchers->publication || watchers->watch;
}

/* Returns the bytes of memory that the publication and the watch use. */
size_t watchers_memory(const struct watchers *watchers);

/* Ends the publication and the watch. */
void watchers_finish(struct watchers *watchers);

/* Publishes the engine's game under this name, instead of an earlier one; "none" ends the
 * publication. False and the reason if another session has the name, or the name is invalid. */
bool watchers_publish(struct watchers *watchers, const char *name, const struct engine *engine,
                      struct error *error);

/* Watches the game with this name from now on, and no other; "none" ends the watch. */
bool watchers_watch(struct watchers *watchers, const char *name, struct error *error);

/* Appends the names of all published games, each after a blank. */
void watchers_list(const struct watchers *watchers, struct buffer *out);

/* Updates the session's publication, if there is one: with a new game, a position (with its texts
 * in the form of `position`), or an event. */
void watchers_see_game(struct watchers *watchers, const struct engine *engine);
void watchers_see_position(struct watchers *watchers, const struct engine *engine,
                           const struct command_position *position);
void watchers_see_event(struct watchers *watchers, const struct event *event);

/* Appends the next line about the watched game; false if there is none now. */
bool watchers_next_line(struct watchers *watchers, struct buffer *line);

/* There was no room for the updates: reports them again after a short delay. */
void watchers_retry_later(struct watchers *watchers);

#endif
