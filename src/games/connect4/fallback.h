/* SPDX-License-Identifier: MIT */
/* A fallback search provides an answer in case time runs out before the solver is done: alpha-beta
 * with the static evaluation to a small depth, without a table. */
#ifndef CONNECT4_FALLBACK_H
#define CONNECT4_FALLBACK_H

#include "level.h"
#include "solver.h"

/* Scores each move exactly, at increasing depths, for at most `nodes` nodes. Returns the depth of
 * the scores in plies; 0 if not even depth 1 was completed. */
PER_LEVEL int connect4_fallback_search(struct connect4_solver *solver,
                                       const struct connect4_position *position,
                                       const struct move_list *moves, uint64_t nodes,
                                       score_t *scores);

#endif
