/* SPDX-License-Identifier: MIT */
/* The legal moves of a position, and the count of move trees. */
#ifndef GOMOKU_MOVES_H
#define GOMOKU_MOVES_H

#include "level.h"
#include "position.h"
#include "search.h"

/* Replaces the list by the legal moves, by rank and file; none when somebody has won. The position
 * is changed for a moment and comes back as it was. */
PER_LEVEL void gomoku_legal_moves(struct gomoku_position *position, struct move_list *list);

/* Perft: see struct game. */
PER_LEVEL uint64_t gomoku_perft(struct gomoku_position *position, int depth, struct search *search);

#endif
