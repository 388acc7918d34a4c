/* SPDX-License-Identifier: MIT */
#include "opening.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cursor.h"
#include "file.h"
#include "memory.h"
#include "rng.h"

/* Attempts to find random plies after which the game is in play. */
#define RANDOM_ATTEMPTS 1000

/* How many bytes of a file are read at a time. */
#define READ_BYTES ((size_t)1 << 16)

/* The place of an opening in its file, and how it is read. */
struct reader {
    const struct game *game;
    const struct game_settings *settings;
    const struct opening_form *form;
    struct openings *openings;
};

/* Takes the first moves of a record as an opening. */
static bool keep(const struct opening_form *form, struct game_record *record,
                 struct opening *opening, struct error *error)
{
    if (form->plies > 0 && record->plies > form->plies) {
        game_record_undo(record, record->plies - form->plies);
    }
    if (game_record_result(record) != RESULT_NONE) {
        return error_set(error, "the game is over after this opening");
    }
    const struct command_position position = game_record_command(record);
    opening->fen = memory_text(position.fen);
    opening->moves = memory_text(position.moves);
    return true;
}

bool opening_read_line(const struct game *game, const struct game_settings *settings,
                       const struct opening_form *form, char *line, struct opening *opening,
                       struct error *error)
{
    struct game_record record;
    struct epd_operation code;
    const char *operations = "";
    *opening = (struct opening){0};
    game_record_init(&record, game, settings);
    bool good = position_line_read(&record, form->line, line, &operations, error) &&
                keep(form, &record, opening, error);
    if (good && epd_find(operations, "eco", &code)) {
        const bool quoted = code.length >= 2 && code.operands[0] == '"';
        opening->code =
            memory_checked(strndup(code.operands + quoted, code.length - (quoted ? 2 : 0)));
    }
    game_record_finish(&record);
    return good;
}

static bool is_comment(const char *line)
{
    line += strspn(line, " \t\r\n");
    return *line == '\0' || *line == '#';
}

/* Returns room for another opening. */
static struct opening *extend(struct openings *openings)
{
    openings->list =
        memory_extended(openings->list, (size_t)openings->count, sizeof *openings->list);
    struct opening *next = &openings->list[openings->count++];
    *next = (struct opening){0};
    return next;
}

static bool read_line(void *opaque, char *line, long number, struct error *error)
{
    const struct reader *reader = opaque;
    (void)number;
    return is_comment(line) || opening_read_line(reader->game, reader->settings, reader->form, line,
                                                 extend(reader->openings), error);
}

/* Returns a copy of a tag; NULL if it is missing or unknown ("?"). */
static char *known_tag(const struct saved_game *saved, const char *name)
{
    const char *value = saved_game_tag(saved, name);
    return value && *value && strcmp(value, "?") != 0 ? memory_text(value) : NULL;
}

/* Takes the start and the moves of a game, if it is one of the match's. */
static bool take_game(const struct reader *reader, const struct saved_game *saved,
                      struct opening *opening, struct error *error)
{
    const struct command_position position = game_record_command(&saved->record);
    const int plies = reader->form->plies;
    struct game_record record;
    if (saved->game != reader->game) {
        return error_set(error, "a game of %s; expected one of %s", saved->game->name,
                         reader->game->name);
    }
    if (saved->cut && (plies == 0 || saved->record.plies < plies)) {
        return error_set(error, "%s", saved->cut);
    }
    bool good = game_record_open(&record, reader->game, reader->settings, position.fen,
                                 position.moves, error) &&
                keep(reader->form, &record, opening, error);
    if (good && (plies == 0 || saved->record.plies <= plies)) {
        opening->code = known_tag(saved, "ECO");
        opening->name = known_tag(saved, "Opening");
    }
    game_record_finish(&record);
    return good;
}

/* Reads the games of a text; an error begins with the line. */
static bool read_games(const struct reader *reader, enum source_format source, struct cursor *text,
                       struct error *error)
{
    struct cursor piece;
    bool good = true;
    while (good && splitter_next(source, text, &piece)) {
        struct saved_game saved = {.game = NULL};
        struct error reason = {""};
        cursor_skip_marks(&piece);
        good = splitter_read(source, &piece, reader->game, &saved, &reason) &&
               take_game(reader, &saved, extend(reader->openings), &reason);
        saved_game_finish(&saved);
        if (!good) {
            int line = piece.line, used = 0;
            sscanf(reason.text, "line %d: %n", &line, &used);
            error_set(error, "%d: %s", line, reason.text + used);
        }
    }
    return good;
}

static bool read_text(const struct reader *reader, const struct buffer *bytes, struct error *error)
{
    struct cursor text = cursor_begin(buffer_text(bytes), buffer_length(bytes), 1);
    enum source_format source = reader->form->source;
    if (source == SOURCE_AUTO) {
        source = reader->form->line == LINE_AUTO ? splitter_guess(&text) : SOURCE_LINES;
    }
    if (source != SOURCE_LINES) {
        struct error reason;
        int line = 1, used = 0;
        if (splitter_check(&text, &reason)) {
            return read_games(reader, source, &text, error);
        }
        sscanf(reason.text, "line %d: %n", &line, &used);
        return error_set(error, "%d: %s", line, reason.text + used);
    }
    FILE *file = text.length ? fmemopen(bytes->data + bytes->start, text.length, "r") : NULL;
    struct reader lines = *reader;
    if (!file) {
        return text.length == 0 || error_set(error, " %s", strerror(errno));
    }
    bool good = text_lines_read(file, read_line, &lines, error);
    fclose(file);
    return good;
}

/* Reads all bytes of a file, which may be a pipe. */
static bool read_bytes(const char *path, struct buffer *bytes, struct error *error)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        return error_set(error, " %s", strerror(errno));
    }
    bool good = true;
    for (size_t length = 1; length > 0;) {
        char *room = buffer_reserve(bytes, READ_BYTES);
        length = room ? fread(room, 1, READ_BYTES, file) : 0;
        buffer_commit(bytes, length);
    }
    if (ferror(file) || bytes->failed) {
        good = error_set(error, " %s", strerror(bytes->failed ? ENOMEM : errno));
    }
    fclose(file);
    return good;
}

bool openings_read(struct openings *openings, const char *path, const struct opening_form *form,
                   const struct game *game, const struct game_settings *settings,
                   struct error *error)
{
    const struct reader reader = {game, settings, form, openings};
    struct buffer bytes = {0};
    struct error reason = {""};
    *openings = (struct openings){0};
    bool good = read_bytes(path, &bytes, &reason) && read_text(&reader, &bytes, &reason);
    buffer_finish(&bytes);
    if (!good) {
        error_set(error, "%s:%s", path, reason.text);
    } else if (openings->count == 0) {
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
    free(opening->code);
    free(opening->name);
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
