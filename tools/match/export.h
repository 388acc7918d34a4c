/* Finished games in the formats of each game's public tools. */
#ifndef MATCH_EXPORT_H
#define MATCH_EXPORT_H

#include <stdbool.h>

#include "error.h"
#include "game.h"
#include "record.h"
#include "store.h"

enum export_format { EXPORT_PGN, EXPORT_SGF, EXPORT_PSQ, EXPORT_MOVES };

/* What a file says beside the games themselves. */
struct export_context {
    const struct game *game;
    const struct game_settings *settings;
    const char *const *names; /* of the engines, by their place in the match */
    const char *event;
};

/* Whether the format can hold this game: PGN chess; SGF and PSQ gomoku; MOVES any. */
bool export_fits(enum export_format format, const struct game *game);

/* Writes all games of the database, in the order of their numbers: into one file; PSQ, which holds
 * one game a file, into the folder `path`, made if need be. */
bool export_games(enum export_format format, const struct export_context *context,
                  struct store *store, const char *path, struct error *error);

/* Appends one game. */
void export_game(enum export_format format, const struct export_context *context,
                 const struct game_record *record, struct buffer *out);

#endif
