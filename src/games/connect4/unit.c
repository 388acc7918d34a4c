/* SPDX-License-Identifier: MIT */
/* All code that the tree of a search calls, as one unit that is compiled for each level:
 * level.h. */
#define PER_LEVEL static UNUSED

#include "evaluate.c"
#include "exact.c"
#include "exact_line.c"
#include "fallback.c"
#include "proof.c"
#include "rules.c"
#include "search.c"
#include "solver.c"
#include "solver_job.c"
#include "solver_node.c"
#include "solver_share.c"
#include "solver_table.c"
#include "solver_threads.c"

#include "game.c"
