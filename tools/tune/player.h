/* SPDX-License-Identifier: MIT */
/* A player in this process: one search with its own transposition table and scratch memory. */
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
    uint64_t soft_nodes; /* no new iteration begins after this many nodes */
};

/* Returns false if an allocation fails. */
bool player_init(struct player *player, const struct game *game, size_t megabytes);
void player_finish(struct player *player);

/* Clears the table and the scratch memory, so that the next search does not depend on earlier
 * ones. */
void player_clear(struct player *player);

/* Searches about `nodes` nodes. The best line is valid until the next search. */
const struct search_line *player_search(struct player *player, const void *position,
                                        uint64_t nodes);

/* Searches until an iteration ends after more than `soft` nodes, and never much more than `hard`
 * nodes. Since iterations are rarely interrupted, few nodes are wasted. */
const struct search_line *player_search_soft(struct player *player, const void *position,
                                             uint64_t soft, uint64_t hard);

#endif
