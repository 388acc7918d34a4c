/* SPDX-License-Identifier: MIT */
#include "game_save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "dialect.h"
#include "formats.h"
#include "game_file.h"
#include "language.h"
#include "memory.h"
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
           error_set(error, _("%s is not written as %s; expected a name without .%s"), game->title,
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

/* Appends the game as the file stores it. */
static bool format_game(const struct table *table, const char *path, struct buffer *text,
                        struct error *error)
{
    const enum export_format format = find_format(path);
    struct error reason;
    if (format == EXPORT_MOVES && splitter_format_of(path) != SOURCE_AUTO) {
        return error_set(
            error, _("%s: files with this ending are read, not written; expected another name"),
            path);
    }
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
               error_set(error, _("it does not begin with 'newgame ...'"));
    }
    return splitter_guess(&at) == wanted[format] ||
           error_set(error, _("it is no file of games in %s"), export_name(format));
}

/* True if the text is empty, or one game that can be read completely. Anything else would be lost
 * when the game replaces it. */
static bool may_replace(const struct table *table, const struct buffer *text, struct error *error)
{
    struct saved_game saved = {.game = NULL};
    struct error reason = {""};
    int games = 1;
    bool good = is_blank(text) ||
                game_file_read_games(text, SOURCE_AUTO, 1, table, &saved, &games, &reason);
    if (good && saved.cut) {
        good = error_set(&reason, "%s", saved.cut);
    }
    if (games > 1) {
        good = error_set(error, _("it holds %d games, and one would be left; expected 'append'"),
                         games);
    } else if (!good) {
        error_set(error, _("what it holds would be lost (%.150s)"), reason.text);
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

/* Saves the text of the table's game. */
static bool save_text(const struct table *table, const char *path, enum game_save_mode mode,
                      const struct buffer *text, struct error *error)
{
    LOCAL_BUFFER old = {0};
    struct error reason = {""};
    bool regular = false, good = read_old(path, &old, &regular, &reason);
    if (mode == GAME_SAVE_NEW && regular && !is_blank(&old)) {
        good = error_set(&reason, _("it exists; expected another name, or 'append' or 'replace'"));
    } else if (good && mode == GAME_SAVE_APPEND) {
        good = may_append(find_format(path), &old, &reason);
    } else if (good && mode == GAME_SAVE_REPLACE) {
        good = may_replace(table, &old, &reason);
    }
    if (good) {
        good = mode == GAME_SAVE_APPEND     ? write_behind(path, &old, text)
               : regular && !is_blank(&old) ? write_anew(path, text)
                                            : write_text(path, "w", text);
        good = good || error_set(&reason, "%s", strerror(errno));
    }
    return good || error_set(error, "%s: %.250s", path, reason.text);
}

bool game_save(const struct table *table, const char *path, enum game_save_mode mode,
               struct error *error)
{
    LOCAL_BUFFER text = {0};
    return format_game(table, path, &text, error) && save_text(table, path, mode, &text, error);
}

/* Makes a text the end of a file. It is written at once, so that a kill leaves the old or the new
 * end. */
static bool write_end(int file, off_t begin, const struct buffer *text)
{
    const off_t length = (off_t)buffer_length(text);
    struct stat status;
    bool good = fstat(file, &status) == 0 &&
                (status.st_size <= begin + length || ftruncate(file, begin + length) == 0);
    for (off_t done = 0; good && done < length;) {
        const ssize_t count =
            pwrite(file, buffer_text(text) + done, (size_t)(length - done), begin + done);
        good = count > 0;
        done += count;
    }
    return good;
}

/* Writes the game over its last text in the file, which is at the end. After a failure, that is
 * there again. */
static bool write_over(const char *path, const struct table_kept *kept, const struct buffer *text,
                       struct error *error)
{
    LOCAL_BUFFER old = {0};
    const size_t length = (size_t)(kept->end - kept->begin);
    const int file = open(path, O_RDWR | O_CLOEXEC);
    char *room = memory_checked(buffer_reserve(&old, length));
    bool good = file >= 0 && pread(file, room, length, kept->begin) == (ssize_t)length;
    if (good && !write_end(file, kept->begin, text)) {
        const int reason = errno;
        buffer_commit(&old, length);
        write_end(file, kept->begin, &old);
        errno = reason;
        good = false;
    }
    good = good || error_set(error, "%s: %s", path, strerror(errno));
    if (file >= 0) {
        close(file);
    }
    return good;
}

bool game_save_kept(struct table *table, struct error *error)
{
    struct table_kept *kept = &table->kept;
    LOCAL_BUFFER text = {0};
    struct stat status;
    if (!kept->path || !(kept->unsaved || kept->failed)) {
        return true;
    }
    const bool first = kept->unsaved;
    kept->unsaved = false;
    bool good = format_game(table, kept->path, &text, error);
    const bool over =
        kept->end > 0 && stat(kept->path, &status) == 0 && status.st_size == kept->end;
    good = good && (over ? write_over(kept->path, kept, &text, error)
                         : save_text(table, kept->path, GAME_SAVE_APPEND, &text, error));
    if (good && stat(kept->path, &status) == 0 && S_ISREG(status.st_mode)) {
        kept->end = status.st_size;
        kept->begin = kept->end - (off_t)buffer_length(&text);
    }
    kept->failed = !good && first;
    return good;
}

bool game_save_progress(struct table *table, struct error *error)
{
    const struct table_kept *kept = &table->kept;
    struct stat status;
    return !kept->path || !kept->unsaved ||
           (stat(kept->path, &status) == 0 && !S_ISREG(status.st_mode)) ||
           game_save_kept(table, error);
}
