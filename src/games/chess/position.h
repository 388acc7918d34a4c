/* SPDX-License-Identifier: MIT */
/* Chess: the position, and how a move changes it (FIDE Laws of Chess, 2023; Chess960 as their
 * Appendix II has it).
 *
 * The state is the board and everything that make keeps up to date beside it, so that unmaking a
 * move is one copy; the keys of the positions before lie in a ring outside it. */
#ifndef CHESS_POSITION_H
#define CHESS_POSITION_H

#include <stdbool.h>

#include "board.h"
#include "game.h"
#include "level.h"
#include "network.h"

/* What stands on a square: its kind + 8 for Black, or NO_PIECE. */
enum { NO_KIND = KINDS, NO_PIECE = NO_KIND, BLACK_PIECE = 8, PIECES = 16 };

/* Of the kinds, upper case. */
extern const char chess_letters[];

/* Plies whose keys are kept: 100 before the root, at most, and a whole line of search. */
#define CHESS_RING 512

struct chess_state {
    struct chess_board board;
    uint8_t squares[SQUARES];
    uint64_t key;
    uint64_t pawn_key;         /* of the pawns alone */
    uint64_t side_keys[SIDES]; /* of one side's other pieces */
    bitboard_t checkers;       /* the enemy pieces that give check now */
    bitboard_t threats;        /* attacks_past_king, where a search has noted it; 0: not known */
    struct chess_network_state network;
    uint16_t clock;      /* plies since a capture or a pawn's move */
    uint16_t repeatable; /* plies back to which a position can repeat: known and reversible */
    uint16_t move_number;
    uint16_t ply; /* places of the ring used so far, counted round */
};

/* The undo information of a move. */
struct chess_undo {
    struct chess_state state;
};

struct chess_position {
    struct chess_state state;
    bool chess960;
    bool classical; /* evaluated without the network */
    int16_t noise;  /* centipawns that a weakened search adds or subtracts at most; 0: none */
    uint64_t noise_seed;
    struct chess_accumulators *accumulators; /* the search's own; NULL outside a search */
    struct chess_pawn_entry *pawn_cache; /* the search's own, CHESS_PAWN_CACHE entries; or NULL */
    uint64_t keys[CHESS_RING];           /* keys[ply % CHESS_RING], before each move */
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

INLINE int chess_side(const struct chess_position *position)
{
    return position->state.board.side;
}

INLINE uint64_t chess_key(const struct chess_position *position)
{
    return position->state.key;
}

INLINE bool chess_in_check(const struct chess_position *position)
{
    return position->state.checkers != 0;
}

/* Does the move take something or promote? */
INLINE bool chess_is_noisy(const struct chess_position *position, move_t move)
{
    return (position->state.squares[move_to(move)] != NO_PIECE &&
            move_type(move) != MOVE_CASTLING) ||
           move_type(move) == MOVE_PROMOTION || move_type(move) == MOVE_EN_PASSANT;
}

/* The key after a legal move, before it is made: for a look ahead, since castling, en passant,
 * promotions, and moves that end a right to castle are not told apart, and give another key. */
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

INLINE void chess_unmake(struct chess_position *position, move_t move,
                         const struct chess_undo *undo)
{
    (void)move;
    position->state = undo->state;
}

/* Passes; the side to move must not be in check. */
PER_LEVEL void chess_make_null(struct chess_position *position, struct chess_undo *undo);

INLINE void chess_unmake_null(struct chess_position *position, const struct chess_undo *undo)
{
    position->state = undo->state;
}

/* Fills in all that make keeps up to date, from board.kinds, sides, castling, ep and side. An en
 * passant square on which no capture is legal is dropped. */
PER_LEVEL void chess_complete(struct chess_position *position);

#endif
