/* SPDX-License-Identifier: MIT */
/* Jobs: each sends the analysis of one request to the broker. One search runs at a time, and a
 * newer request replaces an older one, since the person has moved on to another position. */
#ifndef PROVIDER_JOBS_H
#define PROVIDER_JOBS_H

#include "searcher.h"
#include "transfer.h"

struct jobs;

/* `idle` is called when the last job has ended. */
struct jobs *jobs_create(struct transfers *transfers, struct searcher *searcher, const char *broker,
                         void (*idle)(void *context), void *context);
void jobs_destroy(struct jobs *jobs);

/* Takes a request from the broker, as JSON. Rejects an invalid one. */
bool jobs_take(struct jobs *jobs, const char *text, size_t length, struct error *error);

/* Stops the search. Its answer is still sent. Returns true if there is no job. */
bool jobs_stop(struct jobs *jobs);

#endif
