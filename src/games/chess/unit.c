/* SPDX-License-Identifier: MIT */
/* All that the tree of a search calls, as one unit that is compiled for each level: level.h.
 * perft.c, which fills in the template of generate.h a second time, is another one. */
#define PER_LEVEL static UNUSED

#include "evaluate.c"
#include "evaluate_pawns.c"
#include "moves.c"
#include "network.c"
#include "position.c"
#include "rules.c"
#include "search.c"
#include "see.c"
#include "weights.c"

#include "game.c"
