#include "network.h"

#include <assert.h>
#include <string.h>

#include "embed.h"

/* The file of CHESS_NETWORK_FILE. */
EMBED_FILE(chess_network, CHESS_NETWORK_FILE);
extern const struct network chess_network;

_Static_assert(NETWORK_ONE_FIRST *NETWORK_SECOND_LIMIT <= INT16_MAX,
               "an activation times a weight must fit 16 bits");
_Static_assert((int64_t)
                       NETWORK_ONE_FIRST *NETWORK_ONE_FIRST *NETWORK_SECOND_LIMIT *NETWORK_HIDDEN <=
                   INT32_MAX,
               "a view's part of the second layer's sum must fit 32 bits");

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
static void move_rows(int16_t *restrict sums, const int16_t *restrict before,
                      const int16_t *restrict goes, const int16_t *restrict comes)
{
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        sums[i] = (int16_t)(before[i] - goes[i] + comes[i]);
    }
}

/* Two pieces go, one comes: what captures are. */
static void capture_rows(int16_t *restrict sums, const int16_t *restrict before,
                         const int16_t *restrict goes, const int16_t *restrict taken,
                         const int16_t *restrict comes)
{
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        sums[i] = (int16_t)(before[i] - goes[i] - taken[i] + comes[i]);
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

/* A view from the one before and the changes since. */
static void make_from(int16_t *restrict sums, const int16_t *restrict before,
                      const struct network_state *state, const struct board *board, enum side view)
{
    const struct network *network = &chess_network;
    const int king = king_square(board, view);
    const int16_t *gone[NETWORK_WAITING], *come[NETWORK_WAITING];
    int gone_count = 0, come_count = 0;
    for (int i = 0; i < state->waiting; i++) {
        enum side side = (enum side)(state->changes[i].piece / KINDS);
        enum kind kind = (enum kind)(state->changes[i].piece % KINDS);
        int input = network_input(view, king, side, kind, state->changes[i].square);
        if (state->changes[i].comes) {
            come[come_count++] = network->first[input];
        } else {
            gone[gone_count++] = network->first[input];
        }
    }
    if (gone_count == 1 && come_count == 1) {
        move_rows(sums, before, gone[0], come[0]);
    } else if (gone_count == 2 && come_count == 1) {
        capture_rows(sums, before, gone[0], gone[1], come[0]);
    } else {
        memcpy(sums, before, NETWORK_HIDDEN * sizeof *sums);
        for (int i = 0; i < gone_count; i++) {
            subtract_row(sums, gone[i]);
        }
        for (int i = 0; i < come_count; i++) {
            add_row(sums, come[i]);
        }
    }
}

/* The position's sums: the last ones of the line, or new ones behind them. */
static const struct network_sums *settle(const struct board *board, struct network_state *state,
                                         struct network_sums *line)
{
    const struct network_sums *before = &line[state->last];
    if (state->waiting == 0 && !state->stale[WHITE] && !state->stale[BLACK]) {
        return before;
    }
    assert(state->last + 1 < NETWORK_LINE);
    struct network_sums *sums = &line[++state->last];
    for (enum side view = WHITE; view < SIDES; view++) {
        if (UNLIKELY(state->stale[view])) {
            make_anew(sums->views[view], board, view);
            state->stale[view] = false;
        } else {
            make_from(sums->views[view], before->views[view], state, board, view);
        }
    }
    state->waiting = 0;
    return sums;
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

static score_t evaluate(const struct board *board, const struct network_sums *sums)
{
    const struct network *network = &chess_network;
    const enum side mover = (enum side)board->side;
    const int phase = network_phase(bit_count(occupied(board)));
    int64_t total = (int64_t)weigh(sums->views[mover], network->second[phase][0]) +
                    weigh(sums->views[other_side(mover)], network->second[phase][1]);
    int64_t output = total / NETWORK_ONE_FIRST + network->second_bias[phase];
    return (score_t)(output * NETWORK_UNIT / (NETWORK_ONE_FIRST * NETWORK_ONE_SECOND));
}

score_t network_evaluate(const struct board *board, struct network_state *state,
                         struct network_sums *line)
{
    if (line) {
        return evaluate(board, settle(board, state, line));
    }
    struct network_sums sums;
    make_anew(sums.views[WHITE], board, WHITE);
    make_anew(sums.views[BLACK], board, BLACK);
    return evaluate(board, &sums);
}
