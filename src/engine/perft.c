/* Counting the tree of legal moves, a root move at a time, in parts small enough to be interrupted.
 */
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "engine_state.h"

/* Leaves that one uninterruptible part counts at most, about. */
#define PART_LEAVES 2000000

/* Moves that a position is thought to have at least: positions of few moves have deep parts, in
 * which some may turn out to have many. */
#define LEAST_MOVES 8

/* The depth of a part: as deep as PART_LEAVES allows at this many moves a position. */
static int part_depth(int moves)
{
    int depth = 0;
    for (uint64_t leaves = 1; leaves < PART_LEAVES; leaves *= (uint64_t)moves) {
        depth++;
    }
    return depth > 1 ? depth - 1 : 1;
}

/* `most` is the largest count of moves on the way here. */
static uint64_t count(struct engine *engine, void *position, int depth, int most)
{
    const struct game *game = engine->game;
    if (search_stopped(&engine->search)) {
        return 0;
    }
    struct move_list list = {.count = 0};
    game->legal_moves(position, &list);
    most = list.count > most ? list.count : most;
    if (depth <= part_depth(most)) {
        return game->perft(position, depth);
    }
    void *child = malloc(game->position_size);
    uint64_t leaves = 0;
    for (int i = 0; child && i < list.count; i++) {
        memcpy(child, position, game->position_size);
        game->play(child, list.moves[i]);
        leaves += count(engine, child, depth - 1, most);
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
    int most = list.count > LEAST_MOVES ? list.count : LEAST_MOVES;
    struct engine_event event = {.kind = ENGINE_PERFT_MOVE};
    uint64_t total = engine->perft_depth == 0;
    void *child = malloc(game->position_size);
    for (int i = 0; child && i < list.count && engine->perft_depth > 0; i++) {
        memcpy(child, engine->position, game->position_size);
        game->play(child, list.moves[i]);
        uint64_t leaves = count(engine, child, engine->perft_depth - 1, most);
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
