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
        game_record_finish(&open->cursor);
        entry_finish(&open->entry);
        free(open->plies);
        free(open->source);
        free(open);
    }
}

/* Takes over what the database knows already. */
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
        const struct saved_game *saved = &open->entry.saved;
        game_record_open(&open->cursor, saved->game, &saved->settings, saved->record.fen, NULL,
                         NULL);
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

static struct open_task *make_task(struct open_entry *open, const char *played)
{
    struct open_task *made = memory_zeroed(1, sizeof *made);
    const struct game *game = open->entry.saved.game;
    const struct game_record *cursor = &open->cursor;
    made->entry = open;
    made->ply = cursor->plies;
    made->position = memory_zeroed(1, game->position_size);
    memcpy(made->position, cursor->position, game->position_size);
    made->moves = cursor->plies > 0 ? memory_text(buffer_text(&cursor->moves)) : NULL;
    snprintf(made->played, sizeof made->played, "%s", played);
    made->task = (struct task){.game = game,
                               .settings = &open->entry.saved.settings,
                               .position = made->position,
                               .fen = cursor->fen,
                               .moves = made->moves,
                               .claim = open->is_claimed ? &open->claim : NULL};
    open->uses++;
    return made;
}

struct open_task *open_entry_take(struct open_entry *open)
{
    struct open_task *task = NULL;
    char played[GAME_MOVE_TEXT];
    const struct entry *entry = &open->entry;
    while (!task && open->cursor.plies < entry->first + entry->count) {
        int ply = open->cursor.plies;
        entry_next_move(&open->entry, &open->cursor, played);
        if (ply >= entry->first && !open->plies[ply].known) {
            task = make_task(open, played);
            open->plies[ply].known = true;
        }
        if (!*played) {
            break;
        }
        game_record_play(&open->cursor, played, NULL);
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

/* Who makes the move at a ply. */
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
