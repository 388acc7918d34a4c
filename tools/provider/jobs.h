/* SPDX-License-Identifier: MIT */
/* Jobs: each sends the analysis of one request to the broker. One search runs at a time, and a
 * newer request replaces an older one, since the person has moved on to another position. */
#ifndef PROVIDER_JOBS_H
#define PROVIDER_JOBS_H

#include "searcher.h"
#include "transfer.h"

struct jobs;

/* `variants` are those that were registered, by the interface's names; NULL ends them. `idle` is
 * called when the last job has ended. */
struct jobs *jobs_create(struct transfers *transfers, struct searcher *searcher, const char *broker,
                         const char *const *variants, void (*idle)(void *context), void *context);
void jobs_destroy(struct jobs *jobs);

/* Takes a request from the broker, as JSON. One that cannot be done is logged, and answered by an
 * empty analysis, which ends the request at the site: its broker would otherwise wait for a
 * provider to pick the work up (15 s in lichess-org/lila-engine). Returns false and the reason if
 * there is no identifier to answer to. */
bool jobs_take(struct jobs *jobs, const char *text, size_t length, struct error *error);

/* Stops the search. Its answer is still sent. Returns true if there is no job. */
bool jobs_stop(struct jobs *jobs);

#endif
