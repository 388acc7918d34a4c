/* SPDX-License-Identifier: MIT */
/* Compiled once for each kind of register; WAY is the suffix of the name. */
#include "simd_rows_way.h"
#include "simd_rows.h"

void PASTE(rows_, WAY)(const int16_t *a, const int16_t *b, int16_t most, struct rows_result *result)
{
    simd_sums_t dots = {0};
    for (int i = 0; i < ROWS_LENGTH; i += SIMD_ROW_LANES) {
        simd_row_t x = simd_row_load(a + i), y = simd_row_load(b + i);
        simd_row_store(result->clamped + i, simd_row_clamp(x, most));
        simd_row_store(result->sums + i, x + y);
        simd_row_store(result->products + i, x * y);
        dots += simd_row_dot(x, y);
    }
    result->dot = simd_sums_total(dots);
}
