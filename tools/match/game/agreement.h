/* SPDX-License-Identifier: MIT */
/* The terms of a match. They are stored in its database, and compared when the match is resumed. */
#ifndef MATCH_AGREEMENT_H
#define MATCH_AGREEMENT_H

#include <stdbool.h>

#include "error.h"
#include "match_options.h"
#include "opening.h"
#include "store.h"

/* Writes the terms into a new database, or compares them with those of an existing one. */
bool agreement_make(struct store *store, const struct match_options *options,
                    const struct openings *openings, struct error *error);

/* Reads the terms that reports and exports need; the other options are zero. To be finished in any
 * case. */
bool agreement_read(struct store *store, struct match_options *options, struct error *error);

#endif
