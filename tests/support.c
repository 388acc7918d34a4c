/* SPDX-License-Identifier: MIT */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "registry.h"
#include "tt.h"

/* meson treats a test with this exit status as skipped. */
#define EXIT_SKIPPED 77

const struct game *support_game(const char *name)
{
    enum level level;
    struct error error;
    if (!level_choose(getenv(LEVEL_VARIABLE), &level, &error)) {
        fprintf(stderr, "skipped: %s\n", error.text);
        exit(EXIT_SKIPPED);
    }
    return registry_find(registry_games_at(level), name);
}

struct support_search *support_search_create(const struct game *game, int megabytes)
{
    struct support_search *support =
        aligned_alloc(CACHE_LINE, (sizeof *support + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    ck_assert_ptr_nonnull(support);
    memset(support, 0, sizeof *support);
    support->game = game;
    game_default_settings(game, &support->settings);
    support->tt = malloc(sizeof *support->tt);
    tt_init(support->tt);
    struct error error;
    ck_assert(tt_resize(support->tt, (size_t)megabytes, &error));
    const struct search_method memory = game_worker_memory(game);
    support->worker = search_worker_create(&support->search, &memory, game->position_size, 0);
    ck_assert_ptr_nonnull(support->worker);
    search_init(&support->search);
    return support;
}

void support_search_destroy(struct support_search *support)
{
    search_finish(&support->search);
    tt_finish(support->tt);
    free(support->tt);
    search_worker_destroy(support->worker);
    free(support);
}

void support_search_clear(struct support_search *support)
{
    tt_clear(support->tt);
    search_worker_clear(support->worker);
}

struct search_limits *support_search_limits(struct support_search *support)
{
    struct search_limits *limits = &support->search.limits;
    *limits = (struct search_limits){.depth = MAX_PLY - 1, .nodes = UINT64_MAX, .multipv = 1};
    return limits;
}

const struct search_line *support_search_run(struct support_search *support, const void *position)
{
    struct search *search = &support->search;
    search->game = support->game;
    search->settings = &support->settings;
    search->tt = support->tt;
    search->worker_count = 1;
    search->workers = &support->worker;
    search->start_ns = clock_ns();
    search->seed++;
    search_rearm(search);
    atomic_store(&search->control.clock_start, search->start_ns);
    atomic_store(&search->control.soft_deadline, INT64_MAX);
    atomic_store(&support->worker->nodes, 0);
    tt_age(support->tt);
    memcpy(support->worker->position, position, support->game->position_size);
    game_run_search(support->worker);
    return &support->worker->lines[0];
}

void support_position(const struct game *game, const char *fen, void *position)
{
    struct game_settings settings;
    game_default_settings(game, &settings);
    struct error error = {""};
    ck_assert_msg(game->parse_fen(&settings, fen, position, &error), "%s: %s", fen, error.text);
}

const char *support_move_text(const struct game *game, const void *position, move_t move)
{
    static char text[32];
    struct buffer buffer;
    buffer_init(&buffer);
    game->format_move(position, move, &buffer);
    strncpy(text, buffer_text(&buffer), sizeof text - 1);
    buffer_finish(&buffer);
    return text;
}

void support_check_any_bits(const struct game *game, const void *position,
                            bool (*is_legal)(const void *position, move_t move))
{
    struct move_list list = {.count = 0};
    game->legal_moves(position, &list);
    for (unsigned bits = 1; bits < 65536; bits++) {
        const bool legal = move_list_find(&list, (move_t)bits) >= 0;
        if (legal != is_legal(position, (move_t)bits)) {
            struct buffer fen = {0};
            game->format_fen(position, &fen);
            ck_abort_msg("%s: 16 bits %04x are called %s", buffer_text(&fen), bits,
                         legal ? "illegal" : "legal");
        }
    }
}
