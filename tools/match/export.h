/* SPDX-License-Identifier: MIT */
/* The games of a match, written into files in the formats of each game's public tools. */
#ifndef MATCH_EXPORT_H
#define MATCH_EXPORT_H

#include <stdbool.h>

#include "error.h"
#include "formats.h"
#include "store.h"

/* Writes all games of the database, in the order of their numbers: into one file; PSQ, which holds
 * one game a file, into the folder `path`, made if need be. */
bool export_games(enum export_format format, const struct format_context *context,
                  struct store *store, const char *path, struct error *error);

#endif
