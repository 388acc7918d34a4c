/* SPDX-License-Identifier: MIT */
#include "game_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dialect.h"
#include "game_words.h"
#include "language.h"
#include "memory.h"
#include "position_line.h"
#include "wthor.h"

/* The largest file that is read, in bytes. */
#define MAX_FILE (256 << 20)

/* Bytes of each read. */
#define READ_BYTES 65536

bool game_file_read_newgame(char *line, const struct game **game, struct game_settings *settings,
                            struct error *error)
{
    struct dialect_state state = {0};
    struct command command;
    if (!dialect_ugi.parse_command(&state, line, &command, error)) {
        return false;
    }
    if (command.kind != COMMAND_NEWGAME || !command.newgame.game) {
        return error_set(error, _("expected the name of a game and its parameters"));
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

/* Returns the text of a piece, for the caller to free. */
static char *copy_of(const struct cursor *piece)
{
    char *text = memory_zeroed(piece->length + 1, 1);
    memcpy(text, piece->text, piece->length);
    return text;
}

/* Plays the moves of a `position` command, separated by blanks. */
static bool play_moves(struct saved_game *saved, char *moves, struct error *error)
{
    struct error reason;
    for (int i = 1; moves; i++) {
        const char *word = strsep(&moves, " ");
        if (*word && !game_record_play(&saved->record, word, &reason)) {
            return error_set(error, _("move %d: %.250s"), i, reason.text);
        }
    }
    return true;
}

static bool read_position(char *line, struct saved_game *saved, struct error *error)
{
    struct dialect_state state = {0};
    struct command command;
    if (!dialect_ugi.parse_command(&state, line, &command, error)) {
        return false;
    }
    if (command.kind != COMMAND_POSITION) {
        return error_set(error, _("expected 'position ...'"));
    }
    FREED char *moves = memory_text(command.position.moves);
    return saved_game_begin(saved, command.position.fen, error) && play_moves(saved, moves, error);
}

/* Reads `newgame ...` in the first line, and `position ...` in the second. */
static bool read_commands(const struct cursor *first, const struct cursor *second,
                          struct saved_game *saved, struct error *error)
{
    struct error reason = {""};
    char *line = copy_of(first);
    int number = first->line;
    bool good = game_file_read_newgame(line, &saved->game, &saved->settings, &reason);
    free(line);
    if (good) {
        number = second->line;
        line = copy_of(second);
        good = read_position(line, saved, &reason);
        free(line);
    }
    return good || error_set(error, _("line %d: %.250s"), number, reason.text);
}

/* Reads a FEN, EPD or list of moves of the game on the board. */
static bool read_line(const struct cursor *piece, const struct table *table,
                      struct saved_game *saved, struct error *error)
{
    struct error reason = {""};
    char *line = copy_of(piece);
    saved->game = table->record.game;
    saved->settings = table->settings;
    const bool good = saved_game_begin(saved, NULL, &reason) &&
                      position_line_read(&saved->record, LINE_AUTO, line, NULL, &reason);
    free(line);
    return good || error_set(error, _("line %d: %.250s"), piece->line, reason.text);
}

bool game_file_read(const char *path, struct buffer *text, struct error *error)
{
    FILE *file = fopen(path, "r");
    size_t count;
    if (!file) {
        return error_set(error, "%s", strerror(errno));
    }
    do {
        char *room = memory_checked(buffer_reserve(text, READ_BYTES));
        count = fread(room, 1, READ_BYTES, file);
        buffer_commit(text, count);
    } while (count > 0 && buffer_length(text) <= MAX_FILE);
    bool good = !ferror(file) || error_set(error, "%s", strerror(errno));
    fclose(file);
    const struct cursor whole = cursor_begin(buffer_text(text), buffer_length(text), 1);
    return good &&
           (buffer_length(text) <= MAX_FILE ||
            error_set(error, _("the file has more than %d bytes; expected a smaller one"),
                      MAX_FILE)) &&
           (splitter_format_of(path) == SOURCE_WTHOR ? wthor_check(&whole, error)
                                                     : splitter_check(&whole, error));
}

/* How a file stores its games: in two lines each, or one of the formats of the splitter. */
static bool has_commands(const struct cursor *text, enum source_format format)
{
    struct cursor at = *text, line;
    return format == SOURCE_LINES && splitter_next(SOURCE_LINES, &at, &line) &&
           cursor_is_next(&line, "newgame ");
}

/* Finds the next game, of which `second` is the second line if it has two. False at the end, and
 * with `error` if something else is there. */
static bool next_game(bool commands, enum source_format format, struct cursor *at,
                      struct cursor *first, struct cursor *second, struct error *error)
{
    if (!splitter_next(format, at, first)) {
        return false;
    }
    if (format == SOURCE_WTHOR && first->line == 0) {
        return splitter_next(format, at, first); /* behind a header with a wrong number of games */
    }
    if (!commands) {
        return true;
    }
    if (!cursor_is_next(first, "newgame ")) {
        return error_set(error, _("line %d: expected 'newgame ...'"), first->line);
    }
    return (splitter_next(format, at, second) && cursor_is_next(second, "position ")) ||
           error_set(error, _("line %d: expected 'position ...' behind it"), first->line);
}

bool game_file_read_games(const struct buffer *text, enum source_format format, int number,
                          const struct table *table, struct saved_game *saved, int *games,
                          struct error *error)
{
    const struct cursor whole = cursor_begin(buffer_text(text), buffer_length(text), 1);
    struct cursor at = whole, first, second, found = at, found_second = at;
    const struct wthor_names no_names = {.players = {0}};
    const bool lines = format == SOURCE_LINES, records = format == SOURCE_WTHOR;
    format = lines || records ? format : splitter_guess(&at);
    const bool commands = !lines && has_commands(&at, format);
    struct error reason = {""};
    *games = 0;
    if (format == SOURCE_LINES && !lines && !commands) {
        return error_set(
            error, _("expected PGN, SGF, GGF, or two lines, 'newgame ...' and 'position ...'"));
    }
    while (next_game(commands, format, &at, &first, &second, &reason)) {
        if (++*games == number) {
            found = first;
            found_second = second;
        }
    }
    if (reason.text[0]) {
        *error = reason;
        return false;
    }
    if (number > *games) {
        return *games == 0
                   ? error_set(error, _("it has no game"))
                   : error_set(error, _("it has no game %d; expected 1 to %d"), number, *games);
    }
    const bool good = commands  ? read_commands(&found, &found_second, saved, &reason)
                      : lines   ? read_line(&found, table, saved, &reason)
                      : records ? wthor_read(&whole, &found, &no_names, saved, &reason)
                                : splitter_read(format, &found, table->record.game, saved, &reason);
    return good || (*games > 1 ? error_set(error, _("game %d: %.250s"), number, reason.text)
                               : error_set(error, "%s", reason.text));
}

bool game_file_load(struct table *table, const char *path, int number, table_action *keep,
                    struct game_loaded *loaded, struct error *error)
{
    struct saved_game saved = {.game = NULL};
    struct error reason = {""};
    LOCAL_BUFFER text = {0};
    *loaded = (struct game_loaded){.number = number};
    bool good = game_file_read(path, &text, &reason) &&
                game_file_read_games(&text, splitter_format_of(path), number, table, &saved,
                                     &loaded->games, &reason) &&
                table_check_engines(table, saved.game, &reason);
    if (!good) {
        error_set(error, "%s: %.250s", path, reason.text);
    } else if (keep && !keep(table, error)) {
        good = false;
    } else {
        struct command_position position = game_record_command(&saved.record);
        table_set_game(table, saved.game, &saved.settings, position.fen, position.moves);
        table_end_with(table, saved.cut ? RESULT_NONE : saved.result, _("as the file says"));
        table->kept.unsaved = false;
        error_set(&loaded->cut, "%s", saved.cut ? saved.cut : "");
    }
    saved_game_finish(&saved);
    return good;
}
