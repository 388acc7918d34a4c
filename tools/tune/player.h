/* SPDX-License-Identifier: MIT */
/* A player in this process: one search with its own transposition table and scratch memory. */
#ifndef TUNE_PLAYER_H
#define TUNE_PLAYER_H

#include <stdbool.h>

#include "game.h"
#include "tt.h"

/* The value of `soft` for a search that ends only after `nodes` nodes. */
#define PLAYER_NOT_SOFT UINT64_MAX

struct player {
    struct game_settings settings;
    struct tt tt;
    struct search search;
    struct search_worker *worker;
    uint64_t soft_nodes; /* no new iteration begins after this many nodes */
    int depth;           /* maximum, in plies; 0: none */
    /* The scores of the last two iterations of a search that were completed, the last one first. */
    score_t scores[2];
    int iterations; /* completed */
};

/* Returns false if an allocation fails. */
bool player_init(struct player *player, const struct game *game, size_t megabytes);
void player_finish(struct player *player);

/* Clears the table and the scratch memory, so that the next search does not depend on earlier
 * ones. */
void player_clear(struct player *player);

/* Searches until an iteration ends after more than `soft` nodes, and never much more than `nodes`
 * nodes. Since iterations are rarely interrupted then, few nodes are wasted. The best line is valid
 * until the next search. */
const struct search_line *player_search(struct player *player, const void *position, uint64_t soft,
                                        uint64_t nodes);

/* Returns the mean of the scores of the last two iterations of the last search: an odd and an even
 * number of plies. If there are not two, or one is a mate, it is the score of the search. */
score_t player_mean_score(const struct player *player);

#endif
