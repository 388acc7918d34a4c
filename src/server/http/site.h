/* SPDX-License-Identifier: MIT */
/* The resources that HTTP serves:
 *
 *     /           the page, and /NAME each of its files
 *     /session    a conversation, by WebSocket
 *     /board.svg  any position of any game as a picture
 *     /metrics    the counters, for this machine alone
 *     /healthz    'ok'
 *
 * A request becomes an answer here, without a socket. */
#ifndef SERVER_SITE_H
#define SERVER_SITE_H

#include "digest.h"
#include "game.h"
#include "http.h"
#include "origin.h"
#include "websocket.h"

struct site {
    struct origin_names names;
    const struct game *const *games; /* games on offer, NULL after the last */
    const struct game *game;         /* the game to use if none is named */
    /* Appends the counters. */
    void (*put_metrics)(void *owner, struct buffer *out);
    /* Returns 0; or the status and the text for a client that cannot have a session now. */
    int (*refuse_session)(void *owner, const char *address, const char **why);
    void *owner;
};

/* The client of a request. */
struct site_client {
    const char *address;
    bool local; /* from this machine */
};

/* Room for a hash of the body, in quotes. */
#define SITE_ETAG_ROOM (BASE64_LENGTH(SHA1_BYTES) + 3)

struct site_reply {
    struct http_answer answer; /* its body belongs to the reply or to the program */
    struct buffer made;        /* the body or the fields, if they were created for this answer */
    char etag[SITE_ETAG_ROOM];
    bool upgrades; /* WebSocket begins with the next byte */
    bool costly;   /* took as long as one client may delay others at a time */
};

/* Fills the reply, which the caller must finish. */
void site_reply(const struct site *site, const struct site_client *client,
                const struct http_request *request, struct site_reply *reply);
void site_reply_finish(struct site_reply *reply);

/* Fills a reply that only gives the reason of a refusal; no further request is read. */
void site_refuse(struct site_reply *reply, int status, const char *why);

#endif
