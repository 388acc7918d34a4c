/* A small network that knows what the sum of weights misjudges: which pieces stand where goes in,
 * what is to be added to the sum comes out.
 *
 * Two accumulators, one for each side's view of the board, hold the sums of the first layer; a move
 * changes two to four of its inputs, so the sums are made from those before instead of anew
 * (Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi",
 * 2018). A view turns the board so that its side plays upwards with its king on files a to d, and
 * has rows for the king's whereabouts; a king that crosses between them makes its view anew. The
 * second layer has NETWORK_PHASES sets of weights, chosen by the number of pieces. Integers
 * throughout: the same score on every machine.
 *
 * The network is a file of little-endian numbers, struct network as it stands, built into the
 * program; `chess-network` of the tools makes it from games of self-play. */
#ifndef CHESS_NETWORK_H
#define CHESS_NETWORK_H

#include <stdbool.h>

#include "board.h"
#include "score.h"

/* Where a view's own king stands, as far as the view depends on it: in a corner, on the rest of the
 * first rank, on the second, above. Each has rows of its own for every piece on every square. */
#define NETWORK_KINGS  4
#define NETWORK_PLACES (SIDES * KINDS * SQUARES)
#define NETWORK_INPUTS (NETWORK_KINGS * NETWORK_PLACES)
#define NETWORK_HIDDEN 256
#define NETWORK_PHASES 8

/* Most pieces on a board; FENs with more are refused. */
#define NETWORK_PIECES 32

/* What stands for 1.0 in the first layer, and in the second layer's weights. */
#define NETWORK_ONE_FIRST  255
#define NETWORK_ONE_SECOND 64

/* The first layer's weights stay within this, so that a sum of all pieces fits 16 bits; the second
 * layer's, so that a weight times an activation does. */
#define NETWORK_FIRST_LIMIT  505
#define NETWORK_SECOND_LIMIT 127

/* The output 1.0 in centipawns; the trainer's logistic function counts in the same unit. */
#define NETWORK_UNIT 200

struct network {
    int16_t first[NETWORK_INPUTS][NETWORK_HIDDEN];
    int16_t first_bias[NETWORK_HIDDEN];
    int16_t second[NETWORK_PHASES][SIDES][NETWORK_HIDDEN]; /* the mover's view, the other's */
    int32_t second_bias[NETWORK_PHASES]; /* in units of NETWORK_ONE_FIRST * NETWORK_ONE_SECOND */
};

/* The one that is built in. */
const struct network *network_built_in(void);

/* Changes that an accumulator can wait for before it is cheaper made anew. */
#define NETWORK_WAITING 12

/* The sums of the first layer for one position, as each side sees it. */
struct network_sums {
    _Alignas(CACHE_LINE) int16_t views[SIDES][NETWORK_HIDDEN];
};

/* Room for the sums of every position of a line of search: whoever searches has it, and no position
 * is copied with its sums. */
#define NETWORK_LINE (MAX_PLY + 2)

/* What the network keeps of a position: flat, copied with it. */
struct network_state {
    uint16_t last;     /* where in the line the last sums are that were made on the way here */
    bool stale[SIDES]; /* they are of no use for this view: it must be made anew */
    uint8_t waiting;   /* pieces that have come or gone since */
    struct {
        uint8_t piece; /* side * KINDS + kind */
        uint8_t square : 7, comes : 1;
    } changes[NETWORK_WAITING];
};

/* Which of the NETWORK_KINGS a king of the view's side on this square is. */
INLINE int network_king(enum side view, int king)
{
    int seen = square_for(view, king);
    int file = file_of(seen) < FILES / 2 ? file_of(seen) : FILES - 1 - file_of(seen);
    return rank_of(seen) == 0 ? file >= 2 : rank_of(seen) == 1 ? 2 : 3;
}

/* The input that a piece is, as a side sees the board whose own king stands on `king`. */
INLINE int network_input(enum side view, int king, enum side side, enum kind kind, int square)
{
    int seen = square_for(view, square) ^ (file_of(king) >= FILES / 2 ? FILES - 1 : 0);
    int place = ((side == view ? 0 : KINDS) + (int)kind) * SQUARES + seen;
    return network_king(view, king) * NETWORK_PLACES + place;
}

/* The second layer's set of weights for so many pieces on the board, kings included. */
INLINE int network_phase(int pieces)
{
    return (pieces - 2) * NETWORK_PHASES / (NETWORK_PIECES - 1);
}

/* No sums are of use: both views are made anew when they are needed. */
INLINE void network_forget(struct network_state *state)
{
    state->stale[WHITE] = state->stale[BLACK] = true;
    state->waiting = 0;
}

/* A line of search begins here. */
INLINE void network_begin_line(struct network_state *state)
{
    network_forget(state);
    state->last = 0;
}

/* A piece comes or goes. */
INLINE void network_change(struct network_state *state, enum side side, enum kind kind, int square,
                           bool comes)
{
    if (UNLIKELY(state->waiting == NETWORK_WAITING)) {
        network_forget(state);
    }
    int place = state->waiting++;
    state->changes[place].piece = (uint8_t)((int)side * KINDS + (int)kind);
    state->changes[place].square = (uint8_t)(square & 127);
    state->changes[place].comes = comes;
}

/* The king of `side` has moved between these squares: is his view another? */
INLINE void network_move_king(struct network_state *state, enum side side, int from, int to)
{
    if ((file_of(from) ^ file_of(to)) & (FILES / 2) ||
        network_king(side, from) != network_king(side, to)) {
        state->stale[side] = true;
    }
}

/* Centipawns to add for the side to move. With a line, NETWORK_LINE places, the sums are made from
 * the last ones in it and kept there; without, NULL, from the board alone. */
score_t network_evaluate(const struct board *board, struct network_state *state,
                         struct network_sums *line);

#endif
