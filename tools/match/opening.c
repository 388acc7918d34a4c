/* SPDX-License-Identifier: MIT */
#include "opening.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "memory.h"
#include "rng.h"

/* Attempts to find random plies after which the game is in play. */
#define RANDOM_ATTEMPTS 1000

bool opening_read_line(const struct game *game, const struct game_settings *settings,
                       enum line_format format, char *line, struct opening *opening,
                       struct error *error)
{
    struct game_record record;
    game_record_init(&record, game, settings);
    bool good = position_line_read(&record, format, line, NULL, error);
    if (good && game_record_result(&record) != RESULT_NONE) {
        good = error_set(error, "the game is over after this opening");
    }
    *opening = (struct opening){0};
    if (good) {
        struct command_position position = game_record_command(&record);
        opening->fen = memory_text(position.fen);
        opening->moves = memory_text(position.moves);
    }
    game_record_finish(&record);
    return good;
}

static bool is_comment(const char *line)
{
    line += strspn(line, " \t\r\n");
    return *line == '\0' || *line == '#';
}

bool openings_read(struct openings *openings, const char *path, enum line_format format,
                   const struct game *game, const struct game_settings *settings,
                   struct error *error)
{
    *openings = (struct openings){0};
    FILE *file = fopen(path, "r");
    if (!file) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    struct text_lines lines = {.file = file};
    struct error reason = {""};
    char *line;
    bool good = true;
    while (good && text_lines_next(&lines, &line, &reason)) {
        if (is_comment(line)) {
            continue;
        }
        openings->list =
            memory_extended(openings->list, (size_t)openings->count, sizeof *openings->list);
        struct opening *next = &openings->list[openings->count];
        good = opening_read_line(game, settings, format, line, next, &reason);
        openings->count += good;
        if (!good) {
            error_set(error, "%s:%ld: %s", path, lines.number, reason.text);
        }
    }
    if (good && reason.text[0]) {
        good = error_set(error, "%s:%s", path, reason.text);
    }
    text_lines_finish(&lines);
    fclose(file);
    if (good && openings->count == 0) {
        good = error_set(error, "%s: holds no opening", path);
    }
    if (!good) {
        openings_finish(openings);
    }
    return good;
}

void openings_shuffle(struct openings *openings, uint64_t seed)
{
    struct rng rng = {.state = rng_mix(seed)};
    for (int64_t i = openings->count - 1; i > 0; i--) {
        int64_t other = (int64_t)rng_below(&rng, (uint64_t)i + 1);
        struct opening kept = openings->list[i];
        openings->list[i] = openings->list[other];
        openings->list[other] = kept;
    }
}

/* Plays random moves; false if the game ends before the last one. */
static bool play_random(struct game_record *record, int plies, struct rng *rng)
{
    game_record_begin(record, NULL, NULL, NULL);
    for (int ply = 0; ply < plies && game_record_result(record) == RESULT_NONE; ply++) {
        struct move_list list = {0};
        record->game->legal_moves(record->position, &list);
        game_record_play_move(record, list.moves[rng_below(rng, (uint64_t)list.count)]);
    }
    return game_record_result(record) == RESULT_NONE;
}

bool opening_random(struct game_record *record, int plies, uint64_t seed, int64_t index)
{
    struct rng rng = {.state = rng_mix(rng_mix(seed) + (uint64_t)index)};
    bool good = false;
    for (int attempt = 0; attempt < RANDOM_ATTEMPTS && !good; attempt++) {
        good = play_random(record, plies, &rng);
    }
    return good;
}

void opening_finish(struct opening *opening)
{
    free(opening->fen);
    free(opening->moves);
    *opening = (struct opening){0};
}

void openings_finish(struct openings *openings)
{
    for (int64_t i = 0; i < openings->count; i++) {
        opening_finish(&openings->list[i]);
    }
    free(openings->list);
    *openings = (struct openings){0};
}
