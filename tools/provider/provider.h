/* SPDX-License-Identifier: MIT */
/* Implements the interface for external engines: registers the engine with the site, waits for work
 * at the broker, and sends it the engine's analysis. */
#ifndef PROVIDER_PROVIDER_H
#define PROVIDER_PROVIDER_H

#include "options.h"

/* How the provider ends, as the program's exit status. */
enum provider_end {
    PROVIDER_STOPPED = 0,    /* by a signal */
    PROVIDER_REFUSED = 1,    /* the site rejects us */
    PROVIDER_NOT_STARTED = 2 /* the engine does not start, or plays no game that the site knows */
};

/* Runs until the provider ends, and its engine has ended. After SIGINT or SIGTERM the search is
 * stopped, and its answer may still be sent for a few seconds; a second signal ends the provider at
 * once. `error` has the reason unless it was stopped. */
enum provider_end provider_run(const struct options *options, struct error *error);

#endif
