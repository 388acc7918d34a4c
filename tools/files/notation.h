/* SPDX-License-Identifier: MIT */
/* Moves and players as people write them. Works for every game, through the game's look. */
#ifndef FILES_NOTATION_H
#define FILES_NOTATION_H

#include "game_walk.h"
#include "look.h"

/* Appends the record's moves in the players' notation, separated by single blanks. */
void notation_moves(const struct game_record *record, struct buffer *out);

/* Appends the record's last move in the players' notation, if there is one. */
void notation_last_move(const struct game_record *record, struct buffer *out);

/* Converts the first `most` moves, played from `position`, from the protocol's to the players'
 * notation, and appends them. From the first illegal move on, the words are copied unchanged. */
void notation_line(const struct game *game, const void *position, const char *moves, int most,
                   struct buffer *out);

/* Appends the number of the walk's next move: "12.", or "12..." if a number counts one move of each
 * side and the second side is to move. */
void notation_number(const struct game_walk *at, struct buffer *out);

/* Appends the name of player 0 or 1, capitalised for the beginning of a sentence: "White", "The
 * first player". */
void notation_player(const struct look *look, int player, struct buffer *out);

#endif
