/* SPDX-License-Identifier: MIT */
/* The network that corrects the classical evaluation: its output is the centipawns to add to it.
 *
 * A perspective turns the board so that its side plays upwards with its king on files a to d. It
 * has rows of weights for each bucket of squares on which its king may stand. The tool
 * `chess-network` trains the network on games of self-play. */
#ifndef CHESS_NETWORK_H
#define CHESS_NETWORK_H

#include "board.h"
#include "score.h"

/* Buckets of squares for a perspective's own king: in a corner (a1, b1, g1, h1), on the rest of the
 * first rank, on the second rank, above it. Each has its own row for every piece on every
 * square. */
#define NETWORK_KING_BUCKETS  4
#define NETWORK_BUCKET_INPUTS (SIDES * KINDS * SQUARES)

#define NETWORK                chess_network
#define NETWORK_INPUTS         (NETWORK_KING_BUCKETS * NETWORK_BUCKET_INPUTS)
#define NETWORK_VIEWS          (2 * NETWORK_KING_BUCKETS) /* each as it is and mirrored */
#define NETWORK_HIDDEN         512
#define NETWORK_OUTPUT_BUCKETS 8
#define NETWORK_PIECES         32 /* FENs with more are refused */
#define NETWORK_PIECES_MIN     2
#define NETWORK_ONE_FIRST      255
#define NETWORK_ONE_SECOND     64
#define NETWORK_FIRST_LIMIT    505
#define NETWORK_SECOND_LIMIT   63
#define NETWORK_UNIT           200 /* the trainer's logistic function counts in the same unit */
#define NETWORK_STACK          (MAX_PLY + 2)
#define NETWORK_BOARD          struct chess_board
#define NETWORK_PIECE_KINDS    (SIDES * KINDS) /* side * KINDS + kind */
#define NETWORK_SET            bitboard_t
#define NETWORK_SET_POP        bit_pop
#define NETWORK_SET_COUNT      bit_count

INLINE bitboard_t network_pieces(const struct chess_board *board, int piece)
{
    return board->kinds[piece % KINDS] & board->sides[piece / KINDS];
}

INLINE int network_king(const struct chess_board *board, int perspective)
{
    return king_square(board, (enum side)perspective);
}

/* The king's bucket, doubled, plus 1 if the board is mirrored. */
INLINE int network_view(int perspective, int king)
{
    const int seen = square_for((enum side)perspective, king);
    const bool mirrored = file_of(seen) >= FILES / 2;
    const int file = mirrored ? FILES - 1 - file_of(seen) : file_of(seen);
    const int bucket = rank_of(seen) == 0 ? file >= 2 : rank_of(seen) == 1 ? 2 : 3;
    return 2 * bucket + mirrored;
}

INLINE int network_input(int perspective, int view, int piece, int square)
{
    const int place = square_for((enum side)perspective, square) ^ (view % 2 ? FILES - 1 : 0);
    const int seen = perspective == 0 ? piece : piece < KINDS ? piece + KINDS : piece - KINDS;
    return view / 2 * NETWORK_BUCKET_INPUTS + seen * SQUARES + place;
}

#include "accumulators.h"

#endif
