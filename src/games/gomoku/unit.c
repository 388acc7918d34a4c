/* SPDX-License-Identifier: MIT */
/* All code that the tree of a search calls, as one unit that is compiled for each level:
 * level.h. */
#define PER_LEVEL static UNUSED

#include "board.c"
#include "candidates.c"
#include "evaluate.c"
#include "forbidden.c"
#include "position.c"
#include "rules.c"
#include "search.c"
#include "vcf.c"

#include "game.c"
