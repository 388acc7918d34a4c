/* Eight boards side by side: one 64-bit lane for each column that a stone can be dropped into (the
 * eighth stays idle). The vectors are the compiler's own (GCC, "Using Vector Instructions through
 * Built-in Functions"): one AVX-512 register, two of AVX2, four of SSE2 or NEON, whatever there is.
 * They never cross a call that is not inlined: how they would be passed does not matter. */
#ifndef GAMES_CONNECT4_LANES_H
#define GAMES_CONNECT4_LANES_H

#include <stdint.h>

#include "compiler.h"

#ifdef __AVX512DQ__
#include <immintrin.h>
#endif

#define LANES 8

typedef uint64_t lanes_t __attribute__((vector_size(LANES * sizeof(uint64_t))));

/* Signed numbers, and what a comparison gives: -1 (all bits) where it holds, else 0. */
typedef int64_t lanes_signed_t __attribute__((vector_size(LANES * sizeof(int64_t))));

INLINE lanes_t lanes_all(uint64_t value)
{
    return (lanes_t){value, value, value, value, value, value, value, value};
}

INLINE lanes_signed_t lanes_all_signed(int64_t value)
{
    return (lanes_signed_t)lanes_all((uint64_t)value);
}

/* One bit a lane of a comparison's result, lane 0 the lowest. */
INLINE unsigned lanes_bits(lanes_signed_t holds)
{
#ifdef __AVX512DQ__
    return _mm512_movepi64_mask((__m512i)holds);
#else
    unsigned bits = 0;
    for (int i = 0; i < LANES; i++) {
        bits |= (unsigned)(holds[i] & 1) << i;
    }
    return bits;
#endif
}

/* Lane by lane: a where the condition holds, else b. */
INLINE lanes_t lanes_select(lanes_signed_t condition, lanes_t a, lanes_t b)
{
    return ((lanes_t)condition & a) | (~(lanes_t)condition & b);
}

INLINE lanes_signed_t lanes_select_signed(lanes_signed_t condition, lanes_signed_t a,
                                          lanes_signed_t b)
{
    return (condition & a) | (~condition & b);
}

INLINE lanes_signed_t lanes_least(lanes_signed_t a, lanes_signed_t b)
{
    return lanes_select_signed(a < b, a, b);
}

INLINE lanes_signed_t lanes_greatest(lanes_signed_t a, lanes_signed_t b)
{
    return lanes_select_signed(a > b, a, b);
}

#endif
