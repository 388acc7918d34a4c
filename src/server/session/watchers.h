/* SPDX-License-Identifier: MIT */
/* Games that sessions offer to be watched, under names: `publish` and `watch` in PROTOCOL.md.
 *
 * A watcher is told the latest state, not every step: a slow reader misses what was overtaken, and
 * nobody waits for it. All functions are called on the loop's thread. */
#ifndef SERVER_WATCHERS_H
#define SERVER_WATCHERS_H

#include <stdbool.h>

#include "command.h"
#include "engine.h"
#include "error.h"
#include "event.h"

/* Letters, digits, '-', '_' and '.'. */
#define PUBLICATION_NAME_MOST 32

/* Watchers of one game, at most: all are told in one iteration of the loop. */
#define PUBLICATION_WATCHERS_MOST 64

struct publication; /* one game that is offered */
struct watch;       /* a session's look at one */

/* All that are offered; zeroed memory is none. */
struct publications {
    struct publication *first;
};

/* One session's part: what it offers to watchers, and what it watches. */
struct watchers {
    struct publications *all;
    struct budget *budget;           /* of the session's memory; NULL: no bounds */
    struct publication *publication; /* NULL: nothing is offered */
    struct watch *watch;             /* NULL: nothing is watched */
    /* There are updates (watchers_next_line) now, or will be in `after_s` seconds if that is not 0.
     * It may be called inside any function of this file except watchers_next_line, and must not
     * call back. */
    void (*updated)(void *owner, double after_s);
    void *owner;
};

/* Bytes of memory that the publication and the watch use. */
size_t watchers_memory(const struct watchers *watchers);

/* Ends both. */
void watchers_finish(struct watchers *watchers);

/* Offers the engine's game under the name, instead of what was offered before; "none" offers
 * nothing any more. False and the reason: the name is another session's, or is no name. */
bool watchers_publish(struct watchers *watchers, const char *name, const struct engine *engine,
                      struct error *error);

/* Looks at the game of that name from now on, and at no other; "none" looks at nothing any more. */
bool watchers_watch(struct watchers *watchers, const char *name, struct error *error);

/* Appends the names of all games that are offered, each with a blank before it. */
void watchers_list(const struct watchers *watchers, struct buffer *out);

/* What happens in the session's game, if it is offered: a new game, a position (of these texts, as
 * `position` has them), something said. */
void watchers_see_game(struct watchers *watchers, const struct engine *engine);
void watchers_see_position(struct watchers *watchers, const struct engine *engine,
                           const struct command_position *position);
void watchers_see_event(struct watchers *watchers, const struct event *event);

/* Appends the next line about the game that is watched; false when there is none now. */
bool watchers_next_line(struct watchers *watchers, struct buffer *line);

/* There was no room for the updates: they come again a little later. */
void watchers_retry_later(struct watchers *watchers);

#endif
