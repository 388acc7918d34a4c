/* SPDX-License-Identifier: MIT */
/* The option --tree: an engine traces a small search of one position, and the tree is written. */
#ifndef ANALYSE_TREE_JOB_H
#define ANALYSE_TREE_JOB_H

#include "options.h"

struct ev_loop;

/* Reads the position, the first line of the first file, and writes the tree to the file of --tree:
 * JSON Lines, or a picture (.svg). The nodes that were cut off are in it, too, if the engine can
 * trace minimax to the same depth. Returns false and the reason if there is no tree. */
bool tree_job_run(struct ev_loop *loop, struct options *options, struct error *error);

#endif
