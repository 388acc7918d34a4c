/* SPDX-License-Identifier: MIT */
#include "ggf.h"

#include <stdlib.h>
#include <strings.h>

#include "encoding.h"
#include "look.h"
#include "properties.h"
#include "registry.h"

/* Moves in each line of output. */
#define LINE_MOVES 10

bool ggf_is(const struct cursor *text)
{
    struct cursor at = *text;
    while (!cursor_is_at_end(&at) && !cursor_is_next(&at, "GM[")) {
        at.at++;
    }
    at.at += cursor_is_at_end(&at) ? 0 : strlen("GM[");
    return cursor_peek(text) == '(' && isalpha((unsigned char)cursor_peek(&at));
}

static bool choose_game(struct saved_game *saved, const char *name, struct error *error)
{
    for (const struct game *const *game = registry_games(); *game && !saved->game; game++) {
        const struct look_ggf *ggf = (*game)->look ? (*game)->look->ggf : NULL;
        saved->game = ggf && strcasecmp(ggf->name, name) == 0 ? *game : NULL;
    }
    if (!saved->game) {
        error_set(error, "GM: no game here is called '%.60s'", name);
        return false;
    }
    game_default_settings(saved->game, &saved->settings);
    return true;
}

/* Begins at BO, "8 -------- ... *": the size of the board, its ranks, the side to move. Converts it
 * to a FEN with one character for each square and no blanks except before the side to move. */
static bool begin(struct saved_game *saved, const char *board, struct error *error)
{
    struct buffer fen = {0};
    struct error reason;
    char *rest;
    if (!*board) {
        return saved_game_begin(saved, NULL, error);
    }
    const int size = (int)strtol(board, &rest, 10);
    const size_t length = strlen(rest);
    if (length < 2 || rest[length - 2] != ' ') {
        return error_set(
            error, "BO: expected the size of the board, its ranks and who moves, found '%.60s'",
            board);
    }
    for (size_t i = 0; i + 2 < length; i++) {
        if (rest[i] != ' ') {
            buffer_putc(&fen, rest[i]);
        }
    }
    buffer_puts(&fen, rest + length - 2);
    const bool good = (saved_game_choose_size(saved, size, &reason) &&
                       saved_game_begin(saved, buffer_text(&fen), &reason)) ||
                      error_set(error, "BO: %.200s", reason.text);
    buffer_finish(&fen);
    return good;
}

/* Reads "F5/1.50/0.10": the move, then the engine's evaluation of it. */
static bool take_move(struct saved_game *saved, const struct property *property,
                      struct error *error)
{
    struct error reason;
    const char *value = property->value;
    const size_t length = strcspn(value, "/");
    return property_takes_turn(property, saved, saved->game->look->ggf->colours, true, error) &&
           (saved_game_play(saved, value, length, &reason) ||
            error_set(error, "line %d: %c[%.*s]: %.200s", property->line, property->name[0],
                      length < 20 ? (int)length : 20, value, reason.text));
}

/* Reads "+12.00" or "-64.00:r": the first player's margin. RESULT_NONE for any other text. */
static enum game_result find_result(const char *value)
{
    char *end;
    const double margin = strtod(value, &end);
    return end == value  ? RESULT_NONE
           : margin > 0. ? RESULT_P1_WINS
           : margin < 0. ? RESULT_P2_WINS
                         : RESULT_DRAW;
}

static bool take(struct saved_game *saved, const struct property *property, struct error *error)
{
    static const char *const moves[] = {"B", "W", NULL};
    /* These describe the whole game, and also exist in SGF. */
    static const char *const tags[] = {"DT", "PB", "PC", "PW", NULL};
    if (property_is_any(property, moves)) {
        return take_move(saved, property, error);
    }
    if (property_is(property, "RE")) {
        saved->result = find_result(property->value);
    } else if (property_is_any(property, tags)) {
        saved_game_add_tag(saved, property->name, property->value, "");
    }
    return true;
}

bool ggf_read(const struct cursor *text, struct saved_game *saved, struct error *error)
{
    struct properties properties;
    bool good = properties_read(&properties, text, error) &&
                choose_game(saved, properties_find(&properties, "GM"), error) &&
                begin(saved, properties_find(&properties, "BO"), error);
    for (int i = 0; i < properties.count && good; i++) {
        good = take(saved, &properties.list[i], error);
    }
    properties_finish(&properties);
    return good;
}

/* Appends a property. Brackets in its value become '_', because other programs know no escapes. */
static void put_tag(const char *name, const char *value, struct buffer *out)
{
    struct buffer line = {0};
    encoding_put_line(value, &line);
    buffer_printf(out, "%s[", name);
    for (const char *at = buffer_text(&line); *at; at++) {
        buffer_puts(out, *at == '\\' ? "\\" : "");
        buffer_putc(out, *at == '[' || *at == ']' ? '_' : *at);
    }
    buffer_putc(out, ']');
    buffer_finish(&line);
}

/* Appends "8 -------- ... *": the number of files, the ranks from the first one on, the side to
 * move. */
static void put_board(const struct game_record *record, struct buffer *out)
{
    const struct look *look = record->game->look;
    struct look_board board;
    look->board(record->start, &board);
    buffer_printf(out, "BO[%d", board.files);
    for (int rank = 0; rank < board.ranks; rank++) {
        buffer_putc(out, ' ');
        for (int file = 0; file < board.files; file++) {
            const int code = board.squares[rank * board.files + file];
            buffer_putc(out, code ? look->ggf->signs[code - 1] : '-');
        }
    }
    buffer_printf(out, " %c]", look->ggf->signs[record->game->player(record->start) - 1]);
}

/* Appends a move in capital letters. */
static void put_move(const struct game_walk *at, const char *remark, struct buffer *out)
{
    const struct look *look = at->game->look;
    struct buffer text = {0};
    look_format_move(at->game, at->position, at->move, &text);
    const bool passes = look->pass && strcmp(buffer_text(&text), look->pass) == 0;
    buffer_printf(out, "%c[", look->ggf->colours[game_walk_player(at)]);
    for (const char *letter = passes ? "PA" : buffer_text(&text); *letter; letter++) {
        buffer_putc(out, (char)toupper((unsigned char)*letter));
    }
    buffer_printf(out, "%s]", remark);
    buffer_finish(&text);
}

void ggf_write(const struct saved_game *saved, const struct game_notes *notes, struct buffer *out)
{
    struct game_walk walk;
    struct game_note note = {.mark = NULL};
    const char *value;
    buffer_printf(out, "(;GM[%s]", saved->game->look->ggf->name);
    for (const char *tag = NULL; (tag = saved_game_next_tag(saved, tag, &value));) {
        put_tag(tag, value, out);
    }
    put_board(&saved->record, out);
    game_walk_along(&walk, &saved->record);
    while (game_walk_next(&walk)) {
        game_note_take(&note, notes, &walk);
        buffer_puts(out, walk.ply % LINE_MOVES == 0 ? "\n" : "");
        put_move(&walk, buffer_text(&note.remark), out);
    }
    buffer_puts(out, ";)\n\n");
    game_note_finish(&note);
    game_walk_finish(&walk);
}
