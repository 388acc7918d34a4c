/* SPDX-License-Identifier: MIT */
/* Requests of HTTP by libcurl on the loop: any number at once, without a thread. The other end's
 * certificate is always verified, and no redirection followed. */
#ifndef PROVIDER_TRANSFER_H
#define PROVIDER_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>

struct ev_loop;
struct transfers;
struct transfer;

struct transfer_request {
    const char *method, *url; /* of https, or of http on this machine */
    const char *token;        /* sent as a bearer's; NULL: none */
    const char *json;         /* the body; NULL: none */
    bool streamed;            /* the body is text that comes bit by bit, by transfer_append */
    double timeout_s;         /* for the whole of it, which a streamed one has not */
};

struct transfer_result {
    long status;       /* 0: no answer came */
    const char *error; /* why, for people; "" with an answer */
    const char *body;  /* followed by a zero byte */
    size_t length;
    bool early; /* the answer came, or the connection ended, before all of a streamed body was
                   sent */
};

/* The end of a transfer, from the loop; the result lives as long as the call, the transfer is gone
 * after it. */
typedef void (*transfer_done)(void *context, const struct transfer_result *result);

/* All requests of one loop. */
struct transfers *transfers_create(struct ev_loop *loop);
void transfers_destroy(struct transfers *transfers);

struct transfer *transfer_begin(struct transfers *transfers, const struct transfer_request *request,
                                transfer_done done, void *context);

/* Adds to a streamed body. More than TRANSFER_QUEUE_MOST bytes that the other end has not taken are
 * not kept: false then, and nothing is added. */
#define TRANSFER_QUEUE_MOST (1 << 20)
bool transfer_append(struct transfer *transfer, const char *bytes, size_t length);

/* The streamed body is whole. */
void transfer_finish(struct transfer *transfer);

/* Ends it at once, and `done` is not called. NULL is allowed. */
void transfer_cancel(struct transfer *transfer);

#endif
