#include "chess_player.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "registry.h"

bool player_init(struct player *player, size_t megabytes)
{
    memset(player, 0, sizeof *player);
    size_t size = (sizeof *player->worker + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    player->worker = aligned_alloc(CACHE_LINE, size);
    if (!player->worker) {
        return false;
    }
    memset(player->worker, 0, sizeof *player->worker);
    player->worker->memory = calloc(1, game_chess.search->worker_size);
    player->worker->position = calloc(1, game_chess.position_size);
    game_default_settings(&game_chess, &player->settings);
    tt_init(&player->tt);
    search_init(&player->search);
    struct error error;
    return player->worker->memory && player->worker->position &&
           tt_resize(&player->tt, megabytes, &error);
}

void player_finish(struct player *player)
{
    tt_finish(&player->tt);
    search_finish(&player->search);
    if (player->worker) {
        free(player->worker->memory);
        free(player->worker->position);
        free(player->worker);
    }
}

void player_clear(struct player *player)
{
    tt_clear(&player->tt);
    memset(player->worker->memory, 0, game_chess.search->worker_size);
}

const struct search_line *player_search(struct player *player,
                                        const struct chess_position *position, uint64_t nodes)
{
    struct search *search = &player->search;
    struct search_worker *worker = player->worker;
    search->limits = (struct search_limits){.depth = MAX_PLY - 1, .nodes = nodes, .multipv = 1};
    search->game = &game_chess;
    search->settings = &player->settings;
    search->tt = &player->tt;
    search->worker_count = 1;
    search->workers = &player->worker;
    search->start_ns = clock_ns();
    search_rearm(search);
    atomic_store(&search->control.clock_start, search->start_ns);
    atomic_store(&search->control.soft_deadline, INT64_MAX);
    atomic_store(&worker->nodes, 0);
    worker->search = search;
    tt_age(&player->tt);
    memcpy(worker->position, position, sizeof *position);
    game_chess.search->run(worker);
    return &worker->lines[0];
}
