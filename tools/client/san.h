/* Standard algebraic notation of chess moves, written through the table of the game alone. */
#ifndef CLIENT_SAN_H
#define CLIENT_SAN_H

#include <stdbool.h>

#include "board.h"
#include "buffer.h"
#include "game.h"

/* Appends a legal move of a chess position: "Nbd7", "exd8=Q+", "O-O-O#". `game` is chess. */
void san_format(const struct game *game, const void *position, move_t move, struct buffer *out);

/* Reads such a text, with or without its marks ("Nf3", "exd8Q", "0-0"); false if it is no legal
 * move here. */
bool san_parse(const struct game *game, const void *position, const char *text, move_t *move);

/* The square of the king of the side to move if it is attacked, or -1. */
int san_checked_king(const struct board *board);

#endif
