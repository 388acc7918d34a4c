/* SPDX-License-Identifier: MIT */
/* A small network that corrects the classical evaluation. Its input is the pieces on their squares;
 * its output is the centipawns to add to the classical evaluation.
 *
 * Two accumulators, one for each side's perspective of the board, hold the sums of the first layer.
 * A move changes two to four of the inputs, so the sums of a position are computed from those of
 * the previous one (Nasu, "Efficiently updatable neural-network-based evaluation functions for
 * computer shogi", 2018). A perspective turns the board so that its side plays upwards with its
 * king on files a to d. It has rows of weights for each bucket of squares on which its king may
 * stand. When a king crosses to another bucket, a refresh is necessary, which starts from the last
 * sums computed for that bucket. The second layer has CHESS_NETWORK_OUTPUT_BUCKETS sets of weights,
 * chosen by the number of pieces. All arithmetic uses integers, so the score is the same on every
 * machine.
 *
 * The network is a file of little-endian numbers with the layout of struct chess_network, embedded
 * into the program. The tool `chess-network` trains it on games of self-play. */
#ifndef CHESS_NETWORK_H
#define CHESS_NETWORK_H

#include <stdbool.h>

#include "board.h"
#include "level.h"
#include "score.h"

/* Buckets of squares for a perspective's own king: in a corner (a1, b1, g1, h1), on the rest of the
 * first rank, on the second rank, above it. Each has its own row for every piece on every
 * square. */
#define CHESS_NETWORK_KING_BUCKETS   4
#define CHESS_NETWORK_BUCKET_INPUTS  (SIDES * KINDS * SQUARES)
#define CHESS_NETWORK_INPUTS         (CHESS_NETWORK_KING_BUCKETS * CHESS_NETWORK_BUCKET_INPUTS)
#define CHESS_NETWORK_HIDDEN         512
#define CHESS_NETWORK_OUTPUT_BUCKETS 8

/* The maximum number of pieces on a board; FENs with more are refused. */
#define CHESS_NETWORK_PIECES 32

/* The integers that represent 1.0: in the first layer, and in the second layer's weights. */
#define CHESS_NETWORK_ONE_FIRST  255
#define CHESS_NETWORK_ONE_SECOND 64

/* The first layer's weights stay within this limit, so that a sum of all pieces fits in 16 bits.
 * The second layer's weights stay within theirs, so that the product of a weight and an activation
 * fits in 16 bits, and the sum of a perspective in 32 bits. */
#define CHESS_NETWORK_FIRST_LIMIT  505
#define CHESS_NETWORK_SECOND_LIMIT 63

/* The output 1.0 in centipawns; the trainer's logistic function counts in the same unit. */
#define CHESS_NETWORK_UNIT 200

struct chess_network {
    int16_t first[CHESS_NETWORK_INPUTS][CHESS_NETWORK_HIDDEN];
    int16_t first_bias[CHESS_NETWORK_HIDDEN];
    int16_t second[CHESS_NETWORK_OUTPUT_BUCKETS][SIDES]
                  [CHESS_NETWORK_HIDDEN]; /* the mover's perspective, then the other's */
    int32_t second_bias[CHESS_NETWORK_OUTPUT_BUCKETS]; /* in units of CHESS_NETWORK_ONE_FIRST *
                                                          CHESS_NETWORK_ONE_SECOND */
};

/* The embedded network. */
extern const struct chess_network chess_network;

/* A refresh is cheaper than an accumulator with more pending updates than this. */
#define CHESS_NETWORK_PENDING 12

/* The sums of the first layer for one position, in each side's perspective. */
struct chess_accumulator {
    _Alignas(CACHE_LINE) int16_t values[SIDES][CHESS_NETWORK_HIDDEN];
};

/* Sums of one perspective, and the pieces from which they were computed. */
struct chess_refresh {
    _Alignas(CACHE_LINE) int16_t values[CHESS_NETWORK_HIDDEN];
    bitboard_t pieces[SIDES][KINDS];
};

/* Places of an accumulator stack: one for every position of a line of search. */
#define CHESS_NETWORK_STACK (MAX_PLY + 2)

/* The searching thread owns these, and no position is copied with its accumulators. The last
 * refresh of each perspective is stored for every bucket of its king and both halves of the board.
 * The next refresh changes only the difference, a few pieces instead of all. */
struct chess_accumulators {
    struct chess_accumulator stack[CHESS_NETWORK_STACK];
    struct chess_refresh refreshed[SIDES][CHESS_NETWORK_KING_BUCKETS][2];
};

/* The network's part of a position: flat, copied with it. */
struct chess_network_state {
    uint16_t top;      /* place in the stack of the last accumulator computed on the way here */
    bool dirty[SIDES]; /* this perspective of that accumulator is unusable and must be refreshed */
    uint8_t pending_count; /* pieces added or removed since that accumulator */
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

/* Marks both perspectives to be refreshed before their next use. */
INLINE void chess_network_mark_dirty(struct chess_network_state *state)
{
    state->dirty[WHITE] = state->dirty[BLACK] = true;
    state->pending_count = 0;
}

/* Begins a search at this position, with an empty stack and no stored refreshes. */
PER_LEVEL void chess_network_begin(struct chess_network_state *state,
                                   struct chess_accumulators *accumulators);

/* Adds or removes a piece: a pending update. */
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

/* The king of `side` has moved between these squares. His perspective is dirty if his bucket or his
 * half of the board has changed. */
INLINE void chess_network_king_moved(struct chess_network_state *state, enum side side, int from,
                                     int to)
{
    if ((file_of(from) ^ file_of(to)) & (FILES / 2) ||
        chess_network_king_bucket(side, from) != chess_network_king_bucket(side, to)) {
        state->dirty[side] = true;
    }
}

/* Computes the position's accumulator at the top of the stack, unless it is there already. */
PER_LEVEL void chess_network_update_stack(const struct chess_board *board,
                                          struct chess_network_state *state,
                                          struct chess_accumulators *accumulators);

/* Centipawns to add for the side to move. With accumulators initialised by chess_network_begin, the
 * position's accumulator is computed from the last one and stored. Without (NULL), it is computed
 * from the board alone. */
PER_LEVEL score_t chess_network_evaluate(const struct chess_board *board,
                                         struct chess_network_state *state,
                                         struct chess_accumulators *accumulators);

#endif
