/* SPDX-License-Identifier: MIT */
/* Several bitboards in one register, a 64-bit lane for each: eight with AVX-512, four with AVX2,
 * two with SSE2 or NEON. The vectors are those of the compiler (GCC, "Using Vector Instructions
 * through Built-in Functions"). They are never wider than a register, because gcc 12 generates code
 * for wider ones that is several times slower. Intrinsics are used for instructions that the
 * compiler does not generate by itself, each with a portable alternative; SIMD_LANES 1 has only
 * portable code. Vectors are passed to inlined functions only, so that their calling convention
 * does not matter. */
#ifndef CONNECT4_SIMD_BOARDS_H
#define CONNECT4_SIMD_BOARDS_H

#include <stdint.h>

#include "compiler.h"

/* Tests may define it. */
#ifndef SIMD_LANES
#if defined(__AVX512DQ__)
#define SIMD_LANES 8
#elif defined(__AVX2__)
#define SIMD_LANES 4
#else
#define SIMD_LANES 2
#endif
#endif

#if !defined(__x86_64__) || SIMD_LANES == 1
#elif defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE4_1__)
#include <smmintrin.h>
#else
#include <emmintrin.h> /* <immintrin.h> takes gcc half a second */
#endif

typedef uint64_t simd_boards_t __attribute__((vector_size(SIMD_LANES * sizeof(uint64_t))));

/* Signed numbers. A comparison gives -1 (all bits set) in a lane where it is true, else 0. */
typedef int64_t simd_numbers_t __attribute__((vector_size(SIMD_LANES * sizeof(int64_t))));

INLINE simd_boards_t simd_set1(uint64_t value)
{
    return value - (simd_boards_t){0};
}

INLINE simd_numbers_t simd_set1_numbers(int64_t value)
{
    return (simd_numbers_t)simd_set1((uint64_t)value);
}

/* Loads these boards, lane 0 first. Does not go through memory, because that would wait for the
 * values just written. */
INLINE simd_boards_t simd_of(const uint64_t boards[SIMD_LANES])
{
#if SIMD_LANES == 8
    return (simd_boards_t){boards[0], boards[1], boards[2], boards[3],
                           boards[4], boards[5], boards[6], boards[7]};
#elif SIMD_LANES == 4
    return (simd_boards_t){boards[0], boards[1], boards[2], boards[3]};
#elif SIMD_LANES == 2
    return (simd_boards_t){boards[0], boards[1]};
#else
    return (simd_boards_t){boards[0]};
#endif
}

/* Writes the lanes to memory. */
INLINE void simd_store(uint64_t *boards, simd_boards_t vector)
{
    __builtin_memcpy(boards, &vector, sizeof vector);
}

INLINE void simd_store_numbers(int64_t *numbers, simd_numbers_t vector)
{
    __builtin_memcpy(numbers, &vector, sizeof vector);
}

/* The result of a comparison as one bit for each lane, lane 0 the lowest. */
INLINE unsigned simd_mask(simd_numbers_t condition)
{
#if SIMD_LANES == 8 && defined(__AVX512DQ__)
    return _mm512_movepi64_mask((__m512i)condition);
#elif SIMD_LANES == 4 && defined(__AVX2__)
    return (unsigned)_mm256_movemask_pd((__m256d)condition);
#elif SIMD_LANES == 2 && defined(__x86_64__)
    return (unsigned)_mm_movemask_pd((__m128d)condition);
#else
    unsigned bits = 0;
    for (int i = 0; i < SIMD_LANES; i++) {
        bits |= (unsigned)(condition[i] & 1) << i;
    }
    return bits;
#endif
}

/* In each lane: a where the condition is true, else b. */
INLINE simd_boards_t simd_select(simd_numbers_t condition, simd_boards_t a, simd_boards_t b)
{
#if SIMD_LANES == 4 && defined(__AVX2__)
    return (simd_boards_t)_mm256_blendv_epi8((__m256i)b, (__m256i)a, (__m256i)condition);
#elif SIMD_LANES == 2 && defined(__SSE4_1__)
    return (simd_boards_t)_mm_blendv_epi8((__m128i)b, (__m128i)a, (__m128i)condition);
#else
    return ((simd_boards_t)condition & a) | (~(simd_boards_t)condition & b);
#endif
}

INLINE simd_numbers_t simd_select_numbers(simd_numbers_t condition, simd_numbers_t a,
                                          simd_numbers_t b)
{
    return (simd_numbers_t)simd_select(condition, (simd_boards_t)a, (simd_boards_t)b);
}

INLINE simd_numbers_t simd_min(simd_numbers_t a, simd_numbers_t b)
{
    return simd_select_numbers(a < b, a, b);
}

/* Half of each number. The numbers must not be negative. */
INLINE simd_numbers_t simd_half(simd_numbers_t numbers)
{
    return (simd_numbers_t)((simd_boards_t)numbers >> 1);
}

#endif
