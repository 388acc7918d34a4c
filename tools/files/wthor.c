/* SPDX-License-Identifier: MIT */
#include "wthor.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "file.h"
#include "look.h"
#include "sgf.h"

/* Bytes of a header, and of a record before its moves. */
#define HEADER 16
#define BEFORE 8

/* Bytes of the name of a player and of a tournament, the last of which is 0. */
#define PLAYER     20
#define TOURNAMENT 26

/* The number of Othello in SGF. */
#define SGF_OTHELLO 2

/* The depth of the theoretical score if the header has none: empty squares. */
#define DEPTH 22

/* Returns a number of `bytes` bytes, the lowest one first. */
static unsigned number_at(const char *text, int bytes)
{
    unsigned number = 0;
    while (bytes-- > 0) {
        number = number << 8 | (unsigned char)text[bytes];
    }
    return number;
}

/* The side of the board; 0: of an unknown size. */
static int side_of(const struct cursor *file)
{
    const unsigned side = number_at(file->text + 12, 1);
    return side == 0 || side == 8 ? 8 : side == 10 ? 10 : 0;
}

/* The length of a record: a byte for each square but the four of the middle. */
static size_t record_length(const struct cursor *file)
{
    return BEFORE + (size_t)(side_of(file) * side_of(file) - 4);
}

bool wthor_check(const struct cursor *file, struct error *error)
{
    if (file->length < HEADER) {
        return error_set(error, "%zu bytes; expected a header of WTHOR, %d bytes", file->length,
                         HEADER);
    }
    if (number_at(file->text + 8, 2) > 0) {
        return error_set(error, "byte 8: a file of names, or not of WTHOR; expected games");
    }
    if (file->text[13]) {
        return error_set(error, "byte 13: a file of problems; expected games");
    }
    return side_of(file) > 0 || error_set(error, "byte 12: a board of %u; expected 8 or 10",
                                          number_at(file->text + 12, 1));
}

bool wthor_next(struct cursor *file, struct cursor *record)
{
    const size_t length = record_length(file);
    if (file->at == 0) {
        file->at = HEADER;
        *record = cursor_begin(file->text, HEADER, 0);
        if (file->length != HEADER + length * number_at(file->text + 4, 4)) {
            return true;
        }
    }
    if (cursor_is_at_end(file)) {
        return false;
    }
    const size_t left = file->length - file->at;
    *record = cursor_begin(cursor_place(file), left < length ? left : length, file->line++);
    file->at += record->length;
    return true;
}

/* Reads a file of names, a header and names of `length` bytes each, unless it is missing or another
 * one has been read. Its length is checked, because players would get the names of tournaments. */
static bool read_names(const char *path, const char *file, size_t length, struct buffer *out,
                       struct error *error)
{
    const char *slash = strrchr(path, '/');
    const size_t most = HEADER + UINT16_MAX * length;
    size_t bytes;
    LOCAL_BUFFER name = {0};
    buffer_printf(&name, "%.*s%s", slash ? (int)(slash - path) + 1 : 0, path, file);
    if (buffer_length(out) > 0 || access(buffer_text(&name), F_OK) != 0) {
        return true;
    }
    const int descriptor = regular_file_open(buffer_text(&name), &bytes, error);
    if (descriptor < 0) {
        return false;
    }
    char *text = bytes >= HEADER && bytes <= most ? buffer_reserve(out, bytes) : NULL;
    const bool good = text && regular_file_read(descriptor, 0, text, bytes);
    const unsigned count = good ? number_at(text + 8, 2) : 0;
    if (good) {
        buffer_commit(out, bytes);
    }
    close(descriptor);
    return (good && bytes == HEADER + count * length) ||
           error_set(error, "%.150s: %zu bytes; expected a header of %d and %u names of %zu",
                     buffer_text(&name), bytes, HEADER, count, length);
}

bool wthor_names_read(struct wthor_names *names, const char *path, struct error *error)
{
    return read_names(path, "WTHOR.JOU", PLAYER, &names->players, error) &&
           read_names(path, "wthor.jou", PLAYER, &names->players, error) &&
           read_names(path, "WTHOR.TRN", TOURNAMENT, &names->tournaments, error) &&
           read_names(path, "wthor.trn", TOURNAMENT, &names->tournaments, error);
}

void wthor_names_finish(struct wthor_names *names)
{
    buffer_finish(&names->players);
    buffer_finish(&names->tournaments);
}

/* Adds a tag with the name that has this number; without its name, "#12". */
static void add_name(struct saved_game *saved, const char *tag, const struct buffer *names,
                     size_t length, unsigned number)
{
    char text[TOURNAMENT + 1] = "";
    const size_t at = HEADER + number * length;
    if (at + length <= buffer_length(names)) {
        memcpy(text, buffer_text(names) + at, length);
    } else {
        snprintf(text, sizeof text, "#%u", number);
    }
    saved_game_add_tag(saved, tag, text, "");
}

/* Adds the tags of a game: its players, its tournament, its year and its scores. */
static void add_tags(struct saved_game *saved, const struct cursor *file, const char *record,
                     const struct wthor_names *names)
{
    const int squares = side_of(file) * side_of(file);
    const int margin = 2 * (unsigned char)record[6] - squares;
    const unsigned year = number_at(file->text + 10, 2), depth = number_at(file->text + 14, 1);
    char text[96];
    add_name(saved, "PB", &names->players, PLAYER, number_at(record + 2, 2));
    add_name(saved, "PW", &names->players, PLAYER, number_at(record + 4, 2));
    add_name(saved, "EV", &names->tournaments, TOURNAMENT, number_at(record, 2));
    snprintf(text, sizeof text, "%u", year);
    saved_game_add_tag(saved, "DT", text, "");
    snprintf(text, sizeof text, margin ? "%c+%d" : "Draw", margin > 0 ? 'B' : 'W', abs(margin));
    saved_game_add_tag(saved, "RE", text, "");
    saved->result = margin > 0 ? RESULT_P1_WINS : margin < 0 ? RESULT_P2_WINS : RESULT_DRAW;
    snprintf(text, sizeof text, "Theoretical score of Black: %d discs, with %d squares empty",
             (unsigned char)record[7], depth > 0 ? (int)depth : DEPTH);
    saved_game_add_tag(saved, "GC", text, "");
}

/* Plays the move in a byte: its column, from 1, and 10 times its row, 12 times on the larger
 * board. */
static bool play(struct saved_game *saved, unsigned char move, int side, struct error *error)
{
    const int rows = side + 2, column = move % rows, row = move / rows;
    struct buffer name = {0};
    if (column < 1 || column > side || row < 1 || row > side) {
        return error_set(error, "%d is no square; expected column + %d * row", move, rows);
    }
    look_format_square(saved->game->look, column - 1, row - 1, &name);
    game_record_pass(&saved->record);
    const bool good = game_record_play(&saved->record, buffer_text(&name), error);
    buffer_finish(&name);
    return good;
}

static bool play_all(struct saved_game *saved, const struct cursor *file,
                     const struct cursor *record, struct error *error)
{
    struct error reason = {""};
    for (size_t i = BEFORE; i < record->length && record->text[i]; i++) {
        if (!play(saved, (unsigned char)record->text[i], side_of(file), &reason)) {
            return error_set(error, "byte %td: move %d: %.250s", record->text + i - file->text,
                             (int)(i - BEFORE) + 1, reason.text);
        }
    }
    return true;
}

bool wthor_read(const struct cursor *file, const struct cursor *record,
                const struct wthor_names *names, struct saved_game *saved, struct error *error)
{
    const size_t length = record_length(file);
    saved->game = sgf_find_game(SGF_OTHELLO);
    if (record->line == 0) {
        return error_set(error, "byte 4: the header has %u games of %zu bytes; %zu bytes follow it",
                         number_at(file->text + 4, 4), length, file->length - HEADER);
    }
    if (record->length < length) {
        return error_set(error, "byte %td: the record has %zu bytes; expected %zu",
                         record->text - file->text, record->length, length);
    }
    for (int i = 6; i < BEFORE; i++) {
        const int discs = (unsigned char)record->text[i];
        if (discs > side_of(file) * side_of(file)) {
            return error_set(error, "byte %td: a score of %d discs on %dx%d squares",
                             record->text + i - file->text, discs, side_of(file), side_of(file));
        }
    }
    if (!saved->game) {
        return error_set(error, "no game here has the number %d of SGF", SGF_OTHELLO);
    }
    game_default_settings(saved->game, &saved->settings);
    if (!saved_game_choose_size(saved, side_of(file), error) ||
        !saved_game_begin(saved, NULL, error)) {
        return false;
    }
    add_tags(saved, file, record->text, names);
    return play_all(saved, file, record, error);
}
