/* SPDX-License-Identifier: MIT */
/* The network library with one kind of register: operations on rows, the layers of a small network,
 * and the accumulators of a game made for the test. */
#ifndef TESTS_NETWORK_WAY_H
#define TESTS_NETWORK_WAY_H

#include <stdint.h>

#define ROWS_LENGTH 64

struct rows_result {
    int16_t clamped[ROWS_LENGTH], sums[ROWS_LENGTH], products[ROWS_LENGTH], bytes[ROWS_LENGTH];
    int32_t dot;
};

typedef void rows_t(const int16_t *a, const int16_t *b, int16_t most, struct rows_result *result);

#define LAYERS_FEATURES    32
#define LAYERS_UNITS       4
#define LAYERS_ONE_FEATURE 128
#define LAYERS_ONE_HIDDEN  256
#define LAYERS_ONE_OUTPUT  64
#define LAYERS_UNIT        200 /* centipawns */
#define LAYERS_LIMIT       2048

struct layers {
    int16_t features[2][LAYERS_FEATURES];
    int16_t hidden[LAYERS_UNITS][2][LAYERS_FEATURES];
    int32_t hidden_bias[LAYERS_UNITS];
    int16_t output[LAYERS_UNITS];
    int32_t output_bias;
};

typedef int layers_score_t(const struct layers *layers);

/* Positions of random play whose score was computed, those whose score differs from the
 * definition, and moves of each kind. */
struct play_result {
    int compared, wrong, captures, castlings, turns;
};

typedef void play_t(uint64_t seed, struct play_result *result);

/* With the portable paths, with this build's instructions, and with those of each level. */
rows_t rows_plain, rows_own, rows_v2, rows_v3;
layers_score_t layers_plain, layers_own, layers_v2, layers_v3;
play_t play_plain, play_own, play_v2, play_v3;

#endif
