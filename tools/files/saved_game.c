/* SPDX-License-Identifier: MIT */
#include "saved_game.h"

#include <stdlib.h>
#include <string.h>

#include "encoding.h"
#include "look.h"
#include "memory.h"

bool saved_game_begin(struct saved_game *saved, const char *fen, struct error *error)
{
    return game_record_open(&saved->record, saved->game, &saved->settings, fen, NULL, error);
}

void saved_game_finish(struct saved_game *saved)
{
    if (saved->record.game) {
        game_record_finish(&saved->record);
    }
    buffer_finish(&saved->tags);
    for (int i = 0; i < saved->annotation_count; i++) {
        free(saved->annotations[i].text);
    }
    free(saved->annotations);
    free(saved->cut);
    free(saved->doubt);
}

void saved_game_annotate(struct saved_game *saved, enum annotation_kind kind, const char *text)
{
    saved->annotations = memory_extended(saved->annotations, (size_t)saved->annotation_count,
                                         sizeof *saved->annotations);
    saved->annotations[saved->annotation_count++] =
        (struct annotation){.kind = kind, .ply = saved->record.plies, .text = memory_text(text)};
}

bool saved_game_parse(const struct saved_game *saved, const void *position, const char *text,
                      size_t length, move_t *move, struct error *error)
{
    struct buffer word = {0};
    buffer_append(&word, text, length);
    const bool good = look_parse_move(saved->game, position, buffer_text(&word), move, error);
    buffer_finish(&word);
    return good;
}

bool saved_game_play(struct saved_game *saved, const char *text, size_t length, struct error *error)
{
    move_t move;
    const bool good = saved_game_parse(saved, saved->record.position, text, length, &move, error);
    if (good) {
        game_record_play_move(&saved->record, move);
    }
    return good;
}

void saved_game_add_tag(struct saved_game *saved, const char *name, const char *value,
                        const char *charset)
{
    buffer_append(&saved->tags, name, strlen(name) + 1);
    encoding_put_utf8(charset, value, strlen(value), &saved->tags);
    buffer_putc(&saved->tags, '\0');
}

const char *saved_game_next_tag(const struct saved_game *saved, const char *name,
                                const char **value)
{
    const char *next = buffer_text(&saved->tags), *end = next + buffer_length(&saved->tags);
    if (name) {
        next = name + strlen(name) + 1;
        next += strlen(next) + 1;
    }
    *value = next < end ? next + strlen(next) + 1 : NULL;
    return next < end ? next : NULL;
}

const char *saved_game_tag(const struct saved_game *saved, const char *name)
{
    const char *value, *tag = NULL;
    while ((tag = saved_game_next_tag(saved, tag, &value)) && strcmp(tag, name) != 0) {
    }
    return value;
}

/* True if a setting has this value, of those from its first one on. */
static bool has_value(const struct setting *setting, int value)
{
    return setting->kind == SETTING_CHECK    ? value <= 1
           : setting->kind == SETTING_SPIN   ? value <= setting->max
           : setting->kind == SETTING_CHOICE ? setting->choices[value] != NULL
                                             : false;
}

bool saved_game_choose(struct saved_game *saved, settings_test *fits, const void *wanted)
{
    const struct game *game = saved->game;
    if (fits(game, &saved->settings, wanted)) {
        return true;
    }
    for (int i = 0; i < game->setting_count; i++) {
        const struct setting *setting = &game->settings[i];
        struct game_settings tried = saved->settings;
        int value = setting->kind == SETTING_SPIN ? setting->min : 0;
        for (; has_value(setting, value); value++) {
            tried.values[i] = value;
            if (fits(game, &tried, wanted)) {
                saved->settings = tried;
                return true;
            }
        }
    }
    return false;
}

static bool has_size(const struct game *game, const struct game_settings *settings,
                     const void *wanted)
{
    struct game_record record;
    struct look_board board;
    game_record_init(&record, game, settings);
    game->look->board(record.position, &board);
    game_record_finish(&record);
    return board.files == *(const int *)wanted;
}

bool saved_game_choose_size(struct saved_game *saved, int size, struct error *error)
{
    return saved_game_choose(saved, has_size, &size) ||
           error_set(error, "%s has no board of %d", saved->game->name, size);
}
