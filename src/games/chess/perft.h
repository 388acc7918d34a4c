/* SPDX-License-Identifier: MIT */
/* Counts the leaves of the tree of legal moves. */
#ifndef CHESS_PERFT_H
#define CHESS_PERFT_H

#include "level.h"
#include "position.h"
#include "search.h"

/* The leaves of the tree of a board, depth >= 1: game.h. */
uint64_t LEVEL_NAME(chess_count_leaves)(const struct chess_board *board, int depth,
                                        struct search *search);

INLINE uint64_t chess_perft(const struct chess_position *position, int depth, struct search *search)
{
    return depth <= 0 ? 1 : LEVEL_NAME(chess_count_leaves)(&position->state.board, depth, search);
}

#endif
