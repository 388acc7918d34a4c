/* SPDX-License-Identifier: MIT */
#include "found.h"

#include <stdlib.h>
#include <string.h>

#include "game_walk.h"
#include "memory.h"

/* The most lines of a search that are kept. */
#define MAX_LINES 256

void found_clear(struct found *found)
{
    for (int i = 0; i < found->line_count; i++) {
        free(found->lines[i].pv);
    }
    free(found->lines);
    free(found->failure);
    *found = (struct found){.solved_nodes = -1, .solved_us = -1};
}

static struct found_line *line_at(struct found *found, int index)
{
    if (index >= found->line_count) {
        found->lines = memory_resized(found->lines, (size_t)index + 1, sizeof *found->lines);
        for (int i = found->line_count; i <= index; i++) {
            found->lines[i] = (struct found_line){.nodes = -1, .time_ms = -1};
        }
        found->line_count = index + 1;
    }
    return &found->lines[index];
}

bool found_take(struct found *found, const struct event_info *info)
{
    int index = info->multipv > 0 ? info->multipv - 1 : 0;
    if (!info->has_score || index >= MAX_LINES) {
        return false;
    }
    struct found_line *line = line_at(found, index);
    bool exact = info->bound == EVENT_EXACT;
    line->nodes = info->nodes;
    line->time_ms = info->time_ms;
    if (line->exact && !exact) {
        return true;
    }
    line->exact = exact;
    line->depth = info->depth;
    line->seldepth = info->seldepth;
    line->has_score = true;
    line->is_mate = info->is_mate;
    line->score = info->score;
    if (info->pv && !(line->pv && strcmp(line->pv, info->pv) == 0)) {
        free(line->pv);
        line->pv = memory_text(info->pv);
    }
    return true;
}

static bool check_line(const struct game *game, const void *position, const char *pv,
                       struct error *error)
{
    struct game_walk walk;
    game_walk_init(&walk, game, position, pv);
    while (game_walk_next(&walk)) {
    }
    const int length = (int)strcspn(walk.rest, " ");
    const bool good =
        !*walk.rest || error_set(error, "an illegal move, '%.*s', in its line '%.100s'",
                                 length < 20 ? length : 20, walk.rest, walk.rest);
    game_walk_finish(&walk);
    return good;
}

bool found_check(const struct found *found, const struct game *game, const void *position,
                 struct error *error)
{
    move_t move;
    if (!game->parse_move(position, found->best, &move, NULL)) {
        return *found->best ? error_set(error, "an illegal move, '%.20s'", found->best)
                            : error_set(error, "that it has no move");
    }
    bool good = true;
    for (int i = 0; i < found->line_count && good; i++) {
        good = !found->lines[i].pv || check_line(game, position, found->lines[i].pv, error);
    }
    return good;
}

void found_put_value(const struct found_line *line, int player, struct buffer *out)
{
    const int score = player == 0 ? line->score : -line->score;
    if (line->is_mate) {
        buffer_printf(out, "#%s%d", score < 0 ? "-" : "", (abs(score) + 1) / 2);
    } else {
        buffer_printf(out, "%+.2f", score / 100.0);
    }
}

void found_put_score(const struct found_line *line, struct buffer *out)
{
    int plies = abs(line->score);
    if (line->is_mate) {
        buffer_printf(out, "%s in %d %s", line->score > 0 ? "wins" : "loses", plies,
                      plies == 1 ? "ply" : "plies");
    } else {
        buffer_printf(out, "%+.2f", line->score / 100.0);
    }
}
