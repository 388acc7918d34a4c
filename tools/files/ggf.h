/* SPDX-License-Identifier: MIT */
/* Generic Game Format, as described by Michael Buro (skatgame.net/mburo/ggsa/ggf). */
#ifndef FILES_GGF_H
#define FILES_GGF_H

#include "cursor.h"
#include "game_walk.h"
#include "saved_game.h"

/* True if a text in parentheses names its game by a word, as GGF does: GM[Othello]. */
bool ggf_is(const struct cursor *text);

/* Reads a text's tree. GM names the game; BO is the starting position, which also gives the size of
 * the board. */
bool ggf_read(const struct cursor *text, struct saved_game *saved, struct error *error);

/* Appends a game: its tags, its start, and its moves, each followed by its remark
 * ("/1.50/0.10"). */
void ggf_write(const struct saved_game *saved, const struct game_notes *notes, struct buffer *out);

#endif
