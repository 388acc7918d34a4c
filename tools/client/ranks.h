/* SPDX-License-Identifier: MIT */
/* The numbers of ranks in moves. Some engines of UCI count the ranks of every board from 1, as
 * Fairy-Stockfish does: they write h3e3 and a10a9 for xiangqi's h2e2 and a9a8. */
#ifndef CLIENT_RANKS_H
#define CLIENT_RANKS_H

#include <stdbool.h>

#include "buffer.h"
#include "game.h"

/* The number of the first rank in the moves of an engine of UCI, UGI or UAI. */
enum ranks_origin {
    RANKS_AUTO, /* found out from a move of the engine, if the game's own is not 1 */
    RANKS_FROM_0,
    RANKS_FROM_1
};
#define RANKS_ORIGINS "auto|0|1"

/* Returns what an engine with this origin adds to the game's own numbers; 0 for RANKS_AUTO. */
int ranks_shift(const struct game *game, enum ranks_origin origin);

/* Returns what an engine adds that answers the start of the game with this move: 0 if the move is
 * legal as it is, otherwise the shift after which it is; 0 if there is none. */
int ranks_shift_of(const struct game *game, const struct game_settings *settings, const char *move);

/* Appends moves after adding `shift` to each number in them. */
void ranks_put(struct buffer *out, const char *moves, int shift);

#endif
