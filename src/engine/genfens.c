/* Openings for fleets that play many games: positions a few random moves from the start, in which
 * neither side is ahead by much. */
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "rng.h"

/* Random moves from the start: at least and at most. */
#define PLIES_LEAST 4
#define PLIES_MOST  8

/* How far ahead a side may be, in centipawns of the static evaluation. */
#define BALANCE_LIMIT 150

/* Positions tried before one is taken as it is. */
#define ATTEMPTS 200

/* Plays random moves from the start into `position`; false if they ended the game. */
static bool play_random(const struct engine *engine, struct rng *rng, void *position)
{
    const struct game *game = engine_game(engine);
    game->start(engine_settings(engine), position);
    int plies = PLIES_LEAST + (int)rng_below(rng, PLIES_MOST - PLIES_LEAST + 1);
    for (int ply = 0; ply < plies; ply++) {
        struct move_list list = {.count = 0};
        game->legal_moves(position, &list);
        if (list.count == 0) {
            return false;
        }
        game->play(position, list.moves[rng_below(rng, (uint64_t)list.count)]);
    }
    return game->result(position) == RESULT_NONE;
}

bool engine_make_opening(const struct engine *engine, uint64_t seed, uint64_t index,
                         struct buffer *fen)
{
    const struct game *game = engine_game(engine);
    struct rng rng = {.state = rng_mix(rng_mix(seed) + index)};
    void *position = malloc(game->position_size), *found = malloc(game->position_size);
    bool any = false;
    for (int attempt = 0; position && found && attempt < ATTEMPTS; attempt++) {
        if (!play_random(engine, &rng, position)) {
            continue;
        }
        memcpy(found, position, game->position_size);
        any = true;
        if (abs(game->evaluate(position)) <= BALANCE_LIMIT) {
            break;
        }
    }
    if (any) {
        game->format_fen(found, fen);
    }
    free(position);
    free(found);
    return any;
}
