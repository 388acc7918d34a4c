/* SPDX-License-Identifier: MIT */
/* The tree of legal moves, counted. */
#ifndef CHESS_PERFT_H
#define CHESS_PERFT_H

#include <stdint.h>

#include "level.h"
#include "search.h"

/* See struct game; a position of any depth's root, left as it was. */
uint64_t LEVEL_NAME(chess_perft)(void *position, int depth, struct search *search);

#endif
