/* SPDX-License-Identifier: MIT */
/* A player inside this process: one search of a game with a table and a memory of its own. */
#ifndef TUNE_PLAYER_H
#define TUNE_PLAYER_H

#include <stdbool.h>

#include "game.h"
#include "tt.h"

struct player {
    struct game_settings settings;
    struct tt tt;
    struct search search;
    struct search_worker *worker;
    uint64_t soft_nodes; /* no new iteration begins after as many */
};

/* False: memory is out. */
bool player_init(struct player *player, const struct game *game, size_t megabytes);
void player_finish(struct player *player);

/* Forgets everything: the next search depends on nothing before it. */
void player_clear(struct player *player);

/* Searches about `nodes` nodes; the best line lives until the next search. */
const struct search_line *player_search(struct player *player, const void *position,
                                        uint64_t nodes);

/* Searches until the first iteration that ends after `soft` nodes, and never more than about `hard`
 * nodes: no iteration is broken off in vain, so a node teaches more than under a hard limit alone.
 */
const struct search_line *player_search_soft(struct player *player, const void *position,
                                             uint64_t soft, uint64_t hard);

#endif
