/* SPDX-License-Identifier: MIT */
/* Chess: the position, and how a move changes it (FIDE Laws of Chess, 2023; Chess960 as in Appendix
 * II).
 *
 * The state consists of the board and everything else that make updates, so that unmaking a move is
 * one copy. The keys of the earlier positions are in a ring outside the state. */
#ifndef CHESS_POSITION_H
#define CHESS_POSITION_H

#include <stdbool.h>

#include "board.h"
#include "game.h"
#include "level.h"

/* The contents of a square: kind + 8 for Black, or NO_PIECE. */
enum { NO_KIND = KINDS, NO_PIECE = NO_KIND, BLACK_PIECE = 8, PIECES = 16 };

/* The letters of the kinds, in upper case. */
extern const char chess_letters[];

/* Number of plies whose keys are stored: at most 100 before the root, and a whole line of
 * search. */
#define CHESS_RING 512

struct chess_state {
    struct chess_board board;
    uint8_t squares[SQUARES];
    uint64_t key;
    uint64_t pawn_key;         /* of the pawns alone */
    uint64_t side_keys[SIDES]; /* of one side's other pieces */
    bitboard_t checkers;       /* the enemy pieces that give check */
    bitboard_t threats;        /* attacks_past_king, if a search has stored it; 0: not known */
    uint16_t clock;            /* plies since a capture or a pawn's move */
    uint16_t
        repeatable; /* plies back to which a position can repeat: reversible and with known keys */
    uint16_t move_number;
    uint16_t ply;   /* number of stored keys, modulo the ring's size */
    uint16_t place; /* index of the position in the search's stack of accumulators */
};

struct network_accumulators;

/* The undo information of a move. */
struct chess_undo {
    struct chess_state state;
};

struct chess_position {
    struct chess_state state;
    bool chess960;
    bool classical; /* evaluate without the network */
    int16_t noise;  /* centipawns that a weakened search adds or subtracts at most; 0: none */
    uint64_t noise_seed;
    struct network_accumulators *accumulators; /* owned by the search; NULL outside a search */
    struct chess_pawn_entry
        *pawn_cache;           /* owned by the search, CHESS_PAWN_CACHE entries; or NULL */
    uint64_t keys[CHESS_RING]; /* keys[ply % CHESS_RING], before each move */
};

INLINE int piece_make(enum side side, enum kind kind)
{
    return (int)side * BLACK_PIECE + (int)kind;
}

INLINE enum kind piece_kind(int piece)
{
    return (enum kind)(piece & 7);
}

INLINE enum side side_to_move(const struct chess_position *position)
{
    return (enum side)position->state.board.side;
}

INLINE uint64_t chess_key(const struct chess_position *position)
{
    return position->state.key;
}

INLINE bool chess_in_check(const struct chess_position *position)
{
    return position->state.checkers != 0;
}

/* Whether the move captures or promotes. */
INLINE bool chess_is_noisy(const struct chess_position *position, move_t move)
{
    return (position->state.squares[move_to(move)] != NO_PIECE &&
            move_type(move) != MOVE_CASTLING) ||
           move_type(move) == MOVE_PROMOTION || move_type(move) == MOVE_EN_PASSANT;
}

/* The key after a legal move, before it is made, for a prefetch. Castling, en passant, promotions,
 * and moves that end a castling right are not handled and give another key. */
INLINE uint64_t chess_key_after(const struct chess_position *position, move_t move)
{
    const struct chess_state *state = &position->state;
    const enum side us = side_to_move(position);
    const int from = move_from(move), to = move_to(move);
    const enum kind kind = piece_kind(state->squares[from]);
    const enum kind captured = piece_kind(state->squares[to]);
    uint64_t key = state->key ^ chess_key_black ^ chess_key_pieces[us][kind][from] ^
                   chess_key_pieces[us][kind][to];
    if (captured != (enum kind)NO_KIND) {
        key ^= chess_key_pieces[other_side(us)][captured][to];
    }
    return state->board.ep ? key ^ chess_key_ep[file_of(state->board.ep)] : key;
}

INLINE void chess_unmake(struct chess_position *position, move_t move UNUSED,
                         const struct chess_undo *undo)
{
    position->state = undo->state;
}

/* Makes a null move; the side to move must not be in check. */
PER_LEVEL void chess_make_null(struct chess_position *position, struct chess_undo *undo);

INLINE void chess_unmake_null(struct chess_position *position, const struct chess_undo *undo)
{
    position->state = undo->state;
}

/* Computes everything that make updates, from board.kinds, sides, castling, ep and side. Drops an
 * en passant square on which no capture is legal. */
PER_LEVEL void chess_complete(struct chess_position *position);

#endif
