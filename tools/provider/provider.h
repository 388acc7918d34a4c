/* SPDX-License-Identifier: MIT */
/* The interface of external engines: registers the engine with the site, waits at the broker for
 * work, and sends it what the engine sees. */
#ifndef PROVIDER_PROVIDER_H
#define PROVIDER_PROVIDER_H

#include "options.h"

enum provider_end {
    PROVIDER_STOPPED,    /* by provider_stop */
    PROVIDER_REFUSED,    /* the site refuses us */
    PROVIDER_NOT_STARTED /* the engine does not come up, or plays nothing that the site knows */
};

struct ev_loop;
struct provider;

struct provider *provider_create(struct ev_loop *loop, const struct options *options);

/* Runs the loop until it ends; why, in `error`, unless it was stopped. */
enum provider_end provider_run(struct provider *provider, struct error *error);

/* From the loop: the search is stopped and its answer sent, for which there are a few seconds. A
 * second time: at once. */
void provider_stop(struct provider *provider);

/* The engine ends in the loop, which the caller runs for it. */
void provider_destroy(struct provider *provider);

#endif
