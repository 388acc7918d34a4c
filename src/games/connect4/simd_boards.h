/* Eight bitboards in one vector, a 64-bit lane for each: lane c is the board after a move in column
 * c, lane 7 is not used. The vectors are the compiler's (GCC, "Using Vector Instructions through
 * Built-in Functions"): one AVX-512 register, two of AVX2, or four of SSE2 or NEON. They are passed
 * to inlined functions only, so that the calling convention of vectors does not matter. */
#ifndef CONNECT4_SIMD_BOARDS_H
#define CONNECT4_SIMD_BOARDS_H

#include <stdint.h>

#include "compiler.h"

#ifdef __AVX512DQ__
#include <immintrin.h>
#endif

#define SIMD_BOARDS 8

typedef uint64_t simd_boards_t __attribute__((vector_size(SIMD_BOARDS * sizeof(uint64_t))));

/* Eight signed numbers. A comparison gives -1 (all bits set) in a lane where it is true, else 0. */
typedef int64_t simd_numbers_t __attribute__((vector_size(SIMD_BOARDS * sizeof(int64_t))));

INLINE simd_boards_t simd_set1(uint64_t value)
{
    return (simd_boards_t){value, value, value, value, value, value, value, value};
}

INLINE simd_numbers_t simd_set1_numbers(int64_t value)
{
    return (simd_numbers_t)simd_set1((uint64_t)value);
}

/* The result of a comparison as one bit for each lane, lane 0 the lowest. */
INLINE unsigned simd_mask(simd_numbers_t condition)
{
#ifdef __AVX512DQ__
    return _mm512_movepi64_mask((__m512i)condition);
#else
    unsigned bits = 0;
    for (int i = 0; i < SIMD_BOARDS; i++) {
        bits |= (unsigned)(condition[i] & 1) << i;
    }
    return bits;
#endif
}

/* In each lane: a where the condition is true, else b. */
INLINE simd_boards_t simd_select(simd_numbers_t condition, simd_boards_t a, simd_boards_t b)
{
    return ((simd_boards_t)condition & a) | (~(simd_boards_t)condition & b);
}

INLINE simd_numbers_t simd_select_numbers(simd_numbers_t condition, simd_numbers_t a,
                                          simd_numbers_t b)
{
    return (condition & a) | (~condition & b);
}

INLINE simd_numbers_t simd_min(simd_numbers_t a, simd_numbers_t b)
{
    return simd_select_numbers(a < b, a, b);
}

INLINE simd_numbers_t simd_max(simd_numbers_t a, simd_numbers_t b)
{
    return simd_select_numbers(a > b, a, b);
}

#endif
