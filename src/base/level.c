/* SPDX-License-Identifier: MIT */
#include "level.h"

#include <stdint.h>
#include <string.h>

#ifdef MYOSU_ONE_LEVEL

static const char *const names[LEVELS] = {MYOSU_ONE_LEVEL};

bool level_is_offered(enum level level)
{
    return level == LEVEL_V2;
}

#else

#include <cpuid.h>

static const char *const names[LEVELS] = {"x86-64-v2", "x86-64-v3", "x86-64-v4"};

enum { EBX, ECX, REGISTERS };

/* Leaves of CPUID: 7 has extended features; 0x80000001 has the features that AMD introduced. */
enum { LEAF_BASIC = 1, LEAF_MORE = 7, LEAF_AMD = (int)0x80000001 };

/* The CPUID bits that each level requires beyond those of the level below. */
static const struct feature {
    enum level level;
    int leaf, where;
    uint32_t bits;
} features[] = {
    /* SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; LAHF */
    {LEVEL_V2, LEAF_BASIC, ECX, 1u << 0 | 1u << 9 | 1u << 13 | 1u << 19 | 1u << 20 | 1u << 23},
    {LEVEL_V2, LEAF_AMD, ECX, 1u << 0},
    /* FMA, MOVBE, OSXSAVE, AVX, F16C; BMI1, AVX2, BMI2; LZCNT */
    {LEVEL_V3, LEAF_BASIC, ECX, 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29},
    {LEVEL_V3, LEAF_MORE, EBX, 1u << 3 | 1u << 5 | 1u << 8},
    {LEVEL_V3, LEAF_AMD, ECX, 1u << 5},
    /* AVX512F, AVX512DQ, AVX512CD, AVX512BW, AVX512VL */
    {LEVEL_V4, LEAF_MORE, EBX, 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31},
};

/* The register sets that the system must save for each level, as bits of XCR0: SSE and AVX for v3,
 * AVX-512 also for v4. */
static const uint32_t saved_registers[LEVELS] = {0, 0x06, 0xe6};

static bool has_feature(const struct feature *feature)
{
    uint32_t eax, edx, registers[REGISTERS];
    return __get_cpuid_count((uint32_t)feature->leaf, 0, &eax, &registers[EBX], &registers[ECX],
                             &edx) &&
           (registers[feature->where] & feature->bits) == feature->bits;
}

static bool are_saved(uint32_t wanted)
{
    uint32_t low, high;
    if (!wanted) {
        return true;
    }
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & wanted) == wanted;
}

bool level_is_offered(enum level level)
{
    for (int i = 0; i < LENGTH(features); i++) {
        if (features[i].level <= level && !has_feature(&features[i])) {
            return false;
        }
    }
    return are_saved(saved_registers[level]); /* OSXSAVE is one of the features */
}

#endif

const char *level_name(enum level level)
{
    return names[level];
}

enum level level_best(void)
{
    int level = LEVELS - 1;
    while (level > 0 && !level_is_offered((enum level)level)) {
        level--;
    }
    return (enum level)level;
}

bool level_choose(const char *name, enum level *level, struct error *error)
{
    *level = level_best();
    if (!name || !*name) {
        return level_is_offered(*level) ||
               error_set(error,
                         "this processor lacks %s, the lowest level that this program is for",
                         names[0]);
    }
    for (int i = 0; i < LEVELS; i++) {
        if (strcmp(names[i], name) == 0) {
            *level = (enum level)i;
            return level_is_offered(*level) ||
                   error_set(error, "level %s: this processor lacks it; its highest one is %s",
                             name, names[level_best()]);
        }
    }
    return error_set(error, "'%s' is no level of this program; they are: %s%s%s%s%s", name,
                     names[0], LEVELS > 1 ? ", " : "", LEVELS > 1 ? names[LEVELS - 2] : "",
                     LEVELS > 1 ? ", " : "", LEVELS > 1 ? names[LEVELS - 1] : "");
}
