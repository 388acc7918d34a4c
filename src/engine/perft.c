/* SPDX-License-Identifier: MIT */
/* Counting the tree of legal moves, a move of the root at a time. */
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "engine_state.h"

static void run_perft(void *opaque, int index)
{
    (void)index;
    struct engine *engine = opaque;
    const struct game *game = engine->game;
    struct search *search = &engine->search;
    int64_t start = clock_ns();
    search_enter(search);
    struct move_list list = {.count = 0};
    game->legal_moves(engine->position, &list);
    struct engine_event event = {.kind = ENGINE_PERFT_MOVE};
    uint64_t total = engine->perft_depth == 0;
    void *child = malloc(game->position_size);
    for (int i = 0; child && i < list.count && engine->perft_depth > 0; i++) {
        memcpy(child, engine->position, game->position_size);
        game->play(child, list.moves[i]);
        uint64_t nodes = game->perft(child, engine->perft_depth - 1, search);
        if (search_stopped(search)) {
            break;
        }
        total += nodes;
        event.perft = (struct engine_perft){.move = list.moves[i], .nodes = nodes};
        engine_post_entered(engine, &event);
    }
    search_leave(search);
    free(child);
    event.kind = ENGINE_PERFT_TOTAL;
    event.perft = (struct engine_perft){
        .nodes = total,
        .elapsed_ns = clock_ns() - start,
        .complete = !search_stopped(search),
    };
    engine_post(engine, &event);
    engine_post_end(engine);
}

bool engine_perft(struct engine *engine, int depth, struct error *error)
{
    if (depth < 0 || depth >= MAX_PLY) {
        return error_set(error, "go perft: depth %d is out of range (0 to %d)", depth, MAX_PLY - 1);
    }
    engine->perft_depth = depth;
    engine_start_job(engine, 1, run_perft, NULL);
    return true;
}
