/* SPDX-License-Identifier: MIT */
/* Legal moves and perft. The contracts are those of struct game. */
#ifndef OTHELLO_MOVES_H
#define OTHELLO_MOVES_H

#include "position.h"
#include "search.h"

PER_LEVEL void othello_legal_moves(const void *position, struct move_list *list);

/* A game that is over before `depth` counts as one leaf, as in the published counts. */
PER_LEVEL uint64_t othello_perft(void *position, int depth, struct search *search);

/* Whether these 16 bits are a legal move here. */
PER_LEVEL bool othello_is_legal(const struct othello_position *position, move_t move);

#endif
