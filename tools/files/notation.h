/* SPDX-License-Identifier: MIT */
/* Moves and players as people call them: through the game's look, so for every game. */
#ifndef FILES_NOTATION_H
#define FILES_NOTATION_H

#include "game_walk.h"
#include "look.h"

/* Appends the record's moves as players write them, separated by single blanks. */
void notation_moves(const struct game_record *record, struct buffer *out);

/* Appends the record's last move in the same way; nothing if there is none. */
void notation_last_move(const struct game_record *record, struct buffer *out);

/* Appends the first `most` moves of the protocol, played from `position`, as players write them;
 * from the first that is not legal on they stay as they are. */
void notation_line(const struct game *game, const void *position, const char *moves, int most,
                   struct buffer *out);

/* Appends the number of the move that a walk is at: "12.", or "12..." where numbers count a move of
 * each side and the second one is to move. */
void notation_number(const struct game_walk *at, struct buffer *out);

/* Appends what player 0 or 1 is called at the beginning of a sentence: "White", "The first player".
 */
void notation_player(const struct look *look, int player, struct buffer *out);

#endif
