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

/* All published games. Zeroed memory has none. */
struct publications {
    struct watchers *first;
};

/* The facts about a game, in the order in which they are sent. */
enum fact { FACT_GAME, FACT_POSITION, FACT_INFO, FACT_BESTMOVE, FACTS };

/* One session's part: the game that it publishes, and the game that it watches. Set the first four
 * members. */
struct watchers {
    struct publications *all;
    struct budget *budget; /* of the session's memory; NULL: unlimited */
    /* There are updates (watchers_next_line) now, or will be in `after_s` seconds if that is not 0.
     * Any function of this file except watchers_next_line may call it. It must not call back. */
    void (*updated)(void *owner, double after_s);
    void *owner;

    char name[PUBLICATION_NAME_MOST + 1]; /* of the published game; "": there is none */
    struct watchers *next;                /* among all that publish a game */
    struct watchers *first;               /* of those that watch this game */
    struct buffer texts[FACTS];           /* lines of the protocol, without line ends */
    long versions[FACTS];                 /* how often each fact has changed */

    char watched_name[PUBLICATION_NAME_MOST + 1]; /* "": it watches no game */
    struct watchers *watched;                     /* the publisher; NULL: it has ended the game */
    struct watchers *next_watcher;                /* of the same game */
    long seen[FACTS];                             /* the versions that were sent */
};

INLINE bool watchers_publishes(const struct watchers *watchers)
{
    return watchers->name[0];
}

INLINE bool watchers_watches(const struct watchers *watchers)
{
    return watchers->watched_name[0];
}

/* Returns the bytes of memory that the publication uses. */
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
