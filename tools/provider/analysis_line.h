/* SPDX-License-Identifier: MIT */
/* What an engine sees, as the broker reads it. */
#ifndef PROVIDER_ANALYSIS_LINE_H
#define PROVIDER_ANALYSIS_LINE_H

#include "buffer.h"
#include "event.h"

/* Appends the line of UCI for a score with its moves, or for an answer, and nothing for the rest.
 * The broker ends a stream at a word that is not in UCI's first document: win, draw and loss in
 * permille (wdl) are left out. */
void analysis_line_format(const struct event *event, struct buffer *out);

#endif
