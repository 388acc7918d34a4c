/* SPDX-License-Identifier: MIT */
/* Smart Game Format. */
#ifndef FILES_SGF_H
#define FILES_SGF_H

#include "cursor.h"
#include "game_walk.h"
#include "saved_game.h"

/* True if the game can be stored as SGF without loss: each move is a single square. */
bool sgf_fits(const struct game *game);

/* Returns the game with this number, GM; NULL: none. */
const struct game *sgf_find_game(int number);

/* Reads the main line of a text's tree. GM gives the game, SZ its size and RU its rules. Stones
 * placed before the first move (AB, AW) are read as moves that alternate.
 *
 * Squares are two letters, from the top left. Games that also have GGF are those of Othello
 * programs, whose squares are written by their names (and read as letters, too), and whose set
 * stones are a position. */
bool sgf_read(const struct cursor *text, struct saved_game *saved, struct error *error);

/* Appends a tree: a root with the name of the program that writes it and the tags, then the moves.
 * Marks and comments are properties ("BM[1]", "C[...]"). With notes each move has its own line. */
void sgf_write(const struct saved_game *saved, const char *program, const struct game_notes *notes,
               struct buffer *out);

/* Appends a property with a text as its value. */
void sgf_put_property(const char *name, const char *text, struct buffer *out);

#endif
