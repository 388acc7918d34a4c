/* SPDX-License-Identifier: MIT */
/* All code that the tree of a search calls, as one unit that is compiled for each level: level.h.
 * perft.c, which includes the template generate.h a second time, is a separate unit. */
#define PER_LEVEL static UNUSED

#include "classical/classical.c"
#include "classical/pawns.c"
#include "classical/weights.c"
#include "evaluate.c"
#include "moves.c"
#include "position.c"
#include "rules.c"
#include "search.c"
#include "see.c"

#include "game.c"
