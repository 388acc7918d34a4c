/* SPDX-License-Identifier: MIT */
/* The legal moves of a position, and the count of move trees. */
#ifndef CONNECT4_MOVES_H
#define CONNECT4_MOVES_H

#include "level.h"
#include "position.h"
#include "search.h"

/* Replaces the list by the legal moves, column 1 first; none when the game is over. */
PER_LEVEL void connect4_legal_moves(const void *position, struct move_list *list);

/* Perft: see struct game. */
PER_LEVEL uint64_t connect4_perft(void *position, int depth, struct search *search);

#endif
