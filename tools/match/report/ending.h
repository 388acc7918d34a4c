/* SPDX-License-Identifier: MIT */
/* How a game ended, in the words of cutechess-cli and fastchess, which scripts look for. */
#ifndef MATCH_ENDING_H
#define MATCH_ENDING_H

#include "formats.h"

/* Appends "White mates", "Black loses on time", "Draw by 3-fold repetition" and the like. Player 1
 * is White in every game. */
void ending_put(const struct format_context *context, const struct played_game *played,
                struct buffer *out);

#endif
