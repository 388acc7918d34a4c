/* SPDX-License-Identifier: MIT */
/* Implements the interface for external engines: registers the engine with the site, waits for work
 * at the broker, and sends it the engine's analysis. */
#ifndef PROVIDER_PROVIDER_H
#define PROVIDER_PROVIDER_H

#include "options.h"

enum provider_end {
    PROVIDER_STOPPED,    /* by a signal */
    PROVIDER_REFUSED,    /* the site rejects us */
    PROVIDER_NOT_STARTED /* the engine does not start, or plays no game that the site knows */
};

/* Runs until the provider ends, and its engine has ended. After SIGINT or SIGTERM the search is
 * stopped, and its answer may still be sent for a few seconds; a second signal ends the provider at
 * once. `error` has the reason unless it was stopped. */
enum provider_end provider_run(const struct options *options, struct error *error);

#endif
