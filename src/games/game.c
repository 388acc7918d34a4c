/* SPDX-License-Identifier: MIT */
#include "game.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "alloc.h"

int game_find_parameter(const struct game *game, const char *name)
{
    for (int i = 0; i < game->setting_count; i++) {
        if (game->settings[i].name && strcasecmp(game->settings[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int game_find_option(const struct game *game, const char *name)
{
    for (int i = 0; i < game->setting_count; i++) {
        if (game->settings[i].option && strcasecmp(game->settings[i].option, name) == 0) {
            return i;
        }
    }
    return -1;
}

static bool read_check(const char *text, int *value, struct error *error)
{
    static const char *const names[] = {"false", "true", "off", "on", "0", "1"};
    for (int i = 0; i < LENGTH(names); i++) {
        if (strcasecmp(text, names[i]) == 0) {
            *value = i % 2;
            return true;
        }
    }
    return error_set(error, "'%s' is neither true nor false", text);
}

static bool read_spin(const struct setting *setting, const char *text, int *value,
                      struct error *error)
{
    char *end;
    long number = strtol(text, &end, 10);
    if (end == text || *end) {
        return error_set(error, "'%s' is not a whole number (%d to %d)", text, setting->min,
                         setting->max);
    }
    if (number < setting->min || number > setting->max) {
        return error_set(error, "%s is out of range (%d to %d)", text, setting->min, setting->max);
    }
    *value = (int)number;
    return true;
}

static bool read_choice(const struct setting *setting, const char *text, int *value,
                        struct error *error)
{
    struct buffer names;
    buffer_init(&names);
    for (int i = 0; setting->choices[i]; i++) {
        if (strcasecmp(text, setting->choices[i]) == 0) {
            *value = i;
            buffer_finish(&names);
            return true;
        }
        buffer_printf(&names, "%s%s", i > 0 ? ", " : "", setting->choices[i]);
    }
    error_set(error, "'%s' is none of: %s", text, buffer_text(&names));
    buffer_finish(&names);
    return false;
}

bool game_read_setting(const struct setting *setting, const char *text, int *value,
                       struct error *error)
{
    switch (setting->kind) {
    case SETTING_CHECK:
        return read_check(text, value, error);
    case SETTING_SPIN:
        return read_spin(setting, text, value, error);
    case SETTING_CHOICE:
        return read_choice(setting, text, value, error);
    case SETTING_TEXT:
    case SETTING_BUTTON:
        *value = 0;
        return true;
    }
    return false;
}

bool game_set_up_bench(const struct game *game, const struct game_settings *settings,
                       const char *fen, void *position)
{
    if (strcmp(fen, GAME_BENCH_START) == 0) {
        game->start(settings, position);
        return true;
    }
    return game->parse_fen(settings, fen, position, NULL);
}

void game_default_settings(const struct game *game, struct game_settings *settings)
{
    *settings = (struct game_settings){0};
    for (int i = 0; i < game->setting_count; i++) {
        settings->values[i] = game->settings[i].initial;
        settings->texts[i] = game->settings[i].initial_text;
    }
}

void game_named_settings(const struct game *game, const char *name, struct game_settings *settings)
{
    game_default_settings(game, settings);
    if (game->begin_as) {
        game->begin_as(name, settings);
    }
}

bool game_find_move(const struct game *game, const void *position, const char *text, move_t *move,
                    struct error *error)
{
    struct move_list list = {.count = 0};
    LOCAL_BUFFER texts = {0};
    game->legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        const size_t before = buffer_length(&texts);
        *move = list.moves[i];
        game->format_move(position, *move, &texts);
        if (strcasecmp(buffer_text(&texts) + before, text) == 0 ||
            (*move == MOVE_PASS && strcmp(text, "0000") == 0)) {
            return true;
        }
        buffer_putc(&texts, i + 1 < list.count ? ' ' : '\0');
    }
    return error_set(error, "illegal move '%s': expected one of: %s", text, buffer_text(&texts));
}

uint64_t game_count_leaves(const struct game *game, const void *position, int depth,
                           struct search *search)
{
    if (depth <= 0) {
        return 1;
    }
    if (search && search_stopped(search)) {
        return 0;
    }
    struct move_list list = {.count = 0};
    game->legal_moves(position, &list);
    FREED void *child = alloc_local(game->position_size);
    uint64_t leaves = 0;
    for (int i = 0; child && i < list.count; i++) {
        memcpy(child, position, game->position_size);
        game->play(child, list.moves[i]);
        leaves += game_count_leaves(game, child, depth - 1, search);
    }
    return leaves;
}
