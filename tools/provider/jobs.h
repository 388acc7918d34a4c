/* SPDX-License-Identifier: MIT */
/* Work under way: what the searcher sees goes to who asked for it. One search runs at a time, and
 * newer work takes the place of older: who asks again has gone on to another position. */
#ifndef PROVIDER_JOBS_H
#define PROVIDER_JOBS_H

#include "searcher.h"
#include "transfer.h"

struct jobs;

/* `idle` is called when the last job has ended. */
struct jobs *jobs_create(struct transfers *transfers, struct searcher *searcher, const char *broker,
                         void (*idle)(void *context), void *context);
void jobs_destroy(struct jobs *jobs);

/* Takes what the broker hands out, as JSON; refuses what is damaged. */
bool jobs_take(struct jobs *jobs, const char *text, size_t length, struct error *error);

/* The searcher's handlers, where they concern work. */
void jobs_lines(struct jobs *jobs, const char *text, size_t length);
void jobs_done(struct jobs *jobs, const char *failure);

/* Stops the search, whose answer is still sent. True when there is no job. */
bool jobs_stop(struct jobs *jobs);

#endif
