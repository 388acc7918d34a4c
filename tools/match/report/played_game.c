/* SPDX-License-Identifier: MIT */
#include "played_game.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "game_walk.h"
#include "memory.h"

static const char *const verdicts[VERDICT_COUNT] = {
    [VERDICT_RULES] = "rules",
    [VERDICT_RESIGNATION] = "resignation",
    [VERDICT_DRAW] = "draw",
    [VERDICT_LENGTH] = "length",
    [VERDICT_TABLES] = "tablebase",
    [VERDICT_TIME] = "time",
    [VERDICT_ILLEGAL] = "illegal move",
    [VERDICT_CRASH] = "crash",
    [VERDICT_HANG] = "hang",
};

const char *verdict_name(enum verdict verdict)
{
    return verdicts[verdict];
}

enum verdict verdict_find(const char *name)
{
    for (int i = 0; i < VERDICT_COUNT; i++) {
        if (strcmp(name, verdicts[i]) == 0) {
            return (enum verdict)i;
        }
    }
    return VERDICT_COUNT;
}

bool verdict_is_forfeit(enum verdict verdict)
{
    return verdict >= VERDICT_TIME;
}

void played_game_open(struct played_game *played, const struct game_record *record, int64_t time_us)
{
    struct game_walk walk;
    played->fen = memory_text(record->fen);
    played->opening_plies = record->plies;
    for (game_walk_along(&walk, record); game_walk_next(&walk);) {
        struct played_move *move = played_game_add(played);
        move->player = game_walk_player(&walk) + 1;
        move->time_us = time_us;
        memcpy(move->text, walk.text, sizeof move->text);
    }
    game_walk_finish(&walk);
}

void played_game_begin(struct played_game *played, const struct scheduled_game *scheduled,
                       const struct game_record *opening)
{
    *played = (struct played_game){.number = scheduled->number,
                                   .round = scheduled->round,
                                   .engines = {scheduled->engines[0], scheduled->engines[1]},
                                   .began = (int64_t)time(NULL)};
    played_game_open(played, opening, 0);
}

void played_game_finish(struct played_game *played)
{
    for (int ply = 0; ply < played->count; ply++) {
        free(played->moves[ply].line);
        free(played->moves[ply].pv);
    }
    free(played->fen);
    free(played->code);
    free(played->opening);
    free(played->moves);
    *played = (struct played_game){0};
}

struct played_move *played_game_add(struct played_game *played)
{
    played->moves = memory_extended(played->moves, (size_t)played->count, sizeof *played->moves);
    struct played_move *move = &played->moves[played->count++];
    *move =
        (struct played_move){.nodes = -1, .nps = -1, .hashfull = -1, .tb_hits = -1, .left_us = -1};
    return move;
}
