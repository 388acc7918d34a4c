/* SPDX-License-Identifier: MIT */
#include "network.h"

#include <assert.h>
#include <string.h>

#include "simd_rows.h"

_Static_assert(CHESS_NETWORK_ONE_FIRST *CHESS_NETWORK_SECOND_LIMIT <= INT16_MAX,
               "an activation times a weight must fit 16 bits");
_Static_assert((int64_t)CHESS_NETWORK_ONE_FIRST *CHESS_NETWORK_ONE_FIRST *CHESS_NETWORK_SECOND_LIMIT
                       *CHESS_NETWORK_HIDDEN <= INT32_MAX,
               "a perspective's part of the second layer's sum must fit 32 bits");

_Static_assert(CHESS_NETWORK_HIDDEN % SIMD_ROW_LANES == 0, "a row is made of whole registers");

static void add_row(int16_t *restrict sums, const int16_t *restrict row)
{
    for (int i = 0; i < CHESS_NETWORK_HIDDEN; i += SIMD_ROW_LANES) {
        simd_row_store(sums + i, simd_row_load(sums + i) + simd_row_load(row + i));
    }
}

static void subtract_row(int16_t *restrict sums, const int16_t *restrict row)
{
    for (int i = 0; i < CHESS_NETWORK_HIDDEN; i += SIMD_ROW_LANES) {
        simd_row_store(sums + i, simd_row_load(sums + i) - simd_row_load(row + i));
    }
}

/* One piece goes, one comes: what most moves are. */
static void move_rows(int16_t *restrict sums, const int16_t *restrict before,
                      const int16_t *restrict goes, const int16_t *restrict comes)
{
    for (int i = 0; i < CHESS_NETWORK_HIDDEN; i += SIMD_ROW_LANES) {
        simd_row_store(sums + i, simd_row_load(before + i) - simd_row_load(goes + i) +
                                     simd_row_load(comes + i));
    }
}

/* Two pieces go, one comes: what captures are. */
static void capture_rows(int16_t *restrict sums, const int16_t *restrict before,
                         const int16_t *restrict goes, const int16_t *restrict taken,
                         const int16_t *restrict comes)
{
    for (int i = 0; i < CHESS_NETWORK_HIDDEN; i += SIMD_ROW_LANES) {
        simd_row_store(sums + i, simd_row_load(before + i) - simd_row_load(goes + i) -
                                     simd_row_load(taken + i) + simd_row_load(comes + i));
    }
}

/* One perspective of an accumulator from the board alone. Inlined, it takes registers from the
 * usual way. */
static NOINLINE void refresh(int16_t *sums, const struct chess_board *board, enum side perspective)
{
    const struct chess_network *network = &chess_network;
    const int king = king_square(board, perspective);
    memcpy(sums, network->first_bias, sizeof network->first_bias);
    for (enum side side = WHITE; side < SIDES; side++) {
        for (enum kind kind = PAWN; kind < KINDS; kind++) {
            for (bitboard_t left = pieces_of(board, side, kind); left;) {
                add_row(sums, network->first[chess_network_input(perspective, king, side, kind,
                                                                 bit_pop(&left))]);
            }
        }
    }
}

/* One perspective of an accumulator from the one before and the pending updates. */
static void apply_updates(int16_t *restrict sums, const int16_t *restrict before,
                          const struct chess_network_state *state, const struct chess_board *board,
                          enum side perspective)
{
    const struct chess_network *network = &chess_network;
    const int king = king_square(board, perspective);
    const int16_t *gone[CHESS_NETWORK_PENDING], *come[CHESS_NETWORK_PENDING];
    int gone_count = 0, come_count = 0;
    for (int i = 0; i < state->pending_count; i++) {
        enum side side = (enum side)(state->pending[i].piece / KINDS);
        enum kind kind = (enum kind)(state->pending[i].piece % KINDS);
        int input = chess_network_input(perspective, king, side, kind, state->pending[i].square);
        if (state->pending[i].comes) {
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
        memcpy(sums, before, CHESS_NETWORK_HIDDEN * sizeof *sums);
        for (int i = 0; i < gone_count; i++) {
            subtract_row(sums, gone[i]);
        }
        for (int i = 0; i < come_count; i++) {
            add_row(sums, come[i]);
        }
    }
}

void chess_network_update_stack(const struct chess_board *board, struct chess_network_state *state,
                                struct chess_accumulator *stack)
{
    const struct chess_accumulator *before = &stack[state->top];
    if (state->pending_count == 0 && !state->dirty[WHITE] && !state->dirty[BLACK]) {
        return;
    }
    assert(state->top + 1 < CHESS_NETWORK_STACK);
    struct chess_accumulator *accumulator = &stack[++state->top];
    for (enum side perspective = WHITE; perspective < SIDES; perspective++) {
        if (UNLIKELY(state->dirty[perspective])) {
            refresh(accumulator->values[perspective], board, perspective);
            state->dirty[perspective] = false;
        } else {
            apply_updates(accumulator->values[perspective], before->values[perspective], state,
                          board, perspective);
        }
    }
    state->pending_count = 0;
}

/* The second layer of one perspective: squared clipped ReLU of the sums, times the weights. */
static int32_t output_sum(const int16_t *restrict sums, const int16_t *restrict weights)
{
    simd_sums_t totals = {0};
    for (int i = 0; i < CHESS_NETWORK_HIDDEN; i += SIMD_ROW_LANES) {
        simd_row_t active = simd_row_clamp(simd_row_load(sums + i), CHESS_NETWORK_ONE_FIRST);
        totals += simd_row_dot(active * simd_row_load(weights + i), active);
    }
    return simd_sums_total(totals);
}

static score_t evaluate_accumulator(const struct chess_board *board,
                                    const struct chess_accumulator *accumulator)
{
    const struct chess_network *network = &chess_network;
    const enum side mover = (enum side)board->side;
    const int phase = chess_network_output_bucket(bit_count(occupied(board)));
    int64_t total = (int64_t)output_sum(accumulator->values[mover], network->second[phase][0]) +
                    output_sum(accumulator->values[other_side(mover)], network->second[phase][1]);
    int64_t output = total / CHESS_NETWORK_ONE_FIRST + network->second_bias[phase];
    return (score_t)(output * CHESS_NETWORK_UNIT /
                     ((int64_t)CHESS_NETWORK_ONE_FIRST * CHESS_NETWORK_ONE_SECOND));
}

score_t chess_network_evaluate(const struct chess_board *board, struct chess_network_state *state,
                               struct chess_accumulator *stack)
{
    if (stack) {
        chess_network_update_stack(board, state, stack);
        return evaluate_accumulator(board, &stack[state->top]);
    }
    struct chess_accumulator accumulator;
    refresh(accumulator.values[WHITE], board, WHITE);
    refresh(accumulator.values[BLACK], board, BLACK);
    return evaluate_accumulator(board, &accumulator);
}
