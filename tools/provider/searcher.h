/* SPDX-License-Identifier: MIT */
/* The engine, which searches one piece of work after the other, and is started again when it ends.
 *
 *     state       meaning                                          goes to
 *     STARTING    it has not greeted                               IDLE, PREPARING, DOWN
 *     DOWN        it does not come up; tried again after a wait    STARTING
 *     IDLE        nothing to do                                    PREPARING, SEARCHING, STARTING
 *     PREPARING   a new game, for which it is not ready yet        SEARCHING, IDLE, STARTING
 *     SEARCHING   the question was asked                           IDLE, STOPPING, STARTING
 *     STOPPING    it was told to stop, its answer is awaited       IDLE, STARTING */
#ifndef PROVIDER_SEARCHER_H
#define PROVIDER_SEARCHER_H

#include "client.h"
#include "work.h"

struct searcher;

struct searcher_handlers {
    /* The engine has come up for the first time. */
    void (*ready)(void *context);
    /* It does not: nothing follows. */
    void (*unusable)(void *context, const char *reason);
    /* What it sees, as lines of UCI; the last one of a search is its answer. */
    void (*lines)(void *context, const char *text, size_t length);
    /* The work has ended; `failure` is why without an answer, NULL: with one. */
    void (*done)(void *context, const char *failure);
};

struct searcher *searcher_create(struct ev_loop *loop, const struct client_spec *spec,
                                 const struct searcher_handlers *handlers, void *context);
void searcher_destroy(struct searcher *searcher);

/* Once it is ready: whether the engine offers an option, what it calls itself, whether it plays a
 * game, and the least of `wanted` and the largest value of an option, which is 1 for one that it
 * lacks. */
bool searcher_offers(const struct searcher *searcher, const char *option);
const char *searcher_name(const struct searcher *searcher);
bool searcher_plays(const struct searcher *searcher, const struct game *game, struct error *error);
int64_t searcher_most(const struct searcher *searcher, const char *option, int64_t wanted);

/* Begins a search, when no other is under way; the work must stay until it is done. An engine that
 * ends during it is started again, and asked a second time. */
void searcher_begin(struct searcher *searcher, const struct work *work);

/* Ends the search: true when there is none any more, false when `done` will follow. */
bool searcher_stop(struct searcher *searcher);

#endif
