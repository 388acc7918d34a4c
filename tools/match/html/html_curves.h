/* SPDX-License-Identifier: MIT */
/* Curves of a match of two engines: Elo with its error, and the log-likelihood ratio of the
 * sequential test, over the games. */
#ifndef MATCH_HTML_CURVES_H
#define MATCH_HTML_CURVES_H

#include "buffer.h"
#include "standings.h"

/* Appends the sections. `sprt` may be NULL. */
void html_curves_put(const struct standings *standings, const struct sprt *sprt,
                     struct buffer *out);

#endif
