/* SPDX-License-Identifier: MIT */
/* The report of a tournament in rounds: the encounters of a knockout, the table of a Swiss
 * tournament. */
#ifndef MATCH_ROUNDS_H
#define MATCH_ROUNDS_H

#include "standings.h"

/* Appends the report of all rounds that are known. */
void rounds_report(const struct standings *standings, struct buffer *out);

#endif
