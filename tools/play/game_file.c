/* SPDX-License-Identifier: MIT */
#include "game_file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "dialect.h"
#include "formats.h"
#include "game_words.h"
#include "memory.h"
#include "newgame.h"
#include "read_ggf.h"
#include "read_pgn.h"
#include "read_sgf.h"

/* The largest file that is read. */
#define MAX_FILE (1 << 20)

/* What persons are called in files. */
#define PERSON "Person"

bool game_file_read_newgame(char *line, const struct game **game, struct game_settings *settings,
                            struct error *error)
{
    struct dialect_state state = {0};
    struct command command;
    if (!dialect_ugi.parse_command(&state, line, &command, error)) {
        return false;
    }
    if (command.kind != COMMAND_NEWGAME || !command.newgame.game) {
        return error_set(error, "expected the name of a game and its parameters");
    }
    *game = game_words_find(command.newgame.game, error);
    if (!*game) {
        return false;
    }
    game_default_settings(*game, settings);
    for (int i = 0; i < command.newgame.count; i++) {
        const char *name = command.newgame.parameters[i].name;
        const char *value = command.newgame.parameters[i].value;
        if (!game_words_set(*game, name, value ? value : "", settings, error)) {
            return false;
        }
    }
    return true;
}

/* The game as two commands. */
static void format_commands(const struct table *table, struct buffer *out)
{
    struct newgame_room room;
    struct dialect_state state = {0};
    struct command command = newgame_command(table->record.game, &table->settings, &room);
    dialect_ugi.format_command(&state, &command, out);
    command =
        (struct command){.kind = COMMAND_POSITION, .position = game_record_command(&table->record)};
    dialect_ugi.format_command(&state, &command, out);
}

static bool read_commands(const char *text, struct saved_game *saved, struct error *error)
{
    struct dialect_state state = {0};
    struct command command;
    char *copy = memory_text(text), *rest = copy;
    char *first = strsep(&rest, "\n"), *second = rest ? strsep(&rest, "\n") : NULL;
    bool good = false;
    if (!second || strncmp(first, "newgame ", 8) != 0 || strncmp(second, "position ", 9) != 0) {
        error_set(error, "expected PGN, SGF, GGF, or two lines, 'newgame ...' and 'position ...'");
    } else if (game_file_read_newgame(first, &saved->game, &saved->settings, error) &&
               dialect_ugi.parse_command(&state, second, &command, error)) {
        good =
            command.kind == COMMAND_POSITION || error_set(error, "line 2: expected 'position ...'");
        good =
            good && saved_game_begin(saved, command.position.fen, error) &&
            game_record_begin(&saved->record, command.position.fen, command.position.moves, error);
    }
    free(copy);
    return good;
}

/* The game in the form that the formats of finished games take. */
static void make_played_game(const struct table *table, struct played_game *played)
{
    const struct game_record *record = &table->record;
    char *moves = memory_text(buffer_text(&record->moves)), *rest = moves;
    *played = (struct played_game){.engines = {0, 1},
                                   .fen = memory_text(record->fen),
                                   .began = (int64_t)time(NULL),
                                   .result = table->over ? table->result : RESULT_NONE,
                                   .verdict = table->over ? table->verdict : VERDICT_RULES};
    for (int ply = 0; ply < record->plies; ply++) {
        struct played_move *move = played_game_add(played);
        move->player = game_record_mover(record, ply);
        move->time_us = -1;
        snprintf(move->text, sizeof move->text, "%s", strsep(&rest, " "));
    }
    free(moves);
}

static bool writes_pgn(const struct game *game)
{
    return game->look->pgn;
}

static bool writes_ggf(const struct game *game)
{
    return game->look->ggf;
}

/* The formats of finished games, by the ends of their files' names. */
static const struct format {
    const char *end, *name;
    bool (*fits)(const struct game *game);
    void (*write)(const struct format_context *context, const struct played_game *played,
                  struct buffer *out);
} formats[] = {
    {".pgn", "PGN", writes_pgn, format_pgn},
    {".sgf", "SGF", read_sgf_fits, format_sgf},
    {".ggf", "GGF", writes_ggf, format_ggf},
};

static bool format_finished(const struct table *table, const struct format *format,
                            struct buffer *out, struct error *error)
{
    const struct game *game = table->record.game;
    if (!format->fits(game)) {
        return error_set(error, "%s is not written as %s; expected a name without %s", game->title,
                         format->name, format->end);
    }
    const char *names[2];
    for (int i = 0; i < 2; i++) {
        names[i] = table->players[i] == PLAYER_PERSON ? PERSON : table_player_name(table, i);
    }
    struct format_context context = {.game = game,
                                     .settings = &table->settings,
                                     .names = names,
                                     .event = "myosu-play",
                                     .program = "myosu-play"};
    struct played_game played;
    make_played_game(table, &played);
    if (format->write == format_pgn &&
        (played.verdict == VERDICT_RESIGNATION || played.verdict == VERDICT_DRAW)) {
        played.verdict = VERDICT_RULES; /* persons end games so; PGN calls that normal */
    }
    format->write(&context, &played, out);
    played_game_finish(&played);
    return true;
}

static bool ends_with(const char *path, const char *end)
{
    size_t length = strlen(path), span = strlen(end);
    return length >= span && strcasecmp(path + length - span, end) == 0;
}

/* The format that a file's name asks for; NULL: none of these. */
static const struct format *find_format(const char *path)
{
    for (int i = 0; i < LENGTH(formats); i++) {
        if (ends_with(path, formats[i].end)) {
            return &formats[i];
        }
    }
    return NULL;
}

bool game_file_save(const struct table *table, const char *path, struct error *error)
{
    struct buffer text = {0};
    struct error reason;
    const struct format *format = find_format(path);
    bool good = true;
    if (format) {
        good = format_finished(table, format, &text, &reason) ||
               error_set(error, "%s: %.250s", path, reason.text);
    } else {
        format_commands(table, &text);
    }
    FILE *file = good ? fopen(path, "w") : NULL;
    if (good) {
        good = file && fputs(buffer_text(&text), file) >= 0;
        good = (!file || fclose(file) == 0) && good;
        good = good || error_set(error, "%s: %s", path, strerror(errno));
    }
    buffer_finish(&text);
    return good;
}

/* The whole file, to be freed; NULL and the reason if it cannot be read. */
static char *read_text(const char *path, struct error *error)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        error_set(error, "%s: %s", path, strerror(errno));
        return NULL;
    }
    char *text = memory_zeroed(MAX_FILE + 1, 1);
    size_t length = fread(text, 1, MAX_FILE, file);
    text[length] = '\0';
    if (ferror(file)) {
        error_set(error, "%s: %s", path, strerror(errno));
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

/* Whether a text begins as PGN does: with a tag, a comment, or the number of a move. */
static bool looks_like_pgn(const char *text)
{
    return strchr("[{%;", *text) || isdigit((unsigned char)*text);
}

bool game_file_load(struct table *table, const char *path, struct error *error)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    struct saved_game saved = {.game = NULL};
    struct error reason = {""};
    char *text = read_text(path, error);
    if (!text) {
        return false;
    }
    const char *begin = text + (strncmp(text, byte_order_mark, 3) == 0 ? 3 : 0);
    const char *first = begin + strspn(begin, " \t\r\n");
    bool good = *first && looks_like_pgn(first)
                    ? read_pgn(begin, table->record.game, &saved, &reason)
                : read_ggf_is(first) ? read_ggf(begin, &saved, &reason)
                : *first == '('      ? read_sgf(begin, &saved, &reason)
                                     : read_commands(first, &saved, &reason);
    if (good) {
        struct command_position position = game_record_command(&saved.record);
        table_set_game(table, saved.game, &saved.settings, position.fen, position.moves);
        table_end_as_told(table, saved.result);
    } else {
        error_set(error, "%s: %.250s", path, reason.text);
    }
    saved_game_finish(&saved);
    free(text);
    return good;
}
