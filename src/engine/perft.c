/* Counting the tree of legal moves, a root move at a time, in parts small enough to be interrupted.
 */
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "engine_state.h"

/* Leaves that one uninterruptible part counts at most, about. */
#define PART_LEAVES 2000000

/* The depth of a part: as deep as PART_LEAVES allows at this many moves a position. */
static int part_depth(int moves)
{
    int depth = 0;
    for (uint64_t leaves = 1; leaves<PART_LEAVES; leaves *= moves> 2 ? (uint64_t)moves : 2) {
        depth++;
    }
    return depth > 1 ? depth - 1 : 1;
}

static uint64_t count(struct engine *engine, void *position, int depth, int part)
{
    const struct game *game = engine->game;
    if (depth <= part) {
        return search_stopped(&engine->search) ? 0 : game->perft(position, depth);
    }
    struct move_list list = {.count = 0};
    game->legal_moves(position, &list);
    void *child = malloc(game->position_size);
    uint64_t leaves = 0;
    for (int i = 0; child && i < list.count && !search_stopped(&engine->search); i++) {
        memcpy(child, position, game->position_size);
        game->play(child, list.moves[i]);
        leaves += count(engine, child, depth - 1, part);
    }
    free(child);
    return leaves;
}

void engine_run_perft(void *opaque, int index)
{
    (void)index;
    struct engine *engine = opaque;
    const struct game *game = engine->game;
    int64_t start = clock_ns();
    struct move_list list = {.count = 0};
    game->legal_moves(engine->position, &list);
    int part = part_depth(list.count);
    struct engine_event event = {.kind = ENGINE_PERFT_MOVE};
    uint64_t total = engine->perft_depth == 0;
    void *child = malloc(game->position_size);
    for (int i = 0; child && i < list.count && engine->perft_depth > 0; i++) {
        memcpy(child, engine->position, game->position_size);
        game->play(child, list.moves[i]);
        uint64_t leaves = count(engine, child, engine->perft_depth - 1, part);
        if (search_stopped(&engine->search)) {
            break;
        }
        total += leaves;
        event.perft = (struct engine_perft){.move = list.moves[i], .leaves = leaves};
        engine_post(engine, &event);
    }
    free(child);
    event.kind = ENGINE_PERFT_TOTAL;
    event.perft = (struct engine_perft){
        .leaves = total,
        .elapsed_ns = clock_ns() - start,
        .complete = !search_stopped(&engine->search),
    };
    engine_post(engine, &event);
    engine_post_end(engine);
}
