#include "network.h"

#include <string.h>

#include "embed.h"

/* The file of CHESS_NETWORK_FILE. */
EMBED_FILE(chess_network, CHESS_NETWORK_FILE);
extern const struct network chess_network;

_Static_assert(NETWORK_ONE_FIRST *NETWORK_SECOND_LIMIT <= INT16_MAX,
               "an activation times a weight must fit 16 bits");
_Static_assert(
    (int64_t)NETWORK_ONE_FIRST *NETWORK_ONE_FIRST *NETWORK_SECOND_LIMIT *SIDES *NETWORK_HIDDEN <=
        INT32_MAX,
    "the second layer's sum must fit 32 bits");

const struct network *network_built_in(void)
{
    return &chess_network;
}

static void add_row(int16_t *restrict sums, const int16_t *restrict row)
{
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        sums[i] = (int16_t)(sums[i] + row[i]);
    }
}

static void subtract_row(int16_t *restrict sums, const int16_t *restrict row)
{
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        sums[i] = (int16_t)(sums[i] - row[i]);
    }
}

/* One piece goes, one comes: what most moves are. */
static void exchange_rows(int16_t *restrict sums, const int16_t *restrict goes,
                          const int16_t *restrict comes)
{
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        sums[i] = (int16_t)(sums[i] - goes[i] + comes[i]);
    }
}

/* A view from the board alone. */
static void make_anew(int16_t *sums, const struct board *board, enum side view)
{
    const struct network *network = &chess_network;
    const int king = king_square(board, view);
    memcpy(sums, network->first_bias, sizeof network->first_bias);
    for (enum side side = WHITE; side < SIDES; side++) {
        for (enum kind kind = PAWN; kind < KINDS; kind++) {
            for (bitboard_t left = pieces_of(board, side, kind); left;) {
                add_row(sums,
                        network->first[network_input(view, king, side, kind, bit_pop(&left))]);
            }
        }
    }
}

/* Adds the changes that wait to a view. */
static void catch_up(struct network_state *state, const struct board *board, enum side view)
{
    const struct network *network = &chess_network;
    const int king = king_square(board, view);
    const int16_t *gone = NULL;
    for (int i = 0; i < state->waiting; i++) {
        enum side side = (enum side)(state->changes[i].piece / KINDS);
        enum kind kind = (enum kind)(state->changes[i].piece % KINDS);
        int input = network_input(view, king, side, kind, state->changes[i].square);
        const int16_t *row = network->first[input];
        if (!state->changes[i].comes) {
            if (gone) {
                subtract_row(state->sums[view], gone);
            }
            gone = row;
        } else if (gone) {
            exchange_rows(state->sums[view], gone, row);
            gone = NULL;
        } else {
            add_row(state->sums[view], row);
        }
    }
    if (gone) {
        subtract_row(state->sums[view], gone);
    }
}

static void settle(const struct board *board, struct network_state *state)
{
    for (enum side view = WHITE; view < SIDES; view++) {
        if (UNLIKELY(state->stale[view])) {
            make_anew(state->sums[view], board, view);
            state->stale[view] = false;
        } else {
            catch_up(state, board, view);
        }
    }
    state->waiting = 0;
}

/* The squares of the sums between 0 and 1, weighed: "squared clipped" units. */
static int32_t weigh(const int16_t *restrict sums, const int16_t *restrict weights)
{
    int32_t total = 0;
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        int16_t active = sums[i] < 0 ? 0 : sums[i];
        active = active > NETWORK_ONE_FIRST ? NETWORK_ONE_FIRST : active;
        int16_t weighed = (int16_t)(active * weights[i]);
        total += weighed * active;
    }
    return total;
}

score_t network_evaluate(const struct board *board, struct network_state *state)
{
    const struct network *network = &chess_network;
    const enum side mover = (enum side)board->side;
    const int phase = network_phase(bit_count(occupied(board)));
    settle(board, state);
    int32_t total = weigh(state->sums[mover], network->second[phase][0]) +
                    weigh(state->sums[other_side(mover)], network->second[phase][1]);
    int64_t output = total / NETWORK_ONE_FIRST + network->second_bias[phase];
    return (score_t)(output * NETWORK_UNIT / (NETWORK_ONE_FIRST * NETWORK_ONE_SECOND));
}
