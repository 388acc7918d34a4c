/* Standard algebraic notation of chess moves, written through the table of the game alone. */
#ifndef MATCH_SAN_H
#define MATCH_SAN_H

#include "buffer.h"
#include "game.h"

/* Appends a legal move of a chess position: "Nbd7", "exd8=Q+", "O-O-O#". `game` is chess. */
void san_format(const struct game *game, const void *position, move_t move, struct buffer *out);

#endif
