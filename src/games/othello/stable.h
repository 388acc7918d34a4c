/* SPDX-License-Identifier: MIT */
/* Stable discs, which nobody can turn any more. */
#ifndef OTHELLO_STABLE_H
#define OTHELLO_STABLE_H

#include "level.h"
#include "position.h"

/* The discs of `own`, on the squares of `board`, that are proven never to be turned. */
PER_LEVEL bitboard_t othello_stable(bitboard_t own, bitboard_t other, bitboard_t board);

#endif
