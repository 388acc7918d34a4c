/* SPDX-License-Identifier: MIT */
/* Lets the engine search one request after another, and restarts the engine when it ends.
 *
 *     state       meaning                                            goes to
 *     STARTING    the engine has not answered the greeting           IDLE, PREPARING, DOWN
 *     DOWN        the engine failed and is restarted after a wait    STARTING
 *     ASLEEP      the engine was ended because there was no work     STARTING
 *     IDLE        there is no work                                   PREPARING, SEARCHING,
 * STARTING, ASLEEP PREPARING   a new game was sent; readyok is awaited            SEARCHING, IDLE,
 * STARTING SEARCHING   the engine searches                                IDLE, STOPPING, STARTING
 *     STOPPING    stop was sent; the answer is awaited               IDLE, STARTING */
#ifndef PROVIDER_SEARCHER_H
#define PROVIDER_SEARCHER_H

#include "client.h"
#include "messages.h"

struct searcher;

struct searcher_handlers {
    /* The engine has started for the first time. The client is valid during the call. */
    void (*ready)(void *context, const struct client *client);
    /* The engine cannot be used. No other handler is called. */
    void (*unusable)(void *context, const char *reason);
};

/* The handlers of one request. */
struct search_handlers {
    /* The engine's analysis as lines of UCI. The last line of a search is its best move. */
    void (*lines)(void *context, const char *text, size_t length);
    /* The work has ended; `failure` says why there is no answer, NULL: there is one. */
    void (*done)(void *context, const char *failure);
};

/* The engine is ended when it has had no work for `keep_alive_s` seconds, and started again for the
 * next work. */
struct searcher *searcher_create(struct ev_loop *loop, const struct client_spec *spec,
                                 double keep_alive_s, const struct searcher_handlers *handlers,
                                 void *context);
void searcher_destroy(struct searcher *searcher);

/* Returns `wanted`, limited to the maximum of an engine's option. The maximum of an option that it
 * does not have is 1. */
int64_t searcher_most(const struct client *client, const char *option, int64_t wanted);

/* Starts a search; no other may be running. The work and the handlers must stay valid until it is
 * done. If the engine ends during the search, it is restarted and asked a second time. */
void searcher_begin(struct searcher *searcher, const struct work *work,
                    const struct search_handlers *handlers, void *context);

/* Stops the search. Returns true if there is none, false if `done` will be called. */
bool searcher_stop(struct searcher *searcher);

/* Appends a score with its moves, or the best move, as a line of UCI; other events append nothing.
 * The broker ends a stream at a word that is not in the original UCI document, so the permille of
 * wins, draws and losses (wdl) are omitted. */
void searcher_format_line(const struct event *event, struct buffer *out);

#endif
