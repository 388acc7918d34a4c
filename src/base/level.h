/* SPDX-License-Identifier: MIT */
/* Processor levels: one program that is fast on every x86-64 processor.
 *
 * The functions that a search calls in the tree are compiled once for each micro-architecture level
 * of the x86-64 psABI: v2 has POPCNT and SSE4.2, v3 AVX2 and BMI, v4 AVX-512. A game's game.c
 * includes all of these files, so the compiler optimizes them as one translation unit. The
 * functions in them are private to the unit: their headers declare them PER_LEVEL. Each unit
 * exports one name, the game's table, and its name ends with the level: LEVEL_NAME(game_chess) is
 * game_chess in the lowest level, then game_chess_v3 and game_chess_v4. registry.h returns the
 * tables of a level. The level is chosen once, at start, so that no call in the tree is indirect.
 *
 * All other code and all constant data but small tables are compiled once, for the baseline.
 * PER_LEVEL functions are compiled for the baseline, too, for callers outside the tree. A
 * build for one processor (with an argument -m... in c_args, such as -march=native) or for another
 * architecture has one level. src/games/meson.build builds the units. */
#ifndef BASE_LEVEL_H
#define BASE_LEVEL_H

#include <stdbool.h>

#include "compiler.h"
#include "error.h"

/* A game.c defines it as `static UNUSED` before its first #include. */
#ifndef PER_LEVEL
#define PER_LEVEL
#define PER_LEVEL_DATA extern
#else
#define PER_LEVEL_DATA PER_LEVEL /* small tables whose values the compiler can use as constants */
#endif

/* LEVEL is the suffix of names, empty in the lowest level. The build defines it for each unit. */
#ifdef LEVEL
#define LEVEL_NAME(name) PASTE(name, LEVEL)
#else
#define LEVEL_NAME(name) name
#endif

/* A build for one processor has one level. */
#ifdef MYOSU_ONE_LEVEL
enum level { LEVEL_V2, LEVELS };
#else
enum level { LEVEL_V2, LEVEL_V3, LEVEL_V4, LEVELS };
#endif

/* The environment variable that selects a lower level by its name. */
#define LEVEL_VARIABLE "MYOSU_LEVEL"

/* Returns "x86-64-v3" and the like; in a build with one level, the processor that it was built
 * for. */
const char *level_name(enum level level);

/* True if this processor has the level's instructions and the system saves its registers. */
bool level_is_offered(enum level level);

/* Returns the highest level that this machine offers, or the lowest level if it offers none. */
enum level level_best(void);

/* Finds the level with this name, or the best one if the name is NULL or "". Returns false for an
 * unknown name and for a level that this machine does not offer. */
bool level_choose(const char *name, enum level *level, struct error *error);

#endif
