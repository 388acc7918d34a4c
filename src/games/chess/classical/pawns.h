/* SPDX-License-Identifier: MIT */
/* The part of the classical evaluation that pawns and kings decide alone: their squares, the pawns'
 * structure, the kings' shelter. Most positions of a search have the pawns and kings of one before,
 * and find it in a cache (Chess Programming Wiki, "Pawn Hash Table"). */
#ifndef CHESS_CLASSICAL_PAWNS_H
#define CHESS_CLASSICAL_PAWNS_H

#include "chess/bitboard.h"
#include "level.h"

struct chess_position;
struct eval_info;

/* Entries of a cache; a power of two. */
#define CHESS_PAWN_CACHE 2048

/* All zero: empty. */
struct chess_pawn_entry {
    uint64_t key;             /* of the pawns and where the kings stand */
    int32_t score;            /* White's gain, a WEIGHT */
    int32_t danger[SIDES];    /* to the king of that side, a WEIGHT */
    bitboard_t passed[SIDES]; /* pawns */
};

/* Adds the part to the score and the danger, and says which pawns are passed. Pawns' attacks must
 * be known. With a trace nothing is taken from the cache. */
PER_LEVEL void chess_evaluate_pawns(struct eval_info *info, const struct chess_position *position);

#endif
