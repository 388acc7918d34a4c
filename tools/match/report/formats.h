/* SPDX-License-Identifier: MIT */
/* Converts finished games to each format. This file fills in tags and notes; the writers in
 * tools/files produce the text. */
#ifndef MATCH_FORMATS_H
#define MATCH_FORMATS_H

#include "game_time.h"
#include "opening_names.h"
#include "pgn_style.h"
#include "played_game.h"

enum export_format {
    EXPORT_PGN,
    EXPORT_SGF,
    EXPORT_GGF,
    EXPORT_PSQ,
    EXPORT_MOVES,
    EXPORT_EPD, /* the final position */
    EXPORT_FORMATS
};

/* The data that all games of a file share. */
struct format_context {
    const struct game *game;
    const struct game_settings *settings;
    const char *const *names;         /* of the engines, by their index in the match */
    const struct game_time *controls; /* of the engines; NULL: unknown */
    struct pgn_style style;
    const char *event, *site;       /* NULL: unknown */
    struct opening_names *openings; /* the names of openings; NULL: those of the file only */
    const char *program;            /* the program that writes the file; NULL: myosu-match */
};

/* Returns the format's name, in lower case. */
const char *export_name(enum export_format format);

/* True if the format can hold this game, according to its look. MOVES can hold any game. */
bool export_fits(enum export_format format, const struct game *game);

/* Appends one game. PGN and GGF include the engines' evaluations of their moves. PSQ is the format
 * that Piskvork's managers save. MOVES is a comment line, and a position with its moves. EPD is a
 * line with the FEN of the final position. */
void export_game(enum export_format format, const struct format_context *context,
                 const struct played_game *played, struct buffer *out);

#endif
