/* SPDX-License-Identifier: MIT */
#include "open_entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "look.h"
#include "memory.h"

/* Ends a use: the one until it is closed, or that of a task. */
void open_entry_close(struct open_entry *open)
{
    if (open && --open->uses == 0) {
        game_walk_finish(&open->cursor);
        study_finish(&open->study);
        free(open->source);
        free(open);
    }
}

struct open_entry *open_entry_create(struct results *results, const struct results_entry *row,
                                     const struct reading *reading, int engine, struct error *error)
{
    struct open_entry *open = memory_zeroed(1, sizeof *open);
    if (!study_begin(&open->study, results, row, reading, error)) {
        study_finish(&open->study);
        free(open);
        return NULL;
    }
    open->source = memory_text(row->source);
    open->next = open->study.entry.first;
    open->uses = 1;
    open->engine = engine;
    game_walk_along(&open->cursor, &open->study.entry.saved.record);
    return open;
}

/* Returns a task for the cursor's position. */
static struct task *make_task(struct open_entry *open)
{
    struct task *made = memory_zeroed(1, sizeof *made);
    const struct game_walk *cursor = &open->cursor;
    /* The moves up to the position are those of the game, without the next one and the blank before
     * it. */
    const char *moves = buffer_text(&open->study.entry.saved.record.moves);
    const size_t next = strlen(cursor->text), length = (size_t)(cursor->rest - moves) - next;
    made->open = open;
    made->ply = cursor->ply;
    made->position = memory_zeroed(1, cursor->game->position_size);
    memcpy(made->position, cursor->position, cursor->game->position_size);
    made->moves =
        cursor->ply > 0 ? memory_checked(strndup(moves, length - (next > 0 ? 1 : 0))) : NULL;
    snprintf(made->played, sizeof made->played, "%s", cursor->text);
    open->uses++;
    return made;
}

struct task *open_entry_take(struct open_entry *open)
{
    const struct entry *entry = &open->study.entry;
    for (bool more = true; more;) {
        more = game_walk_next(&open->cursor);
        const int ply = open->cursor.ply;
        if (ply >= open->next && ply < entry->first + entry->count &&
            !study_found(&open->study, open->engine, ply)) {
            open->next = ply + 1;
            return make_task(open);
        }
    }
    return NULL;
}

struct task *open_entry_take_again(struct open_entry *open, int ply)
{
    const struct found *found = study_found(&open->study, open->engine, ply);
    while (game_walk_next(&open->cursor) && open->cursor.ply < ply) {
    }
    struct task *task = make_task(open);
    task->before_us = found ? found->time_us : 0;
    return task;
}

void task_free(struct task *task)
{
    if (task) {
        found_clear(&task->found);
        free(task->position);
        free(task->moves);
        open_entry_close(task->open);
        free(task);
    }
}

void open_entry_name_move(const struct open_entry *open, int ply, struct buffer *out)
{
    struct game_walk walk;
    const char *slash = strrchr(open->source, '/');
    game_walk_along(&walk, &open->study.entry.saved.record);
    while (game_walk_next(&walk) && walk.ply < ply) {
    }
    buffer_printf(out, "%s:%d ", slash ? slash + 1 : open->source, open->study.row.line);
    notation_number(&walk, out);
    if (walk.move != MOVE_NONE) {
        look_format_move(walk.game, walk.position, walk.move, out);
    }
    game_walk_finish(&walk);
}
