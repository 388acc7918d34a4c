/* SPDX-License-Identifier: MIT */
#include "game_save.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "dialect.h"
#include "formats.h"
#include "game_file.h"
#include "sgf.h"
#include "splitter.h"

/* The name of a person in files. */
#define PERSON "Person"

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
    enum export_format format = EXPORT_PGN;
    while (format <= EXPORT_GGF && !game_file_has_end(path, export_name(format))) {
        format++;
    }
    return format <= EXPORT_GGF ? format : EXPORT_MOVES;
}

/* Appends the game as the file stores it. */
static bool format_game(const struct table *table, const char *path, struct buffer *text,
                        struct error *error)
{
    const enum export_format format = find_format(path);
    struct error reason;
    if (format == EXPORT_MOVES) {
        format_commands(table, text);
    } else if (check_fits(table->record.game, format, &reason)) {
        format_finished(table, format, text);
    } else {
        return error_set(error, "%s: %.250s", path, reason.text);
    }
    return true;
}

static bool is_blank(const struct buffer *text)
{
    return strspn(buffer_text(text), " \t\r\n") == buffer_length(text);
}

/* Reads a regular file. A file that does not exist, or is not regular, is empty. */
static bool read_old(const char *path, struct buffer *text, bool *regular, struct error *error)
{
    struct stat status;
    *regular = stat(path, &status) == 0 && S_ISREG(status.st_mode);
    return !*regular || game_file_read(path, text, error);
}

/* True if games in this format can be added to a text: it is empty, or has games of the same
 * format. */
static bool may_append(enum export_format format, const struct buffer *text, struct error *error)
{
    static const enum source_format wanted[] = {
        [EXPORT_PGN] = SOURCE_PGN, [EXPORT_SGF] = SOURCE_SGF, [EXPORT_GGF] = SOURCE_SGF};
    struct cursor at = cursor_begin(buffer_text(text), buffer_length(text), 1), piece;
    if (is_blank(text)) {
        return true;
    }
    if (format == EXPORT_MOVES) {
        return (splitter_next(SOURCE_LINES, &at, &piece) && cursor_is_next(&piece, "newgame ")) ||
               error_set(error, "it does not begin with 'newgame ...'");
    }
    return splitter_guess(&at) == wanted[format] ||
           error_set(error, "it is no file of games in %s", export_name(format));
}

/* True if the text is empty, or one game that can be read completely. Anything else would be lost
 * when the game replaces it. */
static bool may_replace(const struct table *table, const struct buffer *text, struct error *error)
{
    struct saved_game saved = {.game = NULL};
    struct error reason = {""};
    int games = 1;
    bool good =
        is_blank(text) || game_file_read_games(text, false, 1, table, &saved, &games, &reason);
    if (good && saved.cut) {
        good = error_set(&reason, "%s", saved.cut);
    }
    if (games > 1) {
        good =
            error_set(error, "it holds %d games, and one would be left; expected 'append'", games);
    } else if (!good) {
        error_set(error, "what it holds would be lost (%.150s)", reason.text);
    }
    saved_game_finish(&saved);
    return good;
}

/* Writes a text. After a failure an old file has its old length. */
static bool write_text(const char *path, const char *mode, const struct buffer *text)
{
    FILE *file = fopen(path, mode);
    if (!file) {
        return false;
    }
    fseek(file, 0, SEEK_END);
    const long before = ftell(file);
    bool good = fwrite(buffer_text(text), 1, buffer_length(text), file) == buffer_length(text);
    good = fflush(file) == 0 && good;
    const int reason = errno;
    if (!good && before >= 0 && ftruncate(fileno(file), before) != 0) {
        good = false; /* not a regular file: nothing to restore */
    }
    good = (fclose(file) == 0 || !good) && good;
    errno = good ? errno : reason;
    return good;
}

/* Writes a file beside the old one, and then replaces that. */
static bool write_anew(const char *path, const struct buffer *text)
{
    LOCAL_BUFFER beside = {0};
    struct stat status;
    buffer_printf(&beside, "%s.new", path);
    const bool old = stat(path, &status) == 0;
    bool good = write_text(buffer_text(&beside), "wx", text);
    if (good && old) {
        good = chmod(buffer_text(&beside), status.st_mode & 07777) == 0;
    }
    if (good) {
        good = rename(buffer_text(&beside), path) == 0;
    }
    if (!good && errno != EEXIST) {
        const int reason = errno;
        unlink(buffer_text(&beside));
        errno = reason;
    }
    return good;
}

/* Appends a text to a file, after an empty line if the format wants one between games. */
static bool write_behind(const char *path, const struct buffer *old, const struct buffer *text)
{
    LOCAL_BUFFER whole = {0};
    const size_t length = buffer_length(old);
    const char *end = buffer_text(old) + length;
    if (length > 0 && end[-1] != '\n') {
        buffer_puts(&whole, "\n\n");
    } else if (length > 1 && end[-2] != '\n' && find_format(path) == EXPORT_PGN) {
        buffer_puts(&whole, "\n");
    }
    buffer_append(&whole, buffer_text(text), buffer_length(text));
    return write_text(path, "a", &whole);
}

/* True if a file can be written. A new one is not left behind. */
static bool is_writable(const char *path)
{
    struct stat status;
    const bool is_new = stat(path, &status) != 0;
    FILE *file = fopen(path, "a");
    if (!file) {
        return false;
    }
    fclose(file);
    return !is_new || unlink(path) == 0;
}

bool game_save_check(const struct table *table, const char *path, struct error *error)
{
    LOCAL_BUFFER text = {0}, old = {0};
    struct error reason;
    bool regular, good = format_game(table, path, &text, error);
    if (good && !(read_old(path, &old, &regular, &reason) &&
                  may_append(find_format(path), &old, &reason))) {
        good = error_set(error, "%s: %.250s", path, reason.text);
    }
    if (good && !is_writable(path)) {
        good = error_set(error, "%s: %s", path, strerror(errno));
    }
    return good;
}

bool game_save(const struct table *table, const char *path, enum game_save_mode mode,
               struct error *error)
{
    struct buffer text = {0}, old = {0};
    struct error reason = {""};
    bool regular = false, good = format_game(table, path, &text, error);
    if (!good) {
        buffer_finish(&text);
        return false;
    }
    good = read_old(path, &old, &regular, &reason);
    if (mode == GAME_SAVE_NEW && regular && !is_blank(&old)) {
        good = error_set(&reason, "it exists; expected another name, or 'append' or 'replace'");
    } else if (good && mode == GAME_SAVE_APPEND) {
        good = may_append(find_format(path), &old, &reason);
    } else if (good && mode == GAME_SAVE_REPLACE) {
        good = may_replace(table, &old, &reason);
    }
    if (good) {
        good = mode == GAME_SAVE_APPEND     ? write_behind(path, &old, &text)
               : regular && !is_blank(&old) ? write_anew(path, &text)
                                            : write_text(path, "w", &text);
        good = good || error_set(&reason, "%s", strerror(errno));
    }
    buffer_finish(&text);
    buffer_finish(&old);
    return good || error_set(error, "%s: %.250s", path, reason.text);
}

bool game_save_kept(struct table *table, struct error *error)
{
    if (!table->kept_in || !table->unsaved) {
        return true;
    }
    table->unsaved = false;
    return game_save(table, table->kept_in, GAME_SAVE_APPEND, error);
}
