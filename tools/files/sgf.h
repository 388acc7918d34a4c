/* SPDX-License-Identifier: MIT */
/* Smart Game Format. */
#ifndef FILES_SGF_H
#define FILES_SGF_H

#include "cursor.h"
#include "game_walk.h"
#include "saved_game.h"

/* Whether the game can be written as SGF and read again: its moves are single squares. */
bool sgf_fits(const struct game *game);

/* Reads the main line of a text's tree, which tells the game (GM), its size (SZ) and its rules
 * (RU). Stones that stand on the board before the first move (AB, AW) are read as moves made in
 * turn. */
bool sgf_read(const struct cursor *text, struct saved_game *saved, struct error *error);

/* Appends a tree: its root with the name of the program that writes it and with the tags, then its
 * moves. Marks and comments are properties ("BM[1]", "C[...]"); with notes each move has a line. */
void sgf_write(const struct saved_game *saved, const char *program, const struct game_notes *notes,
               struct buffer *out);

/* Appends a property whose value is a text. */
void sgf_put_property(const char *name, const char *text, struct buffer *out);

#endif
