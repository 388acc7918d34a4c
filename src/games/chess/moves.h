/* SPDX-License-Identifier: MIT */
/* The legal moves of a position. */
#ifndef CHESS_MOVES_H
#define CHESS_MOVES_H

#include "level.h"
#include "position.h"

/* Adds all legal moves, or those of a class. */
PER_LEVEL void chess_generate_moves(const struct chess_position *position, enum wanted wanted,
                                    struct move_list *list);
PER_LEVEL void chess_legal_moves(const void *position, struct move_list *list);

/* For any 16 bits. */
PER_LEVEL bool chess_is_legal(const struct chess_position *position, move_t move);

/* Whether a normal legal move gives check; of castling, en passant and promotion only the check of
 * the piece that arrives, as what it was, is seen. */
PER_LEVEL bool chess_gives_check(const struct chess_position *position, move_t move);

#endif
