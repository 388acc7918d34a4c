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

/* The number of registers that hold a part of the sums while rows are added to it. */
#define BLOCK_REGISTERS 8
#define BLOCK_LANES     (BLOCK_REGISTERS * SIMD_ROW_LANES)

_Static_assert(CHESS_NETWORK_HIDDEN % BLOCK_LANES == 0, "a row is made of whole blocks");

/* One piece is removed and one added, as in most moves. */
static void move_rows(int16_t *restrict sums, const int16_t *restrict before,
                      const int16_t *restrict goes, const int16_t *restrict comes)
{
    for (int i = 0; i < CHESS_NETWORK_HIDDEN; i += SIMD_ROW_LANES) {
        simd_row_store(sums + i, simd_row_load(before + i) - simd_row_load(goes + i) +
                                     simd_row_load(comes + i));
    }
}

/* Two pieces are removed and one is added, as in captures. */
static void capture_rows(int16_t *restrict sums, const int16_t *restrict before,
                         const int16_t *restrict goes, const int16_t *restrict taken,
                         const int16_t *restrict comes)
{
    for (int i = 0; i < CHESS_NETWORK_HIDDEN; i += SIMD_ROW_LANES) {
        simd_row_store(sums + i, simd_row_load(before + i) - simd_row_load(goes + i) -
                                     simd_row_load(taken + i) + simd_row_load(comes + i));
    }
}

/* Rows of the first layer whose addition and subtraction turn some sums into others. */
struct row_changes {
    const int16_t *gone[CHESS_NETWORK_PIECES], *come[CHESS_NETWORK_PIECES];
    int gone_count, come_count;
};

/* Removes and adds any number of pieces. A block of sums stays in registers meanwhile. */
static void change_rows(int16_t *sums, const int16_t *before, const struct row_changes *changes)
{
    for (int first = 0; first < CHESS_NETWORK_HIDDEN; first += BLOCK_LANES) {
        simd_row_t block[BLOCK_REGISTERS];
        for (int k = 0, at = first; k < BLOCK_REGISTERS; k++, at += SIMD_ROW_LANES) {
            block[k] = simd_row_load(before + at);
        }
        for (int i = 0; i < changes->gone_count; i++) {
            for (int k = 0, at = first; k < BLOCK_REGISTERS; k++, at += SIMD_ROW_LANES) {
                block[k] -= simd_row_load(changes->gone[i] + at);
            }
        }
        for (int i = 0; i < changes->come_count; i++) {
            for (int k = 0, at = first; k < BLOCK_REGISTERS; k++, at += SIMD_ROW_LANES) {
                block[k] += simd_row_load(changes->come[i] + at);
            }
        }
        for (int k = 0, at = first; k < BLOCK_REGISTERS; k++, at += SIMD_ROW_LANES) {
            simd_row_store(sums + at, block[k]);
        }
    }
}

/* Starts with the sums of an empty board. */
static void begin_refresh(struct chess_refresh *refreshed)
{
    memcpy(refreshed->values, chess_network.first_bias, sizeof refreshed->values);
    memset(refreshed->pieces, 0, sizeof refreshed->pieces);
}

/* Computes the sums of one perspective for the board from those of other pieces that its king saw
 * from the same bucket and half of the board. It is not inlined, because that would take registers
 * from the common path. */
static NOINLINE void refresh(struct chess_refresh *refreshed, const struct chess_board *board,
                             enum side perspective)
{
    const int king = king_square(board, perspective);
    struct row_changes changes;
    changes.gone_count = changes.come_count = 0;
    for (enum side side = WHITE; side < SIDES; side++) {
        for (enum kind kind = PAWN; kind < KINDS; kind++) {
            const bitboard_t before = refreshed->pieces[side][kind];
            const bitboard_t now = pieces_of(board, side, kind);
            for (bitboard_t left = before & ~now; left;) {
                changes.gone[changes.gone_count++] =
                    chess_network
                        .first[chess_network_input(perspective, king, side, kind, bit_pop(&left))];
            }
            for (bitboard_t left = now & ~before; left;) {
                changes.come[changes.come_count++] =
                    chess_network
                        .first[chess_network_input(perspective, king, side, kind, bit_pop(&left))];
            }
            refreshed->pieces[side][kind] = now;
        }
    }
    change_rows(refreshed->values, refreshed->values, &changes);
}

/* Computes one perspective of an accumulator from the previous one and the pending updates. */
static void apply_updates(int16_t *restrict sums, const int16_t *restrict before,
                          const struct chess_network_state *state, const struct chess_board *board,
                          enum side perspective)
{
    const int king = king_square(board, perspective);
    struct row_changes changes;
    changes.gone_count = changes.come_count = 0;
    for (int i = 0; i < state->pending_count; i++) {
        enum side side = (enum side)(state->pending[i].piece / KINDS);
        enum kind kind = (enum kind)(state->pending[i].piece % KINDS);
        int input = chess_network_input(perspective, king, side, kind, state->pending[i].square);
        if (state->pending[i].comes) {
            changes.come[changes.come_count++] = chess_network.first[input];
        } else {
            changes.gone[changes.gone_count++] = chess_network.first[input];
        }
    }
    if (changes.gone_count == 1 && changes.come_count == 1) {
        move_rows(sums, before, changes.gone[0], changes.come[0]);
    } else if (changes.gone_count == 2 && changes.come_count == 1) {
        capture_rows(sums, before, changes.gone[0], changes.gone[1], changes.come[0]);
    } else {
        change_rows(sums, before, &changes);
    }
}

/* The place where the refreshes of a perspective with its king on this square are stored. */
static struct chess_refresh *refresh_place(struct chess_accumulators *accumulators,
                                           enum side perspective, int king)
{
    const int bucket = chess_network_king_bucket(perspective, king);
    return &accumulators->refreshed[perspective][bucket][chess_network_is_mirrored(king)];
}

void chess_network_begin(struct chess_network_state *state, struct chess_accumulators *accumulators)
{
    chess_network_mark_dirty(state);
    state->top = 0;
    for (enum side side = WHITE; side < SIDES; side++) {
        for (int bucket = 0; bucket < CHESS_NETWORK_KING_BUCKETS; bucket++) {
            begin_refresh(&accumulators->refreshed[side][bucket][0]);
            begin_refresh(&accumulators->refreshed[side][bucket][1]);
        }
    }
}

void chess_network_update_stack(const struct chess_board *board, struct chess_network_state *state,
                                struct chess_accumulators *accumulators)
{
    const struct chess_accumulator *before = &accumulators->stack[state->top];
    if (state->pending_count == 0 && !state->dirty[WHITE] && !state->dirty[BLACK]) {
        return;
    }
    assert(state->top + 1 < CHESS_NETWORK_STACK);
    struct chess_accumulator *accumulator = &accumulators->stack[++state->top];
    for (enum side perspective = WHITE; perspective < SIDES; perspective++) {
        if (UNLIKELY(state->dirty[perspective])) {
            struct chess_refresh *refreshed =
                refresh_place(accumulators, perspective, king_square(board, perspective));
            refresh(refreshed, board, perspective);
            memcpy(accumulator->values[perspective], refreshed->values, sizeof refreshed->values);
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
                               struct chess_accumulators *accumulators)
{
    if (accumulators) {
        chess_network_update_stack(board, state, accumulators);
        return evaluate_accumulator(board, &accumulators->stack[state->top]);
    }
    struct chess_accumulator accumulator;
    for (enum side perspective = WHITE; perspective < SIDES; perspective++) {
        struct chess_refresh refreshed;
        begin_refresh(&refreshed);
        refresh(&refreshed, board, perspective);
        memcpy(accumulator.values[perspective], refreshed.values, sizeof refreshed.values);
    }
    return evaluate_accumulator(board, &accumulator);
}
