/* SPDX-License-Identifier: MIT */
/* The squares that each piece reaches, by its square and the pieces in its way. make_tables.c
 * writes them. */
#ifndef XIANGQI_TABLES_H
#define XIANGQI_TABLES_H

#include <stdint.h>

#include "compiler.h"

enum { FILES = 9, RANKS = 10, SQUARES = FILES * RANKS };

#define RANK_MASK 0x1ffU /* the squares of a rank */

typedef uint128_t board_set;

/* Indexed by the place in the line and the line's occupied squares: moves and captures of a rook,
 * captures of a cannon, to pieces of either colour. */
extern const uint16_t xiangqi_rank_rook[FILES][1 << FILES];
extern const uint16_t xiangqi_rank_cannon[FILES][1 << FILES];
extern const uint16_t xiangqi_file_rook[RANKS][1 << RANKS];
extern const uint16_t xiangqi_file_cannon[RANKS][1 << RANKS];

/* Bits of ranks, spread to the squares of the leftmost file. */
extern const board_set xiangqi_file_spread[1 << RANKS];

/* The four squares beside each square, and those diagonally next to it; 127 if off the board. */
extern const uint8_t xiangqi_legs[SQUARES][4];
extern const uint8_t xiangqi_diagonals[SQUARES][4];

/* Indexed by which of the four are occupied: the squares to which a horse goes, those from which a
 * horse comes, those to which an elephant goes. */
extern const board_set xiangqi_horse[SQUARES][16];
extern const board_set xiangqi_horse_to[SQUARES][16];
extern const board_set xiangqi_elephant[SQUARES][16];

extern const board_set xiangqi_king[SQUARES];
extern const board_set xiangqi_advisor[SQUARES];
extern const board_set xiangqi_diagonal_set[SQUARES];

/* Indexed by side: the squares to which a pawn goes, and those from which a pawn comes. */
extern const board_set xiangqi_pawn[2][SQUARES];
extern const board_set xiangqi_pawn_to[2][SQUARES];

/* Indexed by side and kind: the squares where its pieces may ever stand. */
extern const board_set xiangqi_places[2][7];

#endif
