/* SPDX-License-Identifier: MIT */
/* Writes the games of a match to files, in the public formats of each game. */
#ifndef MATCH_EXPORT_H
#define MATCH_EXPORT_H

#include <stdbool.h>

#include "error.h"
#include "formats.h"
#include "store.h"

/* Writes all games of the database to `path`, in the order of their numbers. PSQ has one game in
 * each file: `path` is then a folder, which is created if it does not exist. */
bool export_games(enum export_format format, const struct format_context *context,
                  struct store *store, const char *path, struct error *error);

#endif
