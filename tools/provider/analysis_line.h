/* SPDX-License-Identifier: MIT */
/* Formats the engine's analysis for the broker. */
#ifndef PROVIDER_ANALYSIS_LINE_H
#define PROVIDER_ANALYSIS_LINE_H

#include "buffer.h"
#include "event.h"

/* Appends a score with its moves, or the best move, as a line of UCI; other events append nothing.
 * The broker ends a stream at a word that is not in the original UCI document, so the permille of
 * wins, draws and losses (wdl) are omitted. */
void analysis_line_format(const struct event *event, struct buffer *out);

#endif
