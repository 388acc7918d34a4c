/* SPDX-License-Identifier: MIT */
/* Implements the interface for external engines: registers the engine with the site, waits for work
 * at the broker, and sends it the engine's analysis. */
#ifndef PROVIDER_PROVIDER_H
#define PROVIDER_PROVIDER_H

#include "options.h"

enum provider_end {
    PROVIDER_STOPPED,    /* by provider_stop */
    PROVIDER_REFUSED,    /* the site rejects us */
    PROVIDER_NOT_STARTED /* the engine does not start, or plays no game that the site knows */
};

struct ev_loop;
struct provider;

struct provider *provider_create(struct ev_loop *loop, const struct options *options);

/* Runs the loop until the provider ends. `error` has the reason unless it was stopped. */
enum provider_end provider_run(struct provider *provider, struct error *error);

/* Stops the search; its answer may still be sent for a few seconds. The second call ends the
 * provider at once. Call it from the loop. */
void provider_stop(struct provider *provider);

/* The engine ends in the loop, which the caller must run afterwards. */
void provider_destroy(struct provider *provider);

#endif
