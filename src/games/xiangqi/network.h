/* SPDX-License-Identifier: MIT */
/* The network that evaluates a position in centipawns.
 *
 * A perspective turns the board so that its side plays upwards with its king on files a to e. The
 * tool `xiangqi-network` trains the network on games of self-play. */
#ifndef XIANGQI_NETWORK_H
#define XIANGQI_NETWORK_H

#include "position.h"
#include "score.h"

#define NETWORK                xiangqi_network
#define NETWORK_INPUTS         (PIECES * SQUARES)
#define NETWORK_VIEWS          2 /* as it is and mirrored */
#define NETWORK_HIDDEN         256
#define NETWORK_OUTPUT_BUCKETS 8
#define NETWORK_PIECES         32 /* FENs with more are refused */
#define NETWORK_PIECES_MIN     1
#define NETWORK_ONE_FIRST      255
#define NETWORK_ONE_SECOND     64
#define NETWORK_FIRST_LIMIT    980
#define NETWORK_SECOND_LIMIT   127
#define NETWORK_UNIT           200 /* multiplies the odds of winning by e */
#define NETWORK_STACK          (MAX_PLY + 2)
#define NETWORK_BOARD          struct xiangqi_position
#define NETWORK_PIECE_KINDS    PIECES /* the contents of a square, minus 1 */
#define NETWORK_SET            board_set
#define NETWORK_SET_POP        set_pop
#define NETWORK_SET_COUNT      set_count

INLINE board_set network_pieces(const struct xiangqi_position *position, int piece)
{
    return position->pieces[piece / KINDS][piece % KINDS];
}

INLINE int network_king(const struct xiangqi_position *position, int perspective)
{
    return king_square(position, perspective);
}

INLINE int network_view(int perspective UNUSED, int king)
{
    return file_of(king) > FILES / 2;
}

INLINE int network_input(int perspective, int view, int piece, int square)
{
    const int seen = perspective == 0 ? piece : piece < KINDS ? piece + KINDS : piece - KINDS;
    const int file = view ? FILES - 1 - file_of(square) : file_of(square);
    const int rank = perspective ? RANKS - 1 - rank_of(square) : rank_of(square);
    return seen * SQUARES + rank * FILES + file;
}

#include "accumulators.h"

#endif
