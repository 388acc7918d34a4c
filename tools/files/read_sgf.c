/* SPDX-License-Identifier: MIT */
#include "read_sgf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "buffer.h"
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

/* First pass: the game and its settings. */
static bool choose_game(const char *text, struct saved_game *saved, struct error *error)
{
    struct property_reader reader = {.at = text, .line = saved->line ? saved->line : 1};
    int number = 0, size = 0, found;
    char rules[PROPERTY_VALUE_ROOM] = "";
    while ((found = property_next(&reader)) > 0) {
        if (property_is(&reader, "GM")) {
            number = atoi(reader.value);
        } else if (property_is(&reader, "SZ")) {
            size = atoi(reader.value);
        } else if (property_is(&reader, "RU")) {
            snprintf(rules, sizeof rules, "%s", reader.value);
        }
    }
    if (found < 0) {
        return error_set(error, "line %d: expected a property and its value, as B[hh]",
                         reader.line);
    }
    for (const struct game *const *game = registry_games(); *game && !saved->game; game++) {
        saved->game =
            read_sgf_fits(*game) && (*game)->look->sgf->game_number == number ? *game : NULL;
    }
    if (!saved->game) {
        return error_set(error, "GM: no game here has the number %d", number);
    }
    game_default_settings(saved->game, &saved->settings);
    return (!size || read_size(saved, size, error)) &&
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

static bool read_move(struct saved_game *saved, const struct property_reader *reader,
                      struct error *error)
{
    struct error reason;
    const char *colours = saved->game->look->sgf->colours;
    int player = game_record_player(&saved->record) - 1;
    if (reader->name[0] != colours[player]) {
        return error_set(error, "line %d: %c[%.20s]: it is the turn of %c", reader->line,
                         reader->name[0], reader->value, colours[player]);
    }
    return play_square(saved, reader->value, &reason) ||
           error_set(error, "line %d: %c[%.20s]: %.200s", reader->line, reader->name[0],
                     reader->value, reason.text);
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

/* Second pass: stones and moves. */
static bool read_moves(const char *text, struct saved_game *saved, struct setup *setup,
                       struct error *error)
{
    struct property_reader reader = {.at = text, .line = saved->line ? saved->line : 1};
    bool moving = false;
    const char *colours = saved->game->look->sgf->colours;
    while (property_next(&reader) > 0) {
        bool move = property_is(&reader, "B") || property_is(&reader, "W");
        bool stone = property_is(&reader, "AB") || property_is(&reader, "AW");
        if (stone && (moving || strlen(reader.value) != 2)) {
            return error_set(error, "line %d: %s[%.20s]: expected a square, before the first move",
                             reader.line, reader.name, reader.value);
        }
        if (stone) {
            buffer_puts(&setup->stones[reader.name[1] == colours[1]], reader.value);
        }
        if (move && !moving && !play_setup(saved, setup, error)) {
            return false;
        }
        if (!moving && !move && tells_of_game(&reader)) {
            format_sgf_property(reader.name, reader.value, &saved->tags);
        }
        if (property_is(&reader, "RE")) {
            saved->result = find_result(colours, reader.value);
        }
        moving |= move;
        if (move && !read_move(saved, &reader, error)) {
            return false;
        }
    }
    return moving || play_setup(saved, setup, error);
}

bool read_sgf(const char *text, struct saved_game *saved, struct error *error)
{
    struct setup setup = {0};
    bool good = choose_game(text, saved, error) && saved_game_begin(saved, NULL, error) &&
                read_moves(text, saved, &setup, error);
    buffer_finish(&setup.stones[0]);
    buffer_finish(&setup.stones[1]);
    return good;
}
