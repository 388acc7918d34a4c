/* SPDX-License-Identifier: MIT */
#include "found.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

/* Most lines of a search that are kept. */
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

/* Plays a line's moves on `position`, which is changed. */
static bool check_line(const struct game *game, void *position, const char *pv, struct error *error)
{
    char text[GAME_MOVE_TEXT];
    while (*pv) {
        move_t move;
        int length = (int)strcspn(pv, " ");
        snprintf(text, sizeof text, "%.*s", length, pv);
        if (length >= (int)sizeof text || !game->parse_move(position, text, &move, NULL)) {
            return error_set(error, "an illegal move, '%.20s', in its line '%.100s'", text, pv);
        }
        game->play(position, move);
        pv += length;
        pv += strspn(pv, " ");
    }
    return true;
}

bool found_check(const struct found *found, const struct game *game, const void *position,
                 struct error *error)
{
    move_t move;
    if (!game->parse_move(position, found->best, &move, NULL)) {
        return *found->best ? error_set(error, "an illegal move, '%.20s'", found->best)
                            : error_set(error, "that it has no move");
    }
    void *copy = memory_zeroed(1, game->position_size);
    bool good = true;
    for (int i = 0; i < found->line_count && good; i++) {
        memcpy(copy, position, game->position_size);
        good = !found->lines[i].pv || check_line(game, copy, found->lines[i].pv, error);
    }
    free(copy);
    return good;
}
