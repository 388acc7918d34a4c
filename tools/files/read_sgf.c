/* SPDX-License-Identifier: MIT */
#include "read_sgf.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "buffer.h"
#include "encoding.h"
#include "formats.h"
#include "look.h"
#include "properties.h"
#include "registry.h"

bool read_sgf_fits(const struct game *game)
{
    return game->look && game->look->sgf && game->look->entry == LOOK_ENTER_SQUARE;
}

/* Sets the parameter by which the game calls its rules so. */
static bool choose_rules(struct saved_game *saved, const char *rules, struct error *error)
{
    const struct game *game = saved->game;
    for (int i = 0; game->look->sgf->rules && i < game->setting_count; i++) {
        const struct setting *setting = &game->settings[i];
        for (int j = 0; setting->kind == SETTING_CHOICE && setting->choices[j]; j++) {
            struct game_settings tried = saved->settings;
            tried.values[i] = j;
            if (strcasecmp(game->look->sgf->rules(&tried), rules) == 0) {
                saved->settings = tried;
                return true;
            }
        }
    }
    return error_set(error, "RU: %s has no rules '%.60s'", game->name, rules);
}

static bool read_size(struct saved_game *saved, int size, struct error *error)
{
    struct error reason;
    return saved_game_choose_size(saved, size, &reason) ||
           error_set(error, "SZ: %.200s", reason.text);
}

/* Properties of the root that choose the game and its settings. */
struct root {
    int number, size;      /* properties GM and SZ; 0: none */
    struct buffer rules;   /* RU */
    struct buffer charset; /* CA */
};

static bool take_size(struct root *root, const char *value, struct error *error)
{
    char *end;
    root->size = (int)strtol(value, &end, 10);
    bool good = !*end || (*end == ':' && atoi(end + 1) == root->size);
    return good ||
           error_set(error, "SZ: expected the size of a square board, found '%.20s'", value);
}

static bool take_property(struct root *root, const struct property_reader *reader,
                          struct error *error)
{
    const char *value = property_value(reader);
    if (property_is(reader, "GM")) {
        root->number = atoi(value);
    } else if (property_is(reader, "SZ")) {
        return take_size(root, value, error);
    } else if (property_is(reader, "RU")) {
        buffer_clear(&root->rules);
        buffer_puts(&root->rules, value);
    } else if (property_is(reader, "CA")) {
        buffer_clear(&root->charset);
        buffer_puts(&root->charset, value);
    }
    return true;
}

/* First pass: the game and its settings. */
static bool read_root(const char *text, struct saved_game *saved, struct root *root,
                      struct error *error)
{
    struct property_reader reader;
    bool good =
        *text == '(' || error_set(error, "line %d: expected a game tree, as (;GM[4]SZ[15];B[hh])",
                                  saved->line ? saved->line : 1);
    int found = 0;
    property_reader_init(&reader, text, saved->line);
    while (good && (found = property_next(&reader, error)) > 0) {
        good = take_property(root, &reader, error);
    }
    good = good && found == 0 && property_skip_rest(&reader, error);
    property_reader_finish(&reader);
    return good;
}

static bool choose_game(struct saved_game *saved, const struct root *root, struct error *error)
{
    for (const struct game *const *game = registry_games(); *game && !saved->game; game++) {
        saved->game =
            read_sgf_fits(*game) && (*game)->look->sgf->game_number == root->number ? *game : NULL;
    }
    if (!saved->game) {
        return error_set(error, "GM: no game here has the number %d", root->number);
    }
    game_default_settings(saved->game, &saved->settings);
    const char *rules = buffer_text(&root->rules);
    return (!root->size || read_size(saved, root->size, error)) &&
           (!*rules || choose_rules(saved, rules, error));
}

/* Plays the move that a value names: column and row from the top left, or nothing for a pass. */
static bool play_square(struct saved_game *saved, const char *value, struct error *error)
{
    const struct look *look = saved->game->look;
    struct look_board board;
    struct buffer square = {0};
    look->board(saved->record.position, &board);
    int column = value[0] - 'a', row = *value ? value[1] - 'a' : 0;
    bool passes = !*value && look->pass;
    if (!passes &&
        (column < 0 || column >= board.files || row < 0 || row >= board.ranks || value[2])) {
        return error_set(error, "'%.20s' is no square of the board", value);
    }
    if (passes) {
        buffer_puts(&square, look->pass);
    } else {
        look_format_square(look, column, board.ranks - 1 - row, &square);
    }
    bool good = game_record_play(&saved->record, buffer_text(&square), error);
    buffer_finish(&square);
    return good;
}

/* The stones before the first move: squares one after the other, two letters each. */
struct setup {
    struct buffer stones[2];
    bool moving; /* the first move was made */
};

static bool play_setup(struct saved_game *saved, struct setup *setup, struct error *error)
{
    size_t used[2] = {0, 0};
    for (;;) {
        int player = game_record_player(&saved->record) - 1;
        if (used[player] == buffer_length(&setup->stones[player])) {
            break;
        }
        char value[3] = {buffer_text(&setup->stones[player])[used[player]],
                         buffer_text(&setup->stones[player])[used[player] + 1], '\0'};
        used[player] += 2;
        if (!play_square(saved, value, error)) {
            return false;
        }
    }
    return (used[0] == buffer_length(&setup->stones[0]) &&
            used[1] == buffer_length(&setup->stones[1])) ||
           error_set(error, "AB, AW: the stones cannot have been played in turn");
}

/* A side that cannot move passes, which files need not say. */
static bool read_move(struct saved_game *saved, const struct property_reader *reader,
                      struct error *error)
{
    struct error reason;
    const char *colours = saved->game->look->sgf->colours, *value = property_value(reader);
    if (reader->name[0] != colours[game_record_player(&saved->record) - 1] && *value) {
        game_record_pass(&saved->record);
    }
    int player = game_record_player(&saved->record) - 1;
    if (reader->name[0] != colours[player]) {
        return error_set(error, "line %d: %c[%.20s]: it is the turn of %c", reader->line,
                         reader->name[0], value, colours[player]);
    }
    return play_square(saved, value, &reason) ||
           error_set(error, "line %d: %c[%.20s]: %.200s", reader->line, reader->name[0], value,
                     reason.text);
}

/* "B+R", "W+", "Draw" or "0"; anything else tells nothing. */
static enum game_result find_result(const char *colours, const char *value)
{
    if (value[0] && value[1] == '+') {
        return value[0] == colours[0]   ? RESULT_P1_WINS
               : value[0] == colours[1] ? RESULT_P2_WINS
                                        : RESULT_NONE;
    }
    bool drawn = strcmp(value, "Draw") == 0 || strcmp(value, "0") == 0;
    return drawn ? RESULT_DRAW : RESULT_NONE;
}

/* Whether a property tells of the game as a whole, not of the board. */
static bool tells_of_game(const struct property_reader *reader)
{
    static const char *const names[] = {"BR", "BT", "CP", "DT", "EV", "GC", "GN",
                                        "KM", "ON", "OT", "PB", "PC", "PW", "RE",
                                        "RO", "RU", "SO", "TM", "US", "WR", "WT"};
    for (int i = 0; i < LENGTH(names); i++) {
        if (property_is(reader, names[i])) {
            return true;
        }
    }
    return false;
}

/* Stones before the first move. */
static bool read_stone(const struct property_reader *reader, bool moving, const char *colours,
                       struct setup *setup, struct error *error)
{
    const char *value = property_value(reader);
    if (property_is(reader, "AE") || moving || strlen(value) != 2) {
        return error_set(error, "line %d: %s[%.20s]: expected %s", reader->line, reader->name,
                         value,
                         property_is(reader, "AE") ? "AB and AW, which add stones"
                                                   : "a square, before the first move");
    }
    buffer_puts(&setup->stones[reader->name[1] == colours[1]], value);
    return true;
}

static void put_tag(const struct property_reader *reader, const char *charset, struct buffer *out)
{
    struct buffer text = {0};
    encoding_put_utf8(charset, property_value(reader), buffer_length(&reader->value), &text);
    format_sgf_property(reader->name, buffer_text(&text), out);
    buffer_finish(&text);
}

static bool read_property(const struct property_reader *reader, struct saved_game *saved,
                          struct setup *setup, const struct root *root, struct error *error)
{
    const char *colours = saved->game->look->sgf->colours;
    if (property_is(reader, "AB") || property_is(reader, "AW") || property_is(reader, "AE")) {
        return read_stone(reader, setup->moving, colours, setup, error);
    }
    if (property_is(reader, "RE")) {
        saved->result = find_result(colours, property_value(reader));
    }
    if (!property_is(reader, "B") && !property_is(reader, "W")) {
        if (!setup->moving && tells_of_game(reader)) {
            put_tag(reader, buffer_text(&root->charset), &saved->tags);
        }
        return true;
    }
    bool good = setup->moving || play_setup(saved, setup, error);
    setup->moving = true;
    return good && read_move(saved, reader, error);
}

/* Second pass: stones and moves. */
static bool read_moves(const char *text, struct saved_game *saved, const struct root *root,
                       struct error *error)
{
    struct setup setup = {.moving = false};
    struct property_reader reader;
    bool good = true;
    property_reader_init(&reader, text, saved->line);
    while (good && property_next(&reader, error) > 0) {
        good = read_property(&reader, saved, &setup, root, error);
    }
    good = good && (setup.moving || play_setup(saved, &setup, error));
    property_reader_finish(&reader);
    buffer_finish(&setup.stones[0]);
    buffer_finish(&setup.stones[1]);
    return good;
}

bool read_sgf(const char *text, struct saved_game *saved, struct error *error)
{
    struct root root = {.number = 0};
    bool good = read_root(text, saved, &root, error) && choose_game(saved, &root, error) &&
                saved_game_begin(saved, NULL, error) && read_moves(text, saved, &root, error);
    buffer_finish(&root.rules);
    buffer_finish(&root.charset);
    return good;
}
