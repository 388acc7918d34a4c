/* SPDX-License-Identifier: MIT */
/* HTTP requests with libcurl on the event loop: any number in parallel, without threads.
 * Certificates are always verified and redirects are never followed. */
#ifndef PROVIDER_TRANSFER_H
#define PROVIDER_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>

struct ev_loop;
struct transfers;
struct transfer;

struct transfer_request {
    const char *method, *url; /* https, or http on this machine */
    const char *token;        /* sent as a bearer token; NULL: none */
    const char *json;         /* the body; NULL: none */
    bool streamed;            /* the body is sent in parts, by transfer_append */
    double timeout_s;         /* for the whole request; a streamed one has no limit */
};

struct transfer_result {
    long status;       /* 0: no answer arrived */
    const char *error; /* the reason as text for people; "": an answer arrived */
    const char *body;  /* followed by a zero byte */
    size_t length;
    bool early; /* the answer arrived, or the connection ended, before the streamed body was sent */
};

/* Called from the loop at the end of a transfer. The result is valid during the call; the transfer
 * is freed after it. */
typedef void (*transfer_done)(void *context, const struct transfer_result *result);

/* All requests of one loop. */
struct transfers *transfers_create(struct ev_loop *loop);
void transfers_destroy(struct transfers *transfers);

struct transfer *transfer_begin(struct transfers *transfers, const struct transfer_request *request,
                                transfer_done done, void *context);

/* Adds to a streamed body. Returns false and adds nothing if more than TRANSFER_QUEUE_MOST bytes
 * would wait to be sent. */
#define TRANSFER_QUEUE_MOST (1 << 20)
bool transfer_append(struct transfer *transfer, const char *bytes, size_t length);

/* Completes a streamed body. */
void transfer_finish(struct transfer *transfer);

/* Cancels the transfer at once; `done` is not called. NULL is allowed. */
void transfer_cancel(struct transfer *transfer);

#endif
