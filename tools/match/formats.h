/* SPDX-License-Identifier: MIT */
/* Finished games of our programs in each format: this fills in tags and notes, and the writers in
 * tools/files make the text. */
#ifndef MATCH_FORMATS_H
#define MATCH_FORMATS_H

#include "played_game.h"

enum export_format { EXPORT_PGN, EXPORT_SGF, EXPORT_GGF, EXPORT_PSQ, EXPORT_MOVES, EXPORT_FORMATS };

/* The facts that all games of a file share. */
struct format_context {
    const struct game *game;
    const struct game_settings *settings;
    const char *const *names; /* of the engines, by their place in the match */
    const char *event;
    const char *program; /* that writes it; NULL: myosu-match */
};

/* The format's name, in small letters. */
const char *export_name(enum export_format format);

/* Whether the format can hold this game, as its look tells; MOVES holds any game. */
bool export_fits(enum export_format format, const struct game *game);

/* Appends one game. PGN and GGF have what the engines thought of their moves; PSQ is what
 * Piskvork's managers save; MOVES is a comment line, and a position with its moves. */
void export_game(enum export_format format, const struct format_context *context,
                 const struct played_game *played, struct buffer *out);

#endif
