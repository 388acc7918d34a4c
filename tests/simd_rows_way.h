/* SPDX-License-Identifier: MIT */
/* The results of the operations on rows, with one kind of register. */
#ifndef TESTS_SIMD_ROWS_WAY_H
#define TESTS_SIMD_ROWS_WAY_H

#include <stdint.h>

#define ROWS_LENGTH 64

struct rows_result {
    int16_t clamped[ROWS_LENGTH], sums[ROWS_LENGTH], products[ROWS_LENGTH];
    int32_t dot;
};

typedef void rows_t(const int16_t *a, const int16_t *b, int16_t most, struct rows_result *result);

/* With the portable paths, with this build's instructions, and with those of each level. */
rows_t rows_plain, rows_own, rows_v2, rows_v3;

#endif
