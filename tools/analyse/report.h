/* SPDX-License-Identifier: MIT */
/* A job as a single HTML page that needs no other file: a graph of each game, and a board for each
 * mistake. */
#ifndef ANALYSE_REPORT_H
#define ANALYSE_REPORT_H

#include "writers.h"

void report_head(const struct writing *writing, struct buffer *out);
void report_entry(const struct study *study, const struct writing *writing, struct buffer *out);
void report_foot(struct buffer *out);

#endif
