/* SPDX-License-Identifier: MIT */
/* All code that the tree of a search calls, as one unit that is compiled for each level:
 * level.h. */
#define PER_LEVEL static UNUSED

#include "evaluate.c"
#include "moves.c"
#include "position.c"
#include "rules.c"
#include "search.c"
#include "see.c"

#include "game.c"
