/* SPDX-License-Identifier: MIT */
/* Plays Ataxx against itself and writes positions for ataxx-network.
 *
 *     ataxx-selfplay games=10000 nodes=2000 seed=1 > FILE
 *     ataxx-selfplay games=10000 ... --shard 3/8 > FILE
 *
 * selfplay.h describes the games, their shards and the lines (`write`). */
#include "ataxx/rules.h"
#include "selfplay.h"

/* A quarter of the games have blocked squares: at most this many random squares and their
 * reflections. */
#define MOST_DRAWS 4

/* Blocks a random square and its reflections in both directions. Corners are not blocked. */
static void block(struct ataxx_position *position, struct rng *rng)
{
    const int last = ATAXX_SIZE - 1;
    const int file = (int)rng_below(rng, ATAXX_SIZE), rank = (int)rng_below(rng, ATAXX_SIZE);
    const bitboard_t squares = ataxx_bit(ataxx_place(file, rank)) |
                               ataxx_bit(ataxx_place(last - file, rank)) |
                               ataxx_bit(ataxx_place(file, last - rank)) |
                               ataxx_bit(ataxx_place(last - file, last - rank));
    if (!(squares & (position->pieces[0] | position->pieces[1]))) {
        position->blocked |= squares;
        position->blocked_key = ataxx_blocked_key(position->blocked);
    }
}

static bool open(struct selfplayer *self)
{
    struct rng *rng = &self->rng;
    const bool blocks = rng_below(rng, 4) == 0;
    for (int draws = blocks ? 1 + (int)rng_below(rng, MOST_DRAWS) : 0; draws > 0; draws--) {
        block(self->position, rng);
    }
    return selfplay_random_plies(self, 4 + (int)rng_below(rng, 11));
}

const struct selfplay selfplay = {
    .game = "ataxx",
    .settings = {{"games", 1000, 0, 0}, {"nodes", 2000, 0, 0}, {"seed", 1, 0, 0}},
    .open = open,
    .even_limit = 250,
    .hard_factor = 4,
    .mean_score = true,
    .mate_plies = INT16_MAX,
    .max_plies = 400,
};
