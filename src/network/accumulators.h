/* SPDX-License-Identifier: MIT */
/* A network (squared_layer.h) whose inputs are the pieces on their squares, compiled for one game.
 *
 * A move changes a few inputs, so the accumulators of a position are computed from those of the
 * previous one (Nasu, "Efficiently updatable neural-network-based evaluation functions for computer
 * shogi", 2018), but not before they are needed: a move only records its changes. A perspective may
 * have several views, selected by the square of its own king, with other rows of weights or a
 * mirrored board. When the king's move changes the view, all inputs change. The accumulator is then
 * computed from the last one of that view, by the difference of the pieces (a 'refresh').
 *
 * A game's network.h includes this file after it has defined the parameters of squared_layer.h and
 *   NETWORK_PIECES_MIN       the number of pieces at which the first output bucket begins
 *   NETWORK_VIEWS            number of views of a perspective
 *   NETWORK_STACK            number of positions of a line of search, including the root
 *   NETWORK_BOARD            type of the board; its field `side` is the side to move, 0 or 1
 *   NETWORK_PIECE_KINDS      pieces are numbered from 0 to this - 1
 *   NETWORK_SET              type of a set of squares
 *   NETWORK_SET_POP(set)     removes a square from *set and returns it
 *   NETWORK_SET_COUNT(set)   number of squares
 * and these functions:
 *   occupied(board)                    the set of all occupied squares
 *   network_king(board, perspective)   the square of its own king
 *   network_pieces(board, piece)       the set of squares with this piece
 *   network_view(perspective, king)    the view of a perspective whose own king stands there
 *   network_input(perspective, view, piece, square) */
#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "squared_layer.h"

#if !defined NETWORK_BOARD || !defined NETWORK_STACK || !defined NETWORK_VIEWS
#error "accumulators.h: NETWORK_BOARD, NETWORK_STACK or NETWORK_VIEWS is not defined"
#endif
#ifndef NETWORK_PIECES_MIN
#error "accumulators.h: NETWORK_PIECES_MIN is not defined"
#endif
#if !defined NETWORK_PIECE_KINDS || !defined NETWORK_SET || !defined NETWORK_SET_POP ||            \
    !defined NETWORK_SET_COUNT
#error "accumulators.h: the pieces or their sets of squares are not defined"
#endif

/* The second layer's set of weights for a number of pieces. */
INLINE int network_output_bucket(int pieces)
{
    return (pieces - NETWORK_PIECES_MIN) * NETWORK_OUTPUT_BUCKETS /
           (NETWORK_PIECES - NETWORK_PIECES_MIN + 1);
}

/* The most pieces that a move removes, and the most that it adds. */
#define NETWORK_CHANGES 2

struct network_piece {
    uint8_t piece, square;
};

/* The changes of a move, and the state of each perspective's accumulator. */
struct network_changes {
    bool computed[2]; /* the accumulator has been computed */
    bool turned[2];   /* the view is another, so the previous accumulator is of no use */
    uint8_t gone_count, come_count;
    struct network_piece gone[NETWORK_CHANGES], come[NETWORK_CHANGES];
};

/* The accumulators of a position of a line of search, and the move that led to it. */
struct network_place {
    _Alignas(CACHE_LINE) int16_t values[2][NETWORK_HIDDEN];
    struct network_changes changes;
};

/* The last refresh of a view, and the pieces that it saw. */
struct network_refresh {
    _Alignas(CACHE_LINE) int16_t values[NETWORK_HIDDEN];
    NETWORK_SET pieces[NETWORK_PIECE_KINDS];
};

/* The accumulators of a search. A position has the index of its place, which make increments, and
 * which unmake restores with the rest of the position. */
struct network_accumulators {
    struct network_place stack[NETWORK_STACK];
    struct network_refresh refreshed[2][NETWORK_VIEWS];
};

/* Memory for the accumulators, with any alignment. */
struct network_room {
    char bytes[sizeof(struct network_accumulators) + CACHE_LINE];
};

/* Moves `*place` to the position after a move, and returns where to record its changes. Outside a
 * search (`accumulators` is NULL) that is `spare`. */
INLINE struct network_changes *network_push(struct network_accumulators *accumulators,
                                            uint16_t *place, struct network_changes *spare)
{
    struct network_changes *changes = spare;
    if (accumulators) {
        assert(*place + 1 < NETWORK_STACK);
        changes = &accumulators->stack[++*place].changes;
    }
    changes->computed[0] = changes->computed[1] = false;
    changes->turned[0] = changes->turned[1] = false;
    changes->gone_count = changes->come_count = 0;
    return changes;
}

/* The move removes a piece. */
INLINE void network_remove(struct network_changes *changes, int piece, int square)
{
    changes->gone[changes->gone_count++] =
        (struct network_piece){.piece = (uint8_t)piece, .square = (uint8_t)square};
}

/* The move adds a piece. */
INLINE void network_add(struct network_changes *changes, int piece, int square)
{
    changes->come[changes->come_count++] =
        (struct network_piece){.piece = (uint8_t)piece, .square = (uint8_t)square};
}

/* The move takes the king of a side from a square to another. */
INLINE void network_move_king(struct network_changes *changes, int side, int from, int to)
{
    changes->turned[side] = network_view(side, from) != network_view(side, to);
}

/* One piece is removed and one added, as in most moves. */
static UNUSED void network_move_rows(int16_t *restrict values, const int16_t *restrict before,
                                     const int16_t *restrict gone, const int16_t *restrict come)
{
    for (int i = 0; i < NETWORK_HIDDEN; i += SIMD_ROW_LANES) {
        simd_row_store(values + i, simd_row_load(before + i) - simd_row_load(gone + i) +
                                       simd_row_load(come + i));
    }
}

/* Two pieces are removed and one is added, as in captures. */
static UNUSED void network_capture_rows(int16_t *restrict values, const int16_t *restrict before,
                                        const int16_t *restrict gone, const int16_t *restrict taken,
                                        const int16_t *restrict come)
{
    for (int i = 0; i < NETWORK_HIDDEN; i += SIMD_ROW_LANES) {
        simd_row_store(values + i, simd_row_load(before + i) - simd_row_load(gone + i) -
                                       simd_row_load(taken + i) + simd_row_load(come + i));
    }
}

INLINE const int16_t *network_row(const struct network *network, int perspective, int view,
                                  struct network_piece piece)
{
    return network->first[network_input(perspective, view, piece.piece, piece.square)];
}

/* Sets the values to those of an empty board. */
static UNUSED void network_clear(const struct network *network, struct network_refresh *refreshed)
{
    memcpy(refreshed->values, network->first_bias, sizeof refreshed->values);
    memset(refreshed->pieces, 0, sizeof refreshed->pieces);
}

/* Computes the values of a view of the board from those of other pieces. It is not inlined, because
 * that would take registers from the common path. */
static NOINLINE UNUSED void network_refresh(const struct network *network,
                                            struct network_refresh *refreshed,
                                            const NETWORK_BOARD *board, int perspective, int view)
{
    struct network_rows rows;
    rows.gone_count = rows.come_count = 0;
    for (int piece = 0; piece < NETWORK_PIECE_KINDS; piece++) {
        const NETWORK_SET before = refreshed->pieces[piece], now = network_pieces(board, piece);
        for (NETWORK_SET left = before & ~now; left;) {
            const int square = NETWORK_SET_POP(&left);
            rows.gone[rows.gone_count++] =
                network->first[network_input(perspective, view, piece, square)];
        }
        for (NETWORK_SET left = now & ~before; left;) {
            const int square = NETWORK_SET_POP(&left);
            rows.come[rows.come_count++] =
                network->first[network_input(perspective, view, piece, square)];
        }
        refreshed->pieces[piece] = now;
    }
    network_change_rows(refreshed->values, refreshed->values, &rows);
}

/* Computes the values of a perspective at a place from those at the previous one. */
static UNUSED void network_follow(const struct network *network, struct network_place *place,
                                  int perspective, int view)
{
    const struct network_changes *changes = &place->changes;
    int16_t *values = place->values[perspective];
    const int16_t *before = place[-1].values[perspective];
    const int16_t *gone = network_row(network, perspective, view, changes->gone[0]);
    const int16_t *come = network_row(network, perspective, view, changes->come[0]);
    if (changes->come_count == 1 && changes->gone_count == 1) {
        network_move_rows(values, before, gone, come);
        return;
    }
    const int16_t *taken = network_row(network, perspective, view, changes->gone[1]);
    if (changes->come_count == 1) {
        network_capture_rows(values, before, gone, taken, come);
        return;
    }
    const struct network_rows rows = {
        .gone = {gone, taken},
        .come = {come, network_row(network, perspective, view, changes->come[1])},
        .gone_count = 2,
        .come_count = 2,
    };
    network_change_rows(values, before, &rows);
}

/* Begins a search: the first place of the stack is the position's. */
static UNUSED struct network_accumulators *network_begin(const struct network *network,
                                                         struct network_room *room, uint16_t *place)
{
    const uintptr_t memory = (uintptr_t)room->bytes + CACHE_LINE - 1;
    struct network_accumulators *accumulators =
        (struct network_accumulators *)(memory - memory % CACHE_LINE);
    *place = 0;
    for (int perspective = 0; perspective < 2; perspective++) {
        accumulators->stack[0].changes.computed[perspective] = false;
        accumulators->stack[0].changes.turned[perspective] = true;
        for (int view = 0; view < NETWORK_VIEWS; view++) {
            network_clear(network, &accumulators->refreshed[perspective][view]);
        }
    }
    return accumulators;
}

/* Computes both accumulators of the position at a place, unless they are computed already, and
 * those before it on which they depend. */
static UNUSED void network_compute(const struct network *network, const NETWORK_BOARD *board,
                                   struct network_accumulators *accumulators, int place)
{
    struct network_place *last = &accumulators->stack[place];
    for (int perspective = 0; perspective < 2; perspective++) {
        if (last->changes.computed[perspective]) {
            continue;
        }
        const int view = network_view(perspective, network_king(board, perspective));
        struct network_place *at = last;
        while (!at->changes.computed[perspective] && !at->changes.turned[perspective]) {
            at--;
        }
        if (UNLIKELY(!at->changes.computed[perspective])) {
            struct network_refresh *refreshed = &accumulators->refreshed[perspective][view];
            network_refresh(network, refreshed, board, perspective, view);
            memcpy(last->values[perspective], refreshed->values, sizeof refreshed->values);
            last->changes.computed[perspective] = true;
            continue;
        }
        while (at < last) {
            network_follow(network, ++at, perspective, view);
            at->changes.computed[perspective] = true;
        }
    }
}

/* Centipawns for the side to move. Computes the position's accumulators if necessary. Without
 * accumulators (NULL), the score is computed from the board alone. */
static UNUSED int network_evaluate(const struct network *network, const NETWORK_BOARD *board,
                                   struct network_accumulators *accumulators, int place)
{
    const int bucket = network_output_bucket(NETWORK_SET_COUNT(occupied(board)));
    const int16_t *values[2];
    struct network_refresh fresh[2];
    if (accumulators) {
        network_compute(network, board, accumulators, place);
    }
    for (int perspective = 0; perspective < 2; perspective++) {
        if (accumulators) {
            values[perspective] = accumulators->stack[place].values[perspective];
            continue;
        }
        network_clear(network, &fresh[perspective]);
        network_refresh(network, &fresh[perspective], board, perspective,
                        network_view(perspective, network_king(board, perspective)));
        values[perspective] = fresh[perspective].values;
    }
    const int mover = board->side;
    return network_output(network, bucket, values[mover], values[mover ^ 1]);
}
