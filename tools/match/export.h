/* SPDX-License-Identifier: MIT */
/* Finished games in the formats of each game's public tools. */
#ifndef MATCH_EXPORT_H
#define MATCH_EXPORT_H

#include <stdbool.h>

#include "error.h"
#include "formats.h"
#include "store.h"

enum export_format { EXPORT_PGN, EXPORT_SGF, EXPORT_GGF, EXPORT_PSQ, EXPORT_MOVES };

/* Whether the format can hold this game, as its look tells; MOVES holds any game. */
bool export_fits(enum export_format format, const struct game *game);

/* Writes all games of the database, in the order of their numbers: into one file; PSQ, which holds
 * one game a file, into the folder `path`, made if need be. */
bool export_games(enum export_format format, const struct format_context *context,
                  struct store *store, const char *path, struct error *error);

/* Appends one game. */
void export_game(enum export_format format, const struct format_context *context,
                 const struct played_game *played, struct buffer *out);

#endif
