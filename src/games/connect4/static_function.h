/* SPDX-License-Identifier: MIT */
/* A static function maps each key of a fixed set to a value of a few bits, without storing the
 * keys. It takes 1.13 times the bits of the values for millions of keys, 1.17 times for a hundred
 * thousand. For a key that is not in the set, it returns an arbitrary value.
 *
 * The value of a key is the exclusive or of three fields, in three neighbouring segments of an
 * array. The sizes are those of Graf and Lemire, "Binary Fuse Filters: Fast and Smaller Than Xor
 * Filters", 2022. The construction is from Botelho, Pagh and Ziviani, "Simple and Space-Efficient
 * Minimal Perfect Hash Functions", 2007. */
#ifndef CONNECT4_STATIC_FUNCTION_H
#define CONNECT4_STATIC_FUNCTION_H

#include <stdbool.h>
#include <string.h>

#include "rng.h"

#define STATIC_FUNCTION_PLACES 3

/* The most bits of a value: a field of so many bits lies within 8 bytes, wherever in a byte it
 * begins. */
#define STATIC_FUNCTION_VALUE_BITS_MOST 56

/* The parameters. The array `words` is separate and holds the fields. Both may be stored in a file,
 * in the processor's byte order. */
struct static_function {
    uint64_t seed;
    uint64_t segments;     /* at least STATIC_FUNCTION_PLACES */
    uint64_t segment_bits; /* a segment has 1 << segment_bits fields */
    uint64_t value_bits;   /* 1 to STATIC_FUNCTION_VALUE_BITS_MOST */
};

/* True if the parameters are valid and small enough that computing with them does not overflow. */
bool static_function_is_sound(const struct static_function *function);

/* Returns the number of 64-bit words that the fields take, plus one: the last field is read as 8
 * bytes. */
INLINE uint64_t static_function_words(const struct static_function *function)
{
    const uint64_t bits = (function->segments << function->segment_bits) * function->value_bits;
    return (bits + 63) / 64 + 1;
}

/* Computes the indices of a key's three fields. */
INLINE void static_function_places(const struct static_function *function, uint64_t key,
                                   uint64_t places[STATIC_FUNCTION_PLACES])
{
    const uint64_t hash = rng_mix(key ^ function->seed),
                   mask = (UINT64_C(1) << function->segment_bits) - 1;
    const uint64_t first = multiply_high(hash, function->segments - (STATIC_FUNCTION_PLACES - 1));
    uint64_t offsets = rng_mix(hash);
    for (uint64_t i = 0; i < STATIC_FUNCTION_PLACES; i++) {
        places[i] = ((first + i) << function->segment_bits) + (offsets & mask);
        offsets >>= function->segment_bits;
    }
}

INLINE uint64_t static_function_field(const struct static_function *function, const uint64_t *words,
                                      uint64_t place)
{
    const uint64_t bit = place * function->value_bits;
    uint64_t here;
    memcpy(&here, (const char *)words + bit / 8, sizeof here);
    return here >> bit % 8 & ((UINT64_C(1) << function->value_bits) - 1);
}

/* Returns the value of a key. */
INLINE uint64_t static_function_get(const struct static_function *function, const uint64_t *words,
                                    uint64_t key)
{
    uint64_t places[STATIC_FUNCTION_PLACES], value = 0;
    static_function_places(function, key, places);
    for (int i = 0; i < STATIC_FUNCTION_PLACES; i++) {
        value ^= static_function_field(function, words, places[i]);
    }
    return value;
}

/* Builds the function that maps keys[i] to the low `value_bits` bits of values[i]. Returns the
 * words, to be freed with free(), or NULL if an allocation fails or a key occurs twice. The same
 * keys and values give the same words, whatever their order. */
uint64_t *static_function_make(struct static_function *function, const uint64_t *keys,
                               const uint64_t *values, uint64_t count, int value_bits);

#endif
