/* SPDX-License-Identifier: MIT */
/* The board: 90 squares, rank * 9 + file from Red's left corner, as sets of 128 bits, as squares,
 * and as the occupation of each file, by which the tables of lines are indexed. */
#ifndef XIANGQI_POSITION_H
#define XIANGQI_POSITION_H

#include <stdbool.h>

#include "compiler.h"
#include "game.h"
#include "level.h"
#include "xiangqi/tables.h"

/* The order of look->pieces and of the letters of a FEN: the kinds in this order, Red's first. */
enum kind { KING, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON, PAWN, KINDS };

/* The contents of a square: 0, or 1 + kind + KINDS * side. */
#define PIECES (2 * KINDS)

/* The game is drawn after this number of plies without a capture: 60 moves of each side. */
#define XIANGQI_CLOCK_LIMIT 120

/* The number of earlier positions that are stored: more than can occur before the clock runs
 * out. */
#define XIANGQI_RING 128

/* The number of parts of a position that have their own keys. */
#define XIANGQI_PARTS 3

/* The part of the position that a move changes and does not itself describe. */
struct xiangqi_state {
    uint64_t key;
    uint64_t part_keys[XIANGQI_PARTS]; /* of the pawns, of Red's other pieces, of Black's */
    uint16_t clock;                    /* plies since the last capture */
    uint16_t repeatable;               /* of these, the number whose positions are stored */
    uint8_t captured;                  /* by the last move */
    bool in_check;                     /* whether the side to move is in check */
    uint16_t place; /* index of the position in the search's stack of accumulators */
};

/* The undo information of a move. */
struct xiangqi_undo {
    struct xiangqi_state state;
};

struct network_accumulators;

struct xiangqi_position {
    board_set pieces[2][KINDS];
    board_set sides[2];
    uint16_t files[FILES]; /* occupied ranks of each file */
    uint8_t squares[SQUARES];
    uint8_t side;         /* side to move: 0 is Red */
    uint16_t move_number; /* incremented after Black's moves */
    uint16_t ply;         /* moves made since the FEN; indexes the ring */
    struct xiangqi_state state;
    struct {
        uint64_t key;  /* key before the move */
        move_t move;   /* the move made there */
        bool in_check; /* the side that made it was in check */
    } ring[XIANGQI_RING];
    struct network_accumulators *accumulators; /* owned by the search; NULL outside a search */
};

INLINE board_set square_bit(int square)
{
    return (board_set)1 << square;
}

INLINE int set_count(board_set set)
{
    return bit_count((uint64_t)set) + bit_count((uint64_t)(set >> 64));
}

/* The set must not be empty. */
INLINE int set_lowest(board_set set)
{
    return (uint64_t)set ? bit_lowest((uint64_t)set) : 64 + bit_lowest((uint64_t)(set >> 64));
}

INLINE int set_pop(board_set *set)
{
    const int square = set_lowest(*set);
    *set &= *set - 1;
    return square;
}

INLINE int rank_of(int square)
{
    return square / FILES;
}

INLINE int file_of(int square)
{
    return square % FILES;
}

/* A move is 128 times its origin plus its target. */
INLINE move_t move_make(int from, int to)
{
    return (move_t)(from << 7 | to);
}

INLINE int move_from(move_t move)
{
    return move >> 7;
}

INLINE int move_to(move_t move)
{
    return move & 127;
}

/* The kind of a piece; the square must not be empty. */
INLINE enum kind piece_kind(int piece)
{
    return (enum kind)((piece - 1) % KINDS);
}

INLINE board_set occupied(const struct xiangqi_position *position)
{
    return position->sides[0] | position->sides[1];
}

/* The squares of a rank as the low bits of a word. */
INLINE unsigned rank_bits(board_set set, int rank)
{
    return (unsigned)(set >> rank * FILES) & RANK_MASK;
}

INLINE board_set from_rank(unsigned bits, int rank)
{
    return (board_set)bits << rank * FILES;
}

INLINE board_set from_file(unsigned bits, int file)
{
    return xiangqi_file_spread[bits] << file;
}

/* The occupied squares of four, as a number of 4 bits. */
INLINE unsigned four_bits(board_set set, const uint8_t squares[4])
{
    return (unsigned)(set >> squares[0] & 1) | (unsigned)(set >> squares[1] & 1) << 1 |
           (unsigned)(set >> squares[2] & 1) << 2 | (unsigned)(set >> squares[3] & 1) << 3;
}

INLINE board_set rook_reach(int square, board_set all, unsigned file_bits)
{
    const int rank = rank_of(square), file = file_of(square);
    return from_rank(xiangqi_rank_rook[file][rank_bits(all, rank)], rank) |
           from_file(xiangqi_file_rook[rank][file_bits], file);
}

/* The squares behind one screen on which a cannon captures. */
INLINE board_set cannon_reach(int square, board_set all, unsigned file_bits)
{
    const int rank = rank_of(square), file = file_of(square);
    return from_rank(xiangqi_rank_cannon[file][rank_bits(all, rank)], rank) |
           from_file(xiangqi_file_cannon[rank][file_bits], file);
}

INLINE board_set horse_reach(int square, board_set all)
{
    return xiangqi_horse[square][four_bits(all, xiangqi_legs[square])];
}

/* The squares from which a horse would attack this one. */
INLINE board_set horses_reach(int square, board_set all)
{
    return xiangqi_horse_to[square][four_bits(all, xiangqi_diagonals[square])];
}

INLINE board_set elephant_reach(int square, board_set all)
{
    return xiangqi_elephant[square][four_bits(all, xiangqi_diagonals[square])];
}

INLINE int king_square(const struct xiangqi_position *position, int side)
{
    return set_lowest(position->pieces[side][KING]);
}

INLINE uint64_t xiangqi_key(const struct xiangqi_position *position)
{
    return position->state.key;
}

/* The squares to which a side's piece of a kind may go from the square by its own movement,
 * including squares of own pieces. The safety of the side's king is not considered. */
INLINE board_set reach_of(const struct xiangqi_position *position, enum kind kind, int side,
                          int square)
{
    const board_set all = occupied(position);
    const unsigned file_bits = position->files[file_of(square)];
    switch (kind) {
    case KING:
        return xiangqi_king[square];
    case ADVISOR:
        return xiangqi_advisor[square];
    case ELEPHANT:
        return elephant_reach(square, all);
    case HORSE:
        return horse_reach(square, all);
    case ROOK:
        return rook_reach(square, all, file_bits);
    case CANNON:
        return (rook_reach(square, all, file_bits) & ~all) |
               (cannon_reach(square, all, file_bits) & all);
    default:
        return xiangqi_pawn[side][square];
    }
}

/* The same for the piece on the square. */
PER_LEVEL board_set xiangqi_reach(const struct xiangqi_position *position, int square);

/* Whether the king of a side is attacked, or faces the other king, after a move of either side;
 * MOVE_NONE: with the current board. */
PER_LEVEL bool xiangqi_is_attacked(const struct xiangqi_position *position, int side, move_t move);

/* Makes a null move; the side to move must not be in check. */
PER_LEVEL void xiangqi_make_null(struct xiangqi_position *position, struct xiangqi_undo *undo);
PER_LEVEL void xiangqi_unmake_null(struct xiangqi_position *position,
                                   const struct xiangqi_undo *undo);

/* The key after a legal move, before it is made. */
PER_LEVEL uint64_t xiangqi_key_after(const struct xiangqi_position *position, move_t move);

/* Puts a piece on an empty square without changing the keys. */
PER_LEVEL void xiangqi_put(struct xiangqi_position *position, int square, int piece);

/* Computes the keys of the current board. */
PER_LEVEL void xiangqi_set_keys(struct xiangqi_position *position);

#endif
