/* SPDX-License-Identifier: MIT */
/* The texts beside the moves of a game in Portable Game Notation. */
#ifndef FILES_PGN_ANNOTATIONS_H
#define FILES_PGN_ANNOTATIONS_H

#include "pgn_scanner.h"
#include "saved_game.h"

/* Keeps a comment, a glyph or a variation as an annotation of the current position. Empty ones are
 * dropped, as are signs without a number. */
void pgn_annotate(struct saved_game *saved, const struct pgn_token *token);

#endif
