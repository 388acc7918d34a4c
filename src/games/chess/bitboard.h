/* SPDX-License-Identifier: MIT */
/* Squares, sets of squares, and attacks on them.
 *
 * Square 0 is a1, 1 is b1, 8 is a2, 63 is h8; a bitboard has one bit per square. make_tables.c
 * writes the tables at build time, so they need no initialisation. */
#ifndef CHESS_BITBOARD_H
#define CHESS_BITBOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"

typedef uint64_t bitboard_t;

enum { SQUARES = 64, FILES = 8, RANKS = 8 };

enum side { WHITE, BLACK, SIDES };

enum kind { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, KINDS };

#define FILE_A        UINT64_C(0x0101010101010101)
#define FILE_H        (FILE_A << 7)
#define RANK_1        UINT64_C(0xff)
#define RANK_8        (RANK_1 << 56)
#define LIGHT_SQUARES UINT64_C(0x55aa55aa55aa55aa)
#define ALL_SQUARES   (~UINT64_C(0))

/* The line pieces' data for one square: which squares matter, and where its row of attacks
 * begins. */
struct chess_slider {
    bitboard_t mask;
    uint64_t magic;
    uint32_t offset; /* into chess_slider_attacks */
    uint32_t shift;
};

/* The attacks of all rooks and bishops, by PEXT index where PEXT is fast, otherwise by magic index
 * (multiply the blockers and keep the highest bits: Kannan, "Magic move-bitboard generation in
 * computer chess", 2007). */
extern const bitboard_t chess_slider_attacks[];
extern const struct chess_slider chess_rooks[SQUARES], chess_bishops[SQUARES];

extern const bitboard_t chess_knight_attacks[SQUARES], chess_king_attacks[SQUARES];
extern const bitboard_t chess_pawn_attacks[SIDES][SQUARES];

/* Attacks on an empty board. */
extern const bitboard_t chess_rook_rays[SQUARES], chess_bishop_rays[SQUARES];

/* The squares strictly between two squares of one line; none if they share no line. */
extern const bitboard_t chess_between[SQUARES][SQUARES];

/* Zobrist's numbers (Zobrist, "A new hashing method with application for game playing", 1970). */
extern const uint64_t chess_key_pieces[SIDES][KINDS][SQUARES];
extern const uint64_t chess_key_castling[SQUARES]; /* of a rook that may castle */
extern const uint64_t chess_key_ep[FILES];
extern const uint64_t chess_key_black;

INLINE bitboard_t bit(int square)
{
    return UINT64_C(1) << square;
}

INLINE bool has_several(bitboard_t bits)
{
    return (bits & (bits - 1)) != 0;
}

INLINE int file_of(int square)
{
    return square & 7;
}

INLINE int rank_of(int square)
{
    return square >> 3;
}

INLINE int square_at(int file, int rank)
{
    return rank * FILES + file;
}

/* The rank, 0 to 7, from the point of view of the side. */
INLINE int rank_for(enum side side, int square)
{
    return side == WHITE ? rank_of(square) : RANKS - 1 - rank_of(square);
}

/* The square from the side's point of view: flipped vertically for Black. */
INLINE int square_for(enum side side, int square)
{
    return side == WHITE ? square : square ^ 56;
}

INLINE bitboard_t file_bits(int file)
{
    return FILE_A << file;
}

/* The rank, 0 to 7, from the point of view of the side. */
INLINE bitboard_t rank_bits(enum side side, int rank)
{
    return RANK_1 << FILES * (side == WHITE ? rank : RANKS - 1 - rank);
}

INLINE enum side other_side(enum side side)
{
    return (enum side)(side ^ 1);
}

/* One step forward from the point of view of the side. */
INLINE bitboard_t shift_ahead(enum side side, bitboard_t bits)
{
    return side == WHITE ? bits << 8 : bits >> 8;
}

INLINE bitboard_t shift_east(bitboard_t bits)
{
    return (bits & ~FILE_H) << 1;
}

INLINE bitboard_t shift_west(bitboard_t bits)
{
    return (bits & ~FILE_A) >> 1;
}

/* The squares that a side's pawns attack. */
INLINE bitboard_t pawns_attack(enum side side, bitboard_t pawns)
{
    bitboard_t ahead = shift_ahead(side, pawns);
    return shift_east(ahead) | shift_west(ahead);
}

INLINE bitboard_t slider_attacks(const struct chess_slider *slider, bitboard_t occupied)
{
#if HAVE_FAST_PEXT
    return chess_slider_attacks[slider->offset + bit_extract(occupied, slider->mask)];
#else
    return chess_slider_attacks[slider->offset +
                                ((occupied & slider->mask) * slider->magic >> slider->shift)];
#endif
}

INLINE bitboard_t rook_attacks(int square, bitboard_t occupied)
{
    return slider_attacks(&chess_rooks[square], occupied);
}

INLINE bitboard_t bishop_attacks(int square, bitboard_t occupied)
{
    return slider_attacks(&chess_bishops[square], occupied);
}

/* The attacks of a piece other than a pawn. */
INLINE bitboard_t piece_attacks(enum kind kind, int square, bitboard_t occupied)
{
    switch (kind) {
    case KNIGHT:
        return chess_knight_attacks[square];
    case BISHOP:
        return bishop_attacks(square, occupied);
    case ROOK:
        return rook_attacks(square, occupied);
    case QUEEN:
        return rook_attacks(square, occupied) | bishop_attacks(square, occupied);
    default:
        return chess_king_attacks[square];
    }
}

#endif
