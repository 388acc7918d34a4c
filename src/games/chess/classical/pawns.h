/* SPDX-License-Identifier: MIT */
/* The part of the classical evaluation that depends only on pawns and kings: their squares, the
 * pawn structure, the kings' shelter. Most positions of a search have the same pawns and kings as
 * an earlier one, so the result is cached (Chess Programming Wiki, "Pawn Hash Table"). */
#ifndef CHESS_CLASSICAL_PAWNS_H
#define CHESS_CLASSICAL_PAWNS_H

#include "chess/bitboard.h"
#include "level.h"

struct chess_position;
struct eval_info;

/* Entries of a cache; a power of two. */
#define CHESS_PAWN_CACHE 2048

/* An entry of all zeros is empty. */
struct chess_pawn_entry {
    uint64_t key;             /* of the pawns and the kings' squares */
    int32_t score;            /* White's advantage, a WEIGHT */
    int32_t danger[SIDES];    /* to the king of that side, a WEIGHT */
    bitboard_t passed[SIDES]; /* pawns */
};

/* Adds this part to the score and the danger, and determines the passed pawns. The pawns' attacks
 * must be known. With a trace, the cache is not read. */
PER_LEVEL void chess_evaluate_pawns(struct eval_info *info, const struct chess_position *position);

#endif
