/* SPDX-License-Identifier: MIT */
/* Names for features of compilers and processors beyond C11, each with a portable
 * implementation. */
#ifndef BASE_COMPILER_H
#define BASE_COMPILER_H

#include <stdint.h>

#define INLINE                   static inline __attribute__((always_inline, unused))
#define NOINLINE                 __attribute__((noinline))
#define UNUSED                   __attribute__((unused))
#define PURE                     __attribute__((pure))
#define CLEANUP(function)        __attribute__((cleanup(function)))
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#define LIKELY(condition)        __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition)      __builtin_expect(!!(condition), 0)
#define UNREACHABLE()            __builtin_unreachable()
#define TYPE_OF(expression)      __typeof__(expression)
#define PREFETCH(address)        __builtin_prefetch(address)

/* The size of a cache line in bytes. Words that different threads write are at least this far
 * apart. */
#define CACHE_LINE 64

/* Number of elements of an array (not of a pointer). */
#define LENGTH(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* One name made of two, each of which may be a macro. */
#define PASTE_NAMES(a, b) a##b
#define PASTE(a, b)       PASTE_NAMES(a, b)

/* Embeds a file in the program, as bytes in the read-only data section. Used at file scope. Defines
 * NAME at the first byte, aligned to 64 bytes, and NAME_end after the last one. The caller declares
 * both as extern. PATH is a string literal. */
#define EMBED_FILE(NAME, PATH)                                                                     \
    __asm__(".pushsection .rodata\n"                                                               \
            ".balign 64\n"                                                                         \
            ".globl " #NAME "\n"                                                                   \
            ".hidden " #NAME "\n" #NAME ":\n"                                                      \
            ".incbin \"" PATH "\"\n"                                                               \
            ".globl " #NAME "_end\n"                                                               \
            ".hidden " #NAME "_end\n" #NAME "_end:\n"                                              \
            ".popsection\n")

/* Tells the processor that this thread is waiting in a loop for another thread. */
INLINE void spin_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Number of set bits. */
INLINE int bit_count(uint64_t bits)
{
    return __builtin_popcountll(bits);
}

/* Index of the lowest set bit; bits must not be 0. */
INLINE int bit_lowest(uint64_t bits)
{
    return __builtin_ctzll(bits);
}

/* Index of the highest set bit; bits must not be 0. */
INLINE int bit_highest(uint64_t bits)
{
    return 63 - __builtin_clzll(bits);
}

/* Clears the lowest set bit of *bits and returns its index; *bits must not be 0. */
INLINE int bit_pop(uint64_t *bits)
{
    int index = bit_lowest(*bits);
    *bits &= *bits - 1;
    return index;
}

/* 128 bits: a set of up to 128 squares. */
__extension__ typedef unsigned __int128 uint128_t;

/* Returns the high 64 bits of the 128-bit product. With a hash as `a` and a range as `b` it is an
 * index in 0 .. b - 1, without a division. */
INLINE uint64_t multiply_high(uint64_t a, uint64_t b)
{
    return (uint64_t)(((uint128_t)a * b) >> 64);
}

/* HAVE_FAST_PEXT: PEXT is one fast instruction (Intel since Haswell, AMD since Zen 3). Only a build
 * for one processor can know that. */
#if defined(MYOSU_ONE_LEVEL) && defined(__BMI2__) && defined(__x86_64__) &&                        \
    !defined(__bdver4__) && !defined(__znver1__) && !defined(__znver2__) &&                        \
    !defined(MYOSU_NO_PEXT)
#define HAVE_FAST_PEXT 1
INLINE uint64_t bit_extract(uint64_t bits, uint64_t mask)
{
    return __builtin_ia32_pext_di(bits, mask); /* <immintrin.h> has 30,000 lines */
}
#else
#define HAVE_FAST_PEXT 0
/* Gathers the bits of `bits` selected by `mask` into the low bits, as the instruction PEXT
 * does. */
INLINE uint64_t bit_extract(uint64_t bits, uint64_t mask)
{
    uint64_t result = 0;
    for (uint64_t place = 1; mask; place <<= 1) {
        if (bits & mask & (0 - mask)) {
            result |= place;
        }
        mask &= mask - 1;
    }
    return result;
}
#endif

#endif
