/* SPDX-License-Identifier: MIT */
#include "read_ggf.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "buffer.h"
#include "encoding.h"
#include "formats.h"
#include "look.h"
#include "properties.h"
#include "registry.h"

bool read_ggf_is(const char *text)
{
    const char *game = strstr(text, "GM[");
    return *text == '(' && game && isalpha((unsigned char)game[3]);
}

static const struct game *find_game(const char *name)
{
    for (const struct game *const *game = registry_games(); *game; game++) {
        if ((*game)->look && (*game)->look->ggf &&
            strcasecmp((*game)->look->ggf->name, name) == 0) {
            return *game;
        }
    }
    return NULL;
}

/* First pass: the game, and its board as BO has it. */
static bool choose_game(const char *text, struct saved_game *saved, struct buffer *board,
                        struct error *error)
{
    struct property_reader reader;
    struct buffer name = {0};
    int found;
    property_reader_init(&reader, text, saved->line);
    while ((found = property_next(&reader, error)) > 0) {
        struct buffer *kept = property_is(&reader, "GM")   ? &name
                              : property_is(&reader, "BO") ? board
                                                           : NULL;
        if (kept) {
            buffer_clear(kept);
            buffer_puts(kept, property_value(&reader));
        }
    }
    saved->game = find_game(buffer_text(&name));
    bool good =
        found == 0 && property_skip_rest(&reader, error) &&
        (saved->game || error_set(error, "GM: no game here is called '%.60s'", buffer_text(&name)));
    if (good) {
        game_default_settings(saved->game, &saved->settings);
    }
    buffer_finish(&name);
    property_reader_finish(&reader);
    return good;
}

/* "8 -------- ... *": the size of the board, its ranks, the side to move. As a FEN of characters,
 * one a square, without blanks but before the side. */
static bool begin_at(struct saved_game *saved, const char *board, struct error *error)
{
    struct buffer fen = {0};
    struct error reason;
    char *rest;
    const int size = (int)strtol(board, &rest, 10);
    const size_t length = strlen(rest);
    if (length < 2 || rest[length - 2] != ' ') {
        return error_set(
            error, "BO: expected the size of the board, its ranks and who moves, found '%.60s'",
            board);
    }
    if (!saved_game_choose_size(saved, size, &reason)) {
        return error_set(error, "BO: %.200s", reason.text);
    }
    for (size_t i = 0; i + 2 < length; i++) {
        if (rest[i] != ' ') {
            buffer_putc(&fen, rest[i]);
        }
    }
    buffer_puts(&fen, rest + length - 2);
    const bool good = saved_game_begin(saved, buffer_text(&fen), &reason) ||
                      error_set(error, "BO: %.200s", reason.text);
    buffer_finish(&fen);
    return good;
}

/* "F5/1.50/0.10": the move, before what was thought of it. A side that cannot move passes, which
 * files need not say. */
static bool read_move(struct saved_game *saved, const struct property_reader *reader,
                      struct error *error)
{
    struct error reason;
    const char *colours = saved->game->look->ggf->colours, *value = property_value(reader);
    struct buffer move = {0};
    buffer_append(&move, value, strcspn(value, "/"));
    if (reader->name[0] != colours[game_record_player(&saved->record) - 1]) {
        game_record_pass(&saved->record);
    }
    const int player = game_record_player(&saved->record) - 1;
    bool good;
    if (reader->name[0] != colours[player]) {
        good = error_set(error, "line %d: %c[%.20s]: it is the turn of %c", reader->line,
                         reader->name[0], value, colours[player]);
    } else {
        good = saved_game_play(saved, buffer_text(&move), &reason) ||
               error_set(error, "line %d: %c[%.20s]: %.200s", reader->line, reader->name[0],
                         buffer_text(&move), reason.text);
    }
    buffer_finish(&move);
    return good;
}

/* "+12.00", "-64.00:r": what the first player has more; anything else tells nothing. */
static enum game_result find_result(const char *value)
{
    char *end;
    const double margin = strtod(value, &end);
    return end == value  ? RESULT_NONE
           : margin > 0. ? RESULT_P1_WINS
           : margin < 0. ? RESULT_P2_WINS
                         : RESULT_DRAW;
}

/* Whether a property tells of the game as a whole and stands in SGF, too. */
static bool tells_of_game(const struct property_reader *reader)
{
    static const char *const names[] = {"DT", "PB", "PC", "PW"};
    for (int i = 0; i < LENGTH(names); i++) {
        if (property_is(reader, names[i])) {
            return true;
        }
    }
    return false;
}

static bool read_property(const struct property_reader *reader, struct saved_game *saved,
                          struct error *error)
{
    const char *value = property_value(reader);
    if (property_is(reader, "RE")) {
        saved->result = find_result(value);
    } else if (tells_of_game(reader)) {
        struct buffer text = {0};
        encoding_put_utf8("", value, strlen(value), &text);
        format_sgf_property(reader->name, buffer_text(&text), &saved->tags);
        buffer_finish(&text);
    } else if (property_is(reader, "B") || property_is(reader, "W")) {
        return read_move(saved, reader, error);
    }
    return true;
}

/* Second pass: moves. */
static bool read_moves(const char *text, struct saved_game *saved, struct error *error)
{
    struct property_reader reader;
    bool good = true;
    property_reader_init(&reader, text, saved->line);
    while (good && property_next(&reader, error) > 0) {
        good = read_property(&reader, saved, error);
    }
    property_reader_finish(&reader);
    return good;
}

bool read_ggf(const char *text, struct saved_game *saved, struct error *error)
{
    struct buffer board = {0};
    bool good = choose_game(text, saved, &board, error) &&
                (buffer_length(&board) > 0 ? begin_at(saved, buffer_text(&board), error)
                                           : saved_game_begin(saved, NULL, error)) &&
                read_moves(text, saved, error);
    buffer_finish(&board);
    return good;
}
