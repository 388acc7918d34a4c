/* SPDX-License-Identifier: MIT */
/* Processor levels: one program that is fast on every x86-64 processor.
 *
 * What the tree of a search calls is compiled once for each level of the architecture ("x86-64
 * psABI", micro-architecture levels): v2 has POPCNT and SSE4.2, v3 AVX2 and BMI, v4 AVX-512. A
 * game's unit.c includes all of these files, so that the compiler sees them as a whole. The
 * functions in them are the unit's own: their headers declare them PER_LEVEL. One name leaves the
 * unit, the game's table, and that carries the level: LEVEL_NAME(game_chess) is game_chess in the
 * lowest level, then game_chess_v3, game_chess_v4. registry.h gives the tables of a level. The
 * level is chosen once, at start, so that no call in the tree goes through a pointer.
 *
 * All else is compiled once, for the baseline, constant data included, small tables excepted; what
 * is PER_LEVEL is compiled there once more, for callers outside the tree. A build for one processor
 * (an argument -m... among c_args, such as -march=native) or for another architecture has one
 * level. src/games/meson.build makes the units. */
#ifndef BASE_LEVEL_H
#define BASE_LEVEL_H

#include <stdbool.h>

#include "compiler.h"
#include "error.h"

/* A unit.c defines it before it includes anything, as `static UNUSED`. */
#ifndef PER_LEVEL
#define PER_LEVEL
#define PER_LEVEL_DATA extern
#else
#define PER_LEVEL_DATA PER_LEVEL /* small tables whose values the compiler is to see */
#endif

/* LEVEL is the ending of names, empty in the lowest level; defined where units are compiled. */
#ifdef LEVEL
#define LEVEL_JOIN(name, end)  name##end
#define LEVEL_PASTE(name, end) LEVEL_JOIN(name, end)
#define LEVEL_NAME(name)       LEVEL_PASTE(name, LEVEL)
#else
#define LEVEL_NAME(name) name
#endif

/* A build for one processor has one level. */
#ifdef MYOSU_ONE_LEVEL
enum level { LEVEL_V2, LEVELS };
#else
enum level { LEVEL_V2, LEVEL_V3, LEVEL_V4, LEVELS };
#endif

/* The environment variable that names the level to run at, of those who want a lower one. */
#define LEVEL_VARIABLE "MYOSU_LEVEL"

/* "x86-64-v3"; in a build of one level what it was built for. */
const char *level_name(enum level level);

/* Whether this processor, and the system's saving of its registers, offer the level. */
bool level_is_offered(enum level level);

/* The highest level that is offered; the lowest one if none is. */
enum level level_best(void);

/* The level of that name; the best one if the name is NULL or "". Refuses a name that is none, and
 * a level that is not offered. */
bool level_choose(const char *name, enum level *level, struct error *error);

#endif
