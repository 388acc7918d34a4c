/* SPDX-License-Identifier: MIT */
/* Rows of 16-bit integers for the neural networks, processed one SIMD register at a time: 16 lanes
 * with AVX2, 8 with SSE2 or NEON. It uses the compiler's vector types (GCC, "Using Vector
 * Instructions through Built-in Functions"). A function here wraps each instruction that the
 * compiler does not generate from them, with a portable path beside it. SIMD_ROW_PLAIN selects the
 * portable paths, eight lanes wide. Callers must ensure that sums do not overflow. */
#ifndef NETWORK_SIMD_ROWS_H
#define NETWORK_SIMD_ROWS_H

#include <stdint.h>

#include "compiler.h"

#if defined(SIMD_ROW_PLAIN)
#elif defined(__AVX2__)
#include <immintrin.h>
#elif defined(__x86_64__)
#include <emmintrin.h> /* <immintrin.h> takes gcc half a second */
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#if defined(__AVX2__) && !defined(SIMD_ROW_PLAIN)
#define SIMD_ROW_BYTES 32
#else
#define SIMD_ROW_BYTES 16
#endif

/* Integers in a register. The length of a row is a multiple of it. */
#define SIMD_ROW_LANES (SIMD_ROW_BYTES / (int)sizeof(int16_t))

typedef int16_t simd_row_t __attribute__((vector_size(SIMD_ROW_BYTES)));

/* Sums of 32 bits, half as many lanes. */
typedef int32_t simd_sums_t __attribute__((vector_size(SIMD_ROW_BYTES)));

/* Loads a register; `numbers` may be unaligned. */
INLINE simd_row_t simd_row_load(const int16_t *numbers)
{
    simd_row_t row;
    __builtin_memcpy(&row, numbers, sizeof row);
    return row;
}

INLINE void simd_row_store(int16_t *numbers, simd_row_t row)
{
    __builtin_memcpy(numbers, &row, sizeof row);
}

/* Loads a register from bytes with a sign; `bytes` may be unaligned. */
INLINE simd_row_t simd_row_widen(const int8_t *bytes)
{
#if defined(__AVX2__) && !defined(SIMD_ROW_PLAIN)
    return (simd_row_t)_mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(const void *)bytes));
#elif defined(__x86_64__) && !defined(SIMD_ROW_PLAIN)
    const __m128i zero = {0}, narrow = _mm_loadl_epi64((const __m128i *)(const void *)bytes);
    return (simd_row_t)_mm_srai_epi16(_mm_unpacklo_epi8(zero, narrow), 8);
#elif defined(__aarch64__) && !defined(SIMD_ROW_PLAIN)
    return (simd_row_t)vmovl_s8(vld1_s8(bytes));
#else
    simd_row_t row;
    for (int i = 0; i < SIMD_ROW_LANES; i++) {
        row[i] = bytes[i];
    }
    return row;
#endif
}

/* Clamps each lane to 0 .. most. */
INLINE simd_row_t simd_row_clamp(simd_row_t row, int16_t most)
{
    const simd_row_t zero = {0}, limit = most - zero;
#if defined(__AVX2__) && !defined(SIMD_ROW_PLAIN)
    return (simd_row_t)_mm256_min_epi16(_mm256_max_epi16((__m256i)row, (__m256i)zero),
                                        (__m256i)limit);
#elif defined(__x86_64__) && !defined(SIMD_ROW_PLAIN)
    return (simd_row_t)_mm_min_epi16(_mm_max_epi16((__m128i)row, (__m128i)zero), (__m128i)limit);
#elif defined(__aarch64__) && !defined(SIMD_ROW_PLAIN)
    return (simd_row_t)vminq_s16(vmaxq_s16((int16x8_t)row, (int16x8_t)zero), (int16x8_t)limit);
#else
    for (int i = 0; i < SIMD_ROW_LANES; i++) {
        row[i] = row[i] < 0 ? 0 : row[i] > limit[i] ? limit[i] : row[i];
    }
    return row;
#endif
}

/* Multiplies lane by lane and adds pairs of products. Which two products form a pair depends on the
 * processor; only the total is defined. */
INLINE simd_sums_t simd_row_dot(simd_row_t a, simd_row_t b)
{
#if defined(__AVX2__) && !defined(SIMD_ROW_PLAIN)
    return (simd_sums_t)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#elif defined(__x86_64__) && !defined(SIMD_ROW_PLAIN)
    return (simd_sums_t)_mm_madd_epi16((__m128i)a, (__m128i)b);
#elif defined(__aarch64__) && !defined(SIMD_ROW_PLAIN)
    int16x8_t x = (int16x8_t)a, y = (int16x8_t)b;
    return (simd_sums_t)vmlal_high_s16(vmull_s16(vget_low_s16(x), vget_low_s16(y)), x, y);
#else
    simd_sums_t sums;
    for (int i = 0; i < SIMD_ROW_LANES / 2; i++) {
        sums[i] = a[2 * i] * b[2 * i] + a[2 * i + 1] * b[2 * i + 1];
    }
    return sums;
#endif
}

/* Adds all lanes. */
INLINE int32_t simd_sums_total(simd_sums_t sums)
{
#if defined(__aarch64__) && !defined(SIMD_ROW_PLAIN)
    return vaddvq_s32((int32x4_t)sums);
#else
    int32_t total = 0;
    for (int i = 0; i < SIMD_ROW_LANES / 2; i++) {
        total += sums[i];
    }
    return total;
#endif
}

#endif
