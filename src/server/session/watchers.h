/* SPDX-License-Identifier: MIT */
/* Games that sessions offer to be watched, under names: `publish` and `watch` in PROTOCOL.md.
 *
 * Who watches is told the latest state, not every step: a slow reader misses what was overtaken,
 * and nobody waits for it. All functions are called on the loop's thread. */
#ifndef SERVER_WATCHERS_H
#define SERVER_WATCHERS_H

#include <ev.h>
#include <stdbool.h>

#include "command.h"
#include "engine.h"
#include "error.h"
#include "event.h"

/* Letters, digits, '-', '_' and '.'. */
#define PUBLICATION_NAME_MOST 32

/* Who watches one game, at most: each is told in the same turn of the loop. */
#define PUBLICATION_WATCHERS_MOST 64

struct publication; /* one game that is offered */
struct watch;       /* a session's look at one */

/* All that are offered; zeroed memory is none. */
struct publications {
    struct publication *first;
};

/* One session's part: what it offers and what it watches. */
struct audience {
    struct publications *all;
    struct ev_loop *loop;
    struct budget *budget;           /* of the session's memory; NULL: no bounds */
    struct publication *publication; /* NULL: nothing is offered */
    struct watch *watch;             /* NULL: nothing is watched */
    /* There are updates to be taken (audience_take). It may be called inside any call of this file
     * but audience_take, and must not call back. */
    void (*news)(void *owner);
    void *owner;
};

/* Bytes of memory that the publication and the watch use. */
size_t audience_memory(const struct audience *audience);

/* Ends both. */
void audience_finish(struct audience *audience);

/* Offers the engine's game under the name, instead of what was offered before; "none" offers
 * nothing any more. False and the reason: the name is another session's, or is no name. */
bool audience_publish(struct audience *audience, const char *name, const struct engine *engine,
                      struct error *error);

/* Looks at the game of that name from now on, and at no other; "none" looks at nothing any more. */
bool audience_watch(struct audience *audience, const char *name, struct error *error);

/* Appends the names of all games that are offered, each with a blank before it. */
void audience_list(const struct audience *audience, struct buffer *out);

/* What happens in the session's game, if it is offered: a new game, a position (of these texts, as
 * `position` has them), something said. */
void audience_see_game(struct audience *audience, const struct engine *engine);
void audience_see_position(struct audience *audience, const struct engine *engine,
                           const struct command_position *position);
void audience_see_event(struct audience *audience, const struct event *event);

/* Appends the next line about the game that is watched; false when there is none now. */
bool audience_take(struct audience *audience, struct buffer *line);

/* There was no room to say the news: they come again a little later. */
void audience_wait(struct audience *audience);

#endif
