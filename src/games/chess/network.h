/* SPDX-License-Identifier: MIT */
/* A small network that knows what the classical evaluation misses: which pieces stand where goes
 * in, the centipawns to be added to the classical evaluation come out.
 *
 * Two accumulators, one for each side's perspective of the board, hold the sums of the first layer.
 * A move changes two to four of the inputs, so the sums of a position are made from those of the
 * one before (Nasu, "Efficiently updatable neural-network-based evaluation functions for computer
 * shogi", 2018). A perspective turns the board so that its side plays upwards with its king on
 * files a to d, and has rows of weights for each bucket of squares that its king stands on; a king
 * that crosses to another bucket makes a refresh necessary, which begins at the last sums made for
 * that bucket. The second layer has CHESS_NETWORK_OUTPUT_BUCKETS sets of weights, chosen by the
 * number of pieces. Integers throughout: the same score on every machine.
 *
 * The network is a file of little-endian numbers, struct chess_network as it stands, built into the
 * program; `chess-network` of the tools makes it from games of self-play. */
#ifndef CHESS_NETWORK_H
#define CHESS_NETWORK_H

#include <stdbool.h>

#include "board.h"
#include "level.h"
#include "score.h"

/* Buckets of squares for a perspective's own king: in a corner (a1, b1, g1, h1), on the rest of the
 * first rank, on the second, above. Each has rows of its own for every piece on every square. */
#define CHESS_NETWORK_KING_BUCKETS   4
#define CHESS_NETWORK_BUCKET_INPUTS  (SIDES * KINDS * SQUARES)
#define CHESS_NETWORK_INPUTS         (CHESS_NETWORK_KING_BUCKETS * CHESS_NETWORK_BUCKET_INPUTS)
#define CHESS_NETWORK_HIDDEN         512
#define CHESS_NETWORK_OUTPUT_BUCKETS 8

/* Most pieces on a board; FENs with more are refused. */
#define CHESS_NETWORK_PIECES 32

/* What stands for 1.0 in the first layer, and in the second layer's weights. */
#define CHESS_NETWORK_ONE_FIRST  255
#define CHESS_NETWORK_ONE_SECOND 64

/* The first layer's weights stay within this, so that a sum of all pieces fits 16 bits; the second
 * layer's, so that a weight times an activation does, and the sum of a perspective fits 32 bits. */
#define CHESS_NETWORK_FIRST_LIMIT  505
#define CHESS_NETWORK_SECOND_LIMIT 63

/* The output 1.0 in centipawns; the trainer's logistic function counts in the same unit. */
#define CHESS_NETWORK_UNIT 200

struct chess_network {
    int16_t first[CHESS_NETWORK_INPUTS][CHESS_NETWORK_HIDDEN];
    int16_t first_bias[CHESS_NETWORK_HIDDEN];
    int16_t second[CHESS_NETWORK_OUTPUT_BUCKETS][SIDES]
                  [CHESS_NETWORK_HIDDEN];              /* the mover's perspective, the other's */
    int32_t second_bias[CHESS_NETWORK_OUTPUT_BUCKETS]; /* in units of CHESS_NETWORK_ONE_FIRST *
                                                          CHESS_NETWORK_ONE_SECOND */
};

/* The network that is built in. */
extern const struct chess_network chess_network;

/* Pending updates of an accumulator beyond which a refresh is cheaper. */
#define CHESS_NETWORK_PENDING 12

/* The sums of the first layer for one position, in each side's perspective. */
struct chess_accumulator {
    _Alignas(CACHE_LINE) int16_t values[SIDES][CHESS_NETWORK_HIDDEN];
};

/* Sums of one perspective, and the pieces that they are made of. */
struct chess_refresh {
    _Alignas(CACHE_LINE) int16_t values[CHESS_NETWORK_HIDDEN];
    bitboard_t pieces[SIDES][KINDS];
};

/* Places of an accumulator stack: one for every position of a line of search. */
#define CHESS_NETWORK_STACK (MAX_PLY + 2)

/* Whoever searches owns these, and no position is copied with its accumulators. The last refresh of
 * each perspective is kept for every bucket of its king and both halves of the board: the next one
 * changes what differs, a few pieces instead of all. */
struct chess_accumulators {
    struct chess_accumulator stack[CHESS_NETWORK_STACK];
    struct chess_refresh refreshed[SIDES][CHESS_NETWORK_KING_BUCKETS][2];
};

/* What the network keeps of a position: flat, copied with it. */
struct chess_network_state {
    uint16_t top;          /* place in the stack of the last accumulator made on the way here */
    bool dirty[SIDES];     /* that accumulator is of no use for this perspective: refresh it */
    uint8_t pending_count; /* pieces that have come or gone since it was made */
    struct {
        uint8_t piece; /* side * KINDS + kind */
        uint8_t square : 7, comes : 1;
    } pending[CHESS_NETWORK_PENDING];
};

/* The bucket of a perspective's own king on this square. */
INLINE int chess_network_king_bucket(enum side perspective, int king)
{
    int seen = square_for(perspective, king);
    int file = file_of(seen) < FILES / 2 ? file_of(seen) : FILES - 1 - file_of(seen);
    return rank_of(seen) == 0 ? file >= 2 : rank_of(seen) == 1 ? 2 : 3;
}

/* Whether a perspective whose own king stands here sees the board mirrored. */
INLINE bool chess_network_is_mirrored(int king)
{
    return file_of(king) >= FILES / 2;
}

/* The input of a piece, in the perspective of a side whose own king stands on `king`. */
INLINE int chess_network_input(enum side perspective, int king, enum side side, enum kind kind,
                               int square)
{
    int seen = square_for(perspective, square) ^ (chess_network_is_mirrored(king) ? FILES - 1 : 0);
    int place = ((side == perspective ? 0 : KINDS) + (int)kind) * SQUARES + seen;
    return chess_network_king_bucket(perspective, king) * CHESS_NETWORK_BUCKET_INPUTS + place;
}

/* The second layer's set of weights for a number of pieces on the board, kings included. */
INLINE int chess_network_output_bucket(int pieces)
{
    return (pieces - 2) * CHESS_NETWORK_OUTPUT_BUCKETS / (CHESS_NETWORK_PIECES - 1);
}

/* Both perspectives are refreshed when they are next needed. */
INLINE void chess_network_mark_dirty(struct chess_network_state *state)
{
    state->dirty[WHITE] = state->dirty[BLACK] = true;
    state->pending_count = 0;
}

/* A search begins at this position: an empty stack, and no refresh yet. */
PER_LEVEL void chess_network_begin(struct chess_network_state *state,
                                   struct chess_accumulators *accumulators);

/* A piece comes or goes: a pending update. */
INLINE void chess_network_update(struct chess_network_state *state, enum side side, enum kind kind,
                                 int square, bool comes)
{
    if (UNLIKELY(state->pending_count == CHESS_NETWORK_PENDING)) {
        chess_network_mark_dirty(state);
    }
    int place = state->pending_count++;
    state->pending[place].piece = (uint8_t)((int)side * KINDS + (int)kind);
    state->pending[place].square = (uint8_t)(square & 127);
    state->pending[place].comes = comes;
}

/* The king of `side` has moved between these squares: his perspective is dirty where his bucket or
 * his half of the board has changed. */
INLINE void chess_network_king_moved(struct chess_network_state *state, enum side side, int from,
                                     int to)
{
    if ((file_of(from) ^ file_of(to)) & (FILES / 2) ||
        chess_network_king_bucket(side, from) != chess_network_king_bucket(side, to)) {
        state->dirty[side] = true;
    }
}

/* Makes the position's accumulator, if it is not there: the top of the stack. */
PER_LEVEL void chess_network_update_stack(const struct chess_board *board,
                                          struct chess_network_state *state,
                                          struct chess_accumulators *accumulators);

/* Centipawns to add for the side to move. With accumulators that chess_network_begin has seen, the
 * position's is made from the last one and kept; without (NULL), from the board alone. */
PER_LEVEL score_t chess_network_evaluate(const struct chess_board *board,
                                         struct chess_network_state *state,
                                         struct chess_accumulators *accumulators);

#endif
