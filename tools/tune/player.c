/* SPDX-License-Identifier: MIT */
#include "player.h"

#include <string.h>

#include "clock.h"

bool player_init(struct player *player, const struct game *game, size_t megabytes)
{
    memset(player, 0, sizeof *player);
    player->search.game = game;
    player->worker = search_worker_create(&player->search, game->search, game->position_size, 0);
    game_default_settings(game, &player->settings);
    tt_init(&player->tt);
    search_init(&player->search);
    struct error error;
    return player->worker && tt_resize(&player->tt, megabytes, &error);
}

void player_finish(struct player *player)
{
    tt_finish(&player->tt);
    search_finish(&player->search);
    search_worker_destroy(player->worker);
}

void player_clear(struct player *player)
{
    tt_clear(&player->tt);
    search_worker_clear(player->worker);
}

/* Called after each iteration. */
static void note_iteration(void *context, const struct search_report *report)
{
    struct player *player = context;
    if (report->multipv == 1 && report->line.bound == BOUND_EXACT) {
        player->scores[1] = player->scores[0];
        player->scores[0] = report->line.score;
        player->iterations++;
    }
    if (report->nodes >= player->soft_nodes) {
        search_stop(&player->search);
    }
}

const struct search_line *player_search(struct player *player, const void *position, uint64_t soft,
                                        uint64_t nodes)
{
    struct search *search = &player->search;
    struct search_worker *worker = player->worker;
    search->limits = (struct search_limits){
        .depth = player->depth ? player->depth : MAX_PLY - 1, .nodes = nodes, .multipv = 1};
    search->report = note_iteration;
    search->report_context = player;
    player->soft_nodes = soft;
    player->iterations = 0;
    search->settings = &player->settings;
    search->tt = &player->tt;
    search->worker_count = 1;
    search->workers = &player->worker;
    search->start_ns = clock_ns();
    search_rearm(search);
    atomic_store(&search->control.clock_start, search->start_ns);
    atomic_store(&search->control.soft_deadline, INT64_MAX);
    atomic_store(&worker->nodes, 0);
    tt_age(&player->tt);
    memcpy(worker->position, position, search->game->position_size);
    search->game->search->run(worker);
    return &worker->lines[0];
}

score_t player_mean_score(const struct player *player)
{
    const score_t last = player->worker->lines[0].score;
    const score_t *scores = player->scores;
    return player->iterations < 2 || score_is_mate(last) || score_is_mate(scores[0]) ||
                   score_is_mate(scores[1])
               ? last
               : (scores[0] + scores[1]) / 2;
}
