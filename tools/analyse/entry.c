/* SPDX-License-Identifier: MIT */
#include "entry.h"

#include <stdlib.h>
#include <string.h>

#include "look.h"
#include "memory.h"
#include "words.h"

bool entry_can_move(const struct game *game, const void *position)
{
    struct move_list list = {.count = 0};
    game->legal_moves(position, &list);
    return list.count > 0;
}

/* Removes the exact score at the end of a line of moves, if the game has published positions in
 * that form. */
static bool take_score(struct entry *entry, const struct reading *reading, char *line,
                       struct error *error)
{
    if (!reading->suite || strchr(line, ';') || !reading->game->look->exact_score) {
        return true;
    }
    words_fold(line);
    char *blank = strrchr(line, ' ');
    int64_t score;
    if (!blank || !words_number(blank + 1, &score) || score < INT16_MIN || score > INT16_MAX) {
        return error_set(error, "expected moves, and an exact score behind them");
    }
    *blank = '\0';
    entry->scored = true;
    entry->score = (int)score;
    return true;
}

static bool read_line(struct entry *entry, const struct reading *reading, char *line,
                      struct error *error)
{
    const char *operations = "";
    entry->saved.game = reading->game;
    entry->saved.settings = reading->settings;
    if (!take_score(entry, reading, line, error) || !saved_game_begin(&entry->saved, NULL, error)) {
        return false;
    }
    bool good = position_line_read(&entry->saved.record, reading->lines, line, &operations, error);
    free(entry->operations);
    entry->operations = memory_text(operations);
    return good;
}

/* Replaces the start's FEN by its canonical form with all fields. */
static void complete_fen(struct game_record *record)
{
    struct buffer fen = {0};
    if (record->fen) {
        free(record->fen);
        record->game->format_fen(record->start, &fen);
        record->fen = memory_text(buffer_text(&fen));
        buffer_finish(&fen);
    }
}

static void choose_positions(struct entry *entry, const struct reading *reading)
{
    const struct game_record *record = &entry->saved.record;
    bool last_only = reading->last || reading->suite;
    entry->first = last_only ? record->plies : 0;
    entry->count = record->plies - entry->first + entry_can_move(record->game, record->position);
}

bool entry_read(struct entry *entry, const struct reading *reading, enum source_format format,
                const char *text, int line, struct error *error)
{
    struct error reason = {""};
    *entry = (struct entry){.operations = memory_text("")};
    bool good;
    if (format == SOURCE_PGN || format == SOURCE_SGF) {
        const struct cursor piece = cursor_begin(text, strlen(text), line);
        good = splitter_read(format, &piece, reading->game, &entry->saved, &reason);
    } else {
        char *copy = memory_text(text);
        good = read_line(entry, reading, copy, &reason);
        free(copy);
    }
    if (!good) {
        bool told = strncmp(reason.text, "line ", 5) == 0;
        return told ? error_set(error, "%s", reason.text)
                    : error_set(error, "line %d: %.280s", line, reason.text);
    }
    complete_fen(&entry->saved.record);
    choose_positions(entry, reading);
    return true;
}

void entry_finish(struct entry *entry)
{
    saved_game_finish(&entry->saved);
    free(entry->operations);
    *entry = (struct entry){.operations = NULL};
}
