/* SPDX-License-Identifier: MIT */
#include "open_entry.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "look.h"
#include "memory.h"
#include "notation.h"

static void let_go(struct open_entry *open)
{
    if (--open->uses == 0) {
        game_walk_finish(&open->cursor);
        entry_finish(&open->entry);
        free(open->plies);
        free(open->source);
        free(open);
    }
}

/* Copies the results that are already in the database. */
static void take_study(struct open_entry *open, struct study *study)
{
    int plies = study->entry.saved.record.plies;
    open->plies = memory_zeroed((size_t)plies + 1, sizeof *open->plies);
    for (int ply = 0; ply <= plies; ply++) {
        const struct study_ply *from = &study->plies[ply];
        open->plies[ply] = (struct open_ply){.known = from->found,
                                             .expected_known = from->expected_known,
                                             .expected = from->expected,
                                             .is_best = from->is_best};
    }
}

struct open_entry *open_entry_create(struct results *results, const struct results_entry *row,
                                     const struct reading *reading, struct error *error)
{
    struct study study;
    struct open_entry *open = NULL;
    char *source = memory_text(row->source);
    if (study_begin(&study, results, row, reading, error)) {
        open = memory_zeroed(1, sizeof *open);
        *open = (struct open_entry){.number = row->number,
                                    .source = source,
                                    .line = row->line,
                                    .is_claimed = study.is_claimed,
                                    .claim = study.claim,
                                    .uses = 1};
        take_study(open, &study);
        open->entry = study.entry;
        open->entry.saved.record.settings = &open->entry.saved.settings;
        study.entry = (struct entry){.operations = NULL};
        game_walk_along(&open->cursor, &open->entry.saved.record);
    } else {
        free(source);
    }
    study_finish(&study);
    return open;
}

void open_entry_close(struct open_entry *open)
{
    if (open) {
        let_go(open);
    }
}

/* Returns a task for the cursor's position. */
static struct open_task *make_task(struct open_entry *open)
{
    struct open_task *made = memory_zeroed(1, sizeof *made);
    const struct game_walk *cursor = &open->cursor;
    const struct game *game = cursor->game;
    const struct game_record *record = &open->entry.saved.record;
    /* The moves up to the position are those of the game, without the next one and the blank before
     * it. */
    const char *moves = buffer_text(&record->moves);
    const size_t next = strlen(cursor->text), length = (size_t)(cursor->rest - moves) - next;
    made->entry = open;
    made->ply = cursor->ply;
    made->position = memory_zeroed(1, game->position_size);
    memcpy(made->position, cursor->position, game->position_size);
    made->moves =
        cursor->ply > 0 ? memory_checked(strndup(moves, length - (next > 0 ? 1 : 0))) : NULL;
    snprintf(made->played, sizeof made->played, "%s", cursor->text);
    made->task = (struct task){.game = game,
                               .settings = &open->entry.saved.settings,
                               .position = made->position,
                               .fen = record->fen,
                               .moves = made->moves,
                               .claim = open->is_claimed ? &open->claim : NULL};
    open->uses++;
    return made;
}

struct open_task *open_entry_take(struct open_entry *open)
{
    struct open_task *task = NULL;
    const struct entry *entry = &open->entry;
    for (bool more = true; more && !task;) {
        more = game_walk_next(&open->cursor);
        const int ply = open->cursor.ply;
        const bool searched = ply >= entry->first && ply < entry->first + entry->count;
        if (searched && !open->plies[ply].known) {
            task = make_task(open);
            open->plies[ply].known = true;
        }
    }
    return task;
}

struct open_task *open_task_of(struct task *task)
{
    return (struct open_task *)((char *)task - offsetof(struct open_task, task));
}

void open_task_free(struct open_task *task)
{
    struct open_entry *open = task->entry;
    found_clear(&task->found);
    free(task->position);
    free(task->moves);
    free(task);
    let_go(open);
}

void open_entry_put(const struct open_task *task)
{
    const struct found *found = &task->found;
    struct open_ply *at = &task->entry->plies[task->ply];
    at->expected_known =
        study_expect(task->task.game, task->position,
                     found->line_count > 0 ? &found->lines[0] : NULL, &at->expected);
    at->is_best = strcmp(found->best, task->played) == 0;
}

/* Returns the player who makes the move at a ply. */
static int mover(const struct open_entry *open, int ply)
{
    return game_record_mover(&open->entry.saved.record, ply);
}

bool open_entry_lost(const struct open_entry *open, int ply, double *lost)
{
    if (ply < 0 || ply >= open->entry.saved.record.plies) {
        return false;
    }
    const struct open_ply *at = &open->plies[ply];
    if (!at->known || !at->expected_known || !at[1].expected_known) {
        return false;
    }
    *lost = study_loss(at->expected, at[1].expected, mover(open, ply), at->is_best);
    return true;
}

void open_entry_name_move(const struct open_entry *open, int ply, struct buffer *out)
{
    struct game_walk walk;
    const char *slash = strrchr(open->source, '/');
    game_walk_along(&walk, &open->entry.saved.record);
    while (game_walk_next(&walk) && walk.ply < ply) {
    }
    buffer_printf(out, "%s:%d ", slash ? slash + 1 : open->source, open->line);
    notation_number(&walk, out);
    if (walk.move != MOVE_NONE) {
        look_format_move(walk.game, walk.position, walk.move, out);
    }
    game_walk_finish(&walk);
}
