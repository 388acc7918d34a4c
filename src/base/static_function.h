/* SPDX-License-Identifier: MIT */
/* A static function: gives each key of a fixed set a number of a few bits, without holding the
 * keys. It takes 1.13 times the bits of the numbers for millions of keys, 1.17 times for a hundred
 * thousand. Asked for a key that is not of the set, it gives any number.
 *
 * The number of a key is the exclusive or of three fields, in three neighbouring segments of an
 * array (Graf and Lemire, "Binary Fuse Filters: Fast and Smaller Than Xor Filters", 2022, whose
 * sizes these are; Botelho, Pagh and Ziviani, "Simple and Space-Efficient Minimal Perfect Hash
 * Functions", 2007, for the way to fill it). */
#ifndef BASE_STATIC_FUNCTION_H
#define BASE_STATIC_FUNCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "rng.h"

#define STATIC_FUNCTION_PLACES 3

/* The most bits of a number: fields of so many bits lie within 8 bytes from any bit of a byte. */
#define STATIC_FUNCTION_VALUE_BITS_MOST 56

/* The head; `words` beside it hold the fields. Both may lie in a file, in the processor's order of
 * bytes. */
struct static_function {
    uint64_t seed;
    uint64_t segments;     /* at least STATIC_FUNCTION_PLACES */
    uint64_t segment_bits; /* a segment has 1 << segment_bits fields */
    uint64_t value_bits;   /* 1 to STATIC_FUNCTION_VALUE_BITS_MOST */
};

/* Whether the head is one, with numbers small enough to compute with. */
bool static_function_is_sound(const struct static_function *function);

/* The words that the fields take, and one more: the last field is read as 8 bytes. */
INLINE uint64_t static_function_words(const struct static_function *function)
{
    const uint64_t bits = (function->segments << function->segment_bits) * function->value_bits;
    return (bits + 63) / 64 + 1;
}

/* The fields of a key. */
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

/* The number of a key. */
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

/* Makes the function that gives keys[i] the low `value_bits` bits of values[i]. Returns the words,
 * for free(); NULL: out of memory, or a key is there twice. The same keys, in any order, and values
 * give the same words. */
uint64_t *static_function_make(struct static_function *function, const uint64_t *keys,
                               const uint64_t *values, uint64_t count, int value_bits);

#endif
