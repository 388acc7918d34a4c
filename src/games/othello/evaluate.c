/* SPDX-License-Identifier: MIT */
#include "evaluate.h"

#include "flips.h"
#include "simd_rows.h"

/* The number of squares of the board for which there are patterns. */
#define SQUARES_8 64

/* Weights of the classical evaluation, in centipawns. */
enum {
    WEIGHT_MOBILITY = 70,   /* for each legal move more than the opponent has */
    WEIGHT_CORNER = 900,    /* for each own corner */
    WEIGHT_X_SQUARE = -350, /* for each disc diagonally next to an empty corner */
    WEIGHT_C_SQUARE = -120, /* for each disc beside an empty corner */
    WEIGHT_TEMPO = 40,      /* for the right to move */
};

/* The terms of the classical evaluation, for the side to move minus the other side. */
struct terms {
    int mobility, corners, x_squares, c_squares;
};

static int owner(const struct othello_position *position, int file, int rank)
{
    const int square = othello_square(position->size, file, rank);
    return othello_has(position->own, square) - othello_has(position->other, square);
}

static void count_terms(const struct othello_position *position, struct terms *terms)
{
    const int last = position->size - 1;
    bitboard_t own[2], other[2];
    struct othello_position passed = *position;
    othello_play(&passed, MOVE_PASS);
    othello_destinations(position, own);
    othello_destinations(&passed, other);
    *terms = (struct terms){.mobility = othello_count(own) - othello_count(other)};
    for (int i = 0; i < 4; i++) {
        const int file = i & 1 ? last : 0, rank = i & 2 ? last : 0;
        const int inner_file = i & 1 ? last - 1 : 1, inner_rank = i & 2 ? last - 1 : 1;
        const int corner = owner(position, file, rank);
        terms->corners += corner;
        if (corner == 0) {
            terms->x_squares += owner(position, inner_file, inner_rank);
            terms->c_squares +=
                owner(position, inner_file, rank) + owner(position, file, inner_rank);
        }
    }
}

static score_t sum_of(const struct terms *terms)
{
    return WEIGHT_MOBILITY * terms->mobility + WEIGHT_CORNER * terms->corners +
           WEIGHT_X_SQUARE * terms->x_squares + WEIGHT_C_SQUARE * terms->c_squares + WEIGHT_TEMPO;
}

score_t othello_evaluate_classical(const struct othello_position *position)
{
    struct terms terms;
    count_terms(position, &terms);
    return score_clamp(sum_of(&terms), OTHELLO_DISC * position->size * position->size);
}

/* The numbers of some of the places. GCC 12 does not vectorize loops over single numbers here. */
typedef int16_t lanes_t __attribute__((vector_size(32)));

enum { LANES = sizeof(lanes_t) / sizeof(int16_t), VECTORS = OTHELLO_LANES / LANES };

/* Computes the numbers of all places. */
INLINE void find_numbers(bitboard_t own, bitboard_t other, int16_t numbers[OTHELLO_LANES])
{
    lanes_t sums[VECTORS] = {{0}};
    for (int part = 0; part < 16; part++) {
        const int16_t *ours = othello_pattern_sums[part][own >> 4 * part & 15];
        const int16_t *theirs = othello_pattern_sums[part][other >> 4 * part & 15];
        for (size_t i = 0; i < VECTORS; i++) {
            lanes_t plus, minus;
            __builtin_memcpy(&plus, ours + i * LANES, sizeof plus);
            __builtin_memcpy(&minus, theirs + i * LANES, sizeof minus);
            sums[i] += plus - minus;
        }
    }
    __builtin_memcpy(numbers, sums, sizeof sums);
}

/* The index of the row for a number of legal moves; `whose` is 0 for the mover, 1 for the
 * opponent. */
INLINE int moves_index(bitboard_t moves, int whose)
{
    const int count = bit_count(moves), most = OTHELLO_MOVE_COUNTS - 1;
    return OTHELLO_PATTERN_ROWS + whose * OTHELLO_MOVE_COUNTS + (count < most ? count : most);
}

void othello_find_features(bitboard_t own, bitboard_t other, struct othello_features *features)
{
    int16_t numbers[OTHELLO_LANES];
    find_numbers(own, other, numbers);
    for (int i = 0; i < OTHELLO_PLACES; i++) {
        features->indices[i] = othello_pattern_middles[i] + numbers[i];
    }
    features->indices[OTHELLO_PLACES] = moves_index(othello_mobility(own, other), 0);
    features->indices[OTHELLO_PLACES + 1] = moves_index(othello_mobility(other, own), 1);
    features->bucket = othello_bucket(own | other);
}

enum { UNIT_VECTORS = OTHELLO_UNITS / SIMD_ROW_LANES };

int othello_evaluate_patterns(bitboard_t own, bitboard_t other)
{
    enum {
        ONE = OTHELLO_ONE_FIRST,
        CENTIPAWN = OTHELLO_ONE_SECOND * ONE * ONE / OTHELLO_DISC,
    };
    _Static_assert(OTHELLO_ONE_SECOND * OTHELLO_ONE_FIRST * OTHELLO_ONE_FIRST % OTHELLO_DISC == 0,
                   "a centipawn is a whole number");
    static const int16_t linear_mask[OTHELLO_UNITS] = {-1, -1, -1, -1};
    struct othello_features features;
    simd_row_t sums[UNIT_VECTORS];
    othello_find_features(own, other, &features);
    for (int v = 0; v < UNIT_VECTORS; v++) {
        const int at = v * SIMD_ROW_LANES;
        sums[v] = simd_row_load(othello_network.biases[features.bucket] + at);
    }
    for (int i = 0; i < LENGTH(features.indices); i++) {
        const int8_t *row = othello_network.rows[features.indices[i]];
        for (int v = 0; v < UNIT_VECTORS; v++) {
            const int at = v * SIMD_ROW_LANES;
            sums[v] += simd_row_widen(row + at);
        }
    }
    simd_sums_t linear = {0}, squared = {0};
    for (int v = 0; v < UNIT_VECTORS; v++) {
        const int at = v * SIMD_ROW_LANES;
        const simd_row_t outputs = simd_row_load(othello_network.outputs[features.bucket] + at);
        const simd_row_t mask = simd_row_load(linear_mask + at);
        const simd_row_t x = simd_row_clamp(sums[v], ONE);
        linear += simd_row_dot(sums[v] & mask, outputs);
        squared += simd_row_dot(x * x & ~mask, outputs);
    }
    const int64_t sum = (int64_t)ONE * simd_sums_total(linear) + simd_sums_total(squared);
    return (int)(sum / CENTIPAWN);
}

score_t othello_evaluate(const struct othello_position *position)
{
    if (position->size != 8) {
        return othello_evaluate_classical(position);
    }
    return score_clamp(othello_evaluate_patterns(position->own[0], position->other[0]),
                       OTHELLO_DISC * SQUARES_8);
}

void othello_explain(const struct othello_position *position, struct buffer *out)
{
    struct terms terms;
    count_terms(position, &terms);
    buffer_printf(out, "mobility            %+6d\n", WEIGHT_MOBILITY * terms.mobility);
    buffer_printf(out, "corners             %+6d\n", WEIGHT_CORNER * terms.corners);
    buffer_printf(out, "beside the corners  %+6d\n",
                  WEIGHT_X_SQUARE * terms.x_squares + WEIGHT_C_SQUARE * terms.c_squares);
    buffer_printf(out, "right to move       %+6d\n", WEIGHT_TEMPO);
    if (position->size == 8) {
        buffer_printf(out, "patterns instead    %+6d\n", othello_evaluate(position));
    }
    buffer_printf(out, "total               %+6d\n", othello_evaluate(position));
}
