/* SPDX-License-Identifier: MIT */
/* Reproducible random numbers: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom
 * number generators", 2014). The same seed gives the same numbers on every machine. */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include "compiler.h"

struct rng {
    uint64_t state;
};

/* Mixes the 64 bits of `value`: equal values give equal results, similar values unrelated
 * results. */
INLINE uint64_t rng_mix(uint64_t value)
{
    value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
    return value ^ (value >> 31);
}

INLINE uint64_t rng_next(struct rng *rng)
{
    return rng_mix(rng->state += UINT64_C(0x9e3779b97f4a7c15));
}

/* Returns a number in 0 .. range - 1; range must not be 0. */
INLINE uint64_t rng_below(struct rng *rng, uint64_t range)
{
    return multiply_high(rng_next(rng), range);
}

#endif
