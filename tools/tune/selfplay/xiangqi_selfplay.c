/* SPDX-License-Identifier: MIT */
/* Plays xiangqi against itself and writes positions for xiangqi-network.
 *
 *     xiangqi-selfplay games=10000 nodes=400 seed=1 > FILE
 *     xiangqi-selfplay games=10000 ... --shard 3/8 > FILE
 *
 * Positions in check are left out, as are those whose best move is a capture. selfplay.h describes
 * the games, their shards and the lines (`write`). */
#include "selfplay.h"
#include "xiangqi/rules.h"

static bool open(struct selfplayer *self)
{
    return selfplay_random_plies(self, 6 + (int)rng_below(&self->rng, 5));
}

static bool is_quiet(const void *opaque, move_t best)
{
    const struct xiangqi_position *position = opaque;
    return !position->state.in_check && !position->squares[move_to(best)];
}

const struct selfplay selfplay = {
    .game = "xiangqi",
    .settings = {{"games", 1000, 0, 0}, {"nodes", 400, 0, 0}, {"seed", 1, 0, 0}},
    .open = open,
    .even_limit = 300,
    .mate_plies = INT16_MAX,
    .win_score = 1500,
    .win_plies = 4,
    .draw_score = 10,
    .draw_plies = 16,
    .draw_from = 80,
    .max_plies = 300,
    .takes = is_quiet,
};
