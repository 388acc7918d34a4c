/* SPDX-License-Identifier: MIT */
#include "selfplay_job.h"

#include <stdio.h>
#include <stdlib.h>

#include "arguments.h"
#include "registry.h"
#include "ticker.h"

static void play_all(const struct selfplay *selfplay, struct player *player, int64_t first,
                     int64_t end, uint64_t nodes, uint64_t seed)
{
    struct buffer text = {0};
    struct ticker ticker;
    ticker_begin(&ticker, "games", end - first);
    for (int64_t game = first; game < end; game++) {
        struct rng rng = {rng_mix(seed ^ rng_mix((uint64_t)game + 1))};
        do {
            player_clear(player);
        } while (!selfplay->play(player, &rng, nodes, &text));
        ticker_show(&ticker, game + 1 - first);
    }
    ticker_clear(&ticker);
    buffer_finish(&text);
}

int selfplay_job(const struct selfplay *selfplay, int count, char **words)
{
    long games = 1000, nodes = selfplay->nodes, seed = 1;
    const struct argument arguments[] = {
        {"games", &games}, {"nodes", &nodes}, {"seed", &seed}, {NULL, NULL}};
    struct shard shard = SHARD_WHOLE;
    struct player player;
    if (!arguments_read(selfplay->program, arguments, &shard, count, words)) {
        return EXIT_FAILURE;
    }
    if (!player_init(&player, registry_find(registry_games(), selfplay->game),
                     selfplay->table_megabytes)) {
        fprintf(stderr, "%s: memory is out\n", selfplay->program);
        return EXIT_FAILURE;
    }
    play_all(selfplay, &player, shard_begin(&shard, games), shard_end(&shard, games),
             (uint64_t)nodes, (uint64_t)seed);
    player_finish(&player);
    return ferror(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
