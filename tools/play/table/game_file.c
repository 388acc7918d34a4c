/* SPDX-License-Identifier: MIT */
#include "game_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>

#include "dialect.h"
#include "formats.h"
#include "game_words.h"
#include "memory.h"
#include "sgf.h"
#include "splitter.h"

/* The largest file that is read, in bytes. */
#define MAX_FILE (1 << 20)

/* The name of a person in files. */
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
    game_named_settings(*game, command.newgame.game, settings);
    for (int i = 0; i < command.newgame.count; i++) {
        const char *name = command.newgame.parameters[i].name;
        const char *value = command.newgame.parameters[i].value;
        if (!game_words_set(*game, name, value ? value : "", settings, error)) {
            return false;
        }
    }
    return true;
}

/* Appends the game as two commands. */
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
    if (good && rest && rest[strspn(rest, " \t\r\n")]) {
        good = error_set(error, "line 3: expected nothing behind 'position ...'");
    }
    free(copy);
    return good;
}

/* True if the format can store the table's game without loss. */
static bool check_fits(const struct game *game, enum export_format format, struct error *error)
{
    static const char *const titles[] = {
        [EXPORT_PGN] = "PGN", [EXPORT_SGF] = "SGF", [EXPORT_GGF] = "GGF"};
    return (format == EXPORT_SGF ? sgf_fits(game) : export_fits(format, game)) ||
           error_set(error, "%s is not written as %s; expected a name without .%s", game->title,
                     titles[format], export_name(format));
}

static void format_finished(const struct table *table, enum export_format format,
                            struct buffer *out)
{
    const char *names[2];
    for (int i = 0; i < 2; i++) {
        names[i] = table->players[i] == PLAYER_PERSON ? PERSON : table_player_name(table, i);
    }
    const struct format_context context = {.game = table->record.game,
                                           .settings = &table->settings,
                                           .names = names,
                                           .event = "myosu-play",
                                           .program = "myosu-play"};
    struct played_game played = {.engines = {0, 1},
                                 .began = (int64_t)time(NULL),
                                 .result = table->over ? table->result : RESULT_NONE,
                                 .verdict = table->over ? table->verdict : VERDICT_RULES};
    if (format == EXPORT_PGN &&
        (played.verdict == VERDICT_RESIGNATION || played.verdict == VERDICT_DRAW)) {
        played.verdict =
            VERDICT_RULES; /* the verdict of games between persons, which PGN calls normal */
    }
    played_game_open(&played, &table->record, -1);
    export_game(format, &context, &played, out);
    played_game_finish(&played);
}

/* Returns the format for a file name's extension; EXPORT_MOVES if it has none of those that can be
 * read. */
static enum export_format find_format(const char *path)
{
    const char *dot = strrchr(path, '.');
    enum export_format format = EXPORT_PGN;
    while (format <= EXPORT_GGF && !(dot && strcasecmp(dot + 1, export_name(format)) == 0)) {
        format++;
    }
    return format <= EXPORT_GGF ? format : EXPORT_MOVES;
}

/* Reads the whole file; false and the reason if that fails. */
static bool read_text(const char *path, struct buffer *text, struct error *error)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        return error_set(error, "%s", strerror(errno));
    }
    char *room = buffer_reserve(text, MAX_FILE + 1);
    memory_checked(room);
    size_t length = fread(room, 1, MAX_FILE + 1, file);
    buffer_commit(text, length);
    bool good = !ferror(file) || error_set(error, "%s", strerror(errno));
    fclose(file);
    const struct cursor whole = cursor_begin(buffer_text(text), length, 1);
    return good &&
           (length <= MAX_FILE ||
            error_set(error, "the file has more than %d bytes; expected a smaller one",
                      MAX_FILE)) &&
           splitter_check(&whole, error);
}

/* Reads the first game of a text; `games` is the number of games in it. */
static bool read_games(const struct buffer *text, const struct game *preferred,
                       struct saved_game *saved, int *games, struct error *error)
{
    struct cursor at = cursor_begin(buffer_text(text), buffer_length(text), 1), first, other;
    const enum source_format format = splitter_guess(&at);
    const bool found = splitter_next(format, &at, &first);
    *games = 1;
    if (format == SOURCE_LINES || !found) {
        return read_commands(found ? first.text : "", saved, error);
    }
    while (splitter_next(format, &at, &other)) {
        ++*games;
    }
    return splitter_read(format, &first, preferred, saved, error) &&
           (!saved->cut || error_set(error, "%s", saved->cut));
}

bool game_file_load(struct table *table, const char *path, int *games, struct error *error)
{
    struct saved_game saved = {.game = NULL};
    struct error reason = {""};
    struct buffer text = {0};
    bool good = read_text(path, &text, &reason) &&
                read_games(&text, table->record.game, &saved, games, &reason);
    if (good) {
        struct command_position position = game_record_command(&saved.record);
        table_set_game(table, saved.game, &saved.settings, position.fen, position.moves);
        table_end_with(table, saved.result, "as the file says");
    } else {
        error_set(error, "%s: %.250s", path, reason.text);
    }
    saved_game_finish(&saved);
    buffer_finish(&text);
    return good;
}

/* True if a file may be overwritten: it is empty, or holds one game that can be read completely.
 * Anything else would be lost. */
static bool may_replace(const char *path, const struct game *preferred, struct error *error)
{
    struct stat status;
    struct saved_game saved = {.game = NULL};
    struct buffer text = {0};
    struct error reason = {""};
    int games = 1;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode)) {
        return true;
    }
    bool good = read_text(path, &text, &reason);
    good = good && (strspn(buffer_text(&text), " \t\r\n") == buffer_length(&text) ||
                    read_games(&text, preferred, &saved, &games, &reason));
    if (!good) {
        error_set(error, "%s holds what saving would destroy (%.150s); expected another name", path,
                  reason.text);
    } else if (games > 1) {
        good = error_set(error,
                         "%s holds %d games, and saving would leave one; expected another "
                         "name",
                         path, games);
    }
    saved_game_finish(&saved);
    buffer_finish(&text);
    return good;
}

bool game_file_save(const struct table *table, const char *path, struct error *error)
{
    struct buffer text = {0};
    struct error reason;
    const enum export_format format = find_format(path);
    bool good = true;
    if (format == EXPORT_MOVES) {
        format_commands(table, &text);
    } else if (check_fits(table->record.game, format, &reason)) {
        format_finished(table, format, &text);
    } else {
        good = error_set(error, "%s: %.250s", path, reason.text);
    }
    good = good && may_replace(path, table->record.game, error);
    FILE *file = good ? fopen(path, "w") : NULL;
    if (good) {
        good = file && fputs(buffer_text(&text), file) >= 0;
        good = (!file || fclose(file) == 0) && good;
        good = good || error_set(error, "%s: %s", path, strerror(errno));
    }
    buffer_finish(&text);
    return good;
}
