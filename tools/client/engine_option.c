/* SPDX-License-Identifier: MIT */
#include "engine_option.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "game_record.h"
#include "memory.h"
#include "spelling.h"

static size_t text_length(const char *text)
{
    return text ? strlen(text) : 0;
}

void engine_option_add(struct engine_option_list *list, const struct event_option *from)
{
    const size_t bytes =
        text_length(from->name) + text_length(from->initial) + text_length(from->choices);
    if (list->count == ENGINE_OPTIONS_MOST || list->bytes + bytes > ENGINE_OPTION_BYTES) {
        return;
    }
    list->bytes += bytes;
    list->options = memory_extended(list->options, (size_t)list->count, sizeof *list->options);
    list->options[list->count++] = (struct engine_option){.name = memory_text(from->name),
                                                          .initial = memory_text(from->initial),
                                                          .choices = memory_text(from->choices),
                                                          .kind = from->kind,
                                                          .min = from->min,
                                                          .max = from->max};
}

void engine_option_clear(struct engine_option_list *list)
{
    for (int i = 0; i < list->count; i++) {
        free(list->options[i].name);
        free(list->options[i].initial);
        free(list->options[i].choices);
    }
    free(list->options);
    *list = (struct engine_option_list){0};
}

const struct engine_option *engine_option_find(const struct engine_option_list *list,
                                               const char *name)
{
    for (int i = 0; i < list->count; i++) {
        if (strcasecmp(list->options[i].name, name) == 0) {
            return &list->options[i];
        }
    }
    return NULL;
}

static bool refuse_name(const struct engine_option_list *list, const char *name, const char *value,
                        struct error *error)
{
    LOCAL_BUFFER names = {0};
    struct spelling spelling = {.word = name};
    for (int i = 0; i < list->count; i++) {
        spelling_try(&spelling, list->options[i].name, 0);
    }
    spelling_suggest(&spelling, &names);
    for (int i = 0; !spelling.nearest[0] && i < list->count; i++) {
        buffer_printf(&names, "%s%s", i > 0 ? ", " : "; it has ", list->options[i].name);
    }
    return error_set(error, "it has no option '%.60s' (value '%.60s')%s", name, value ? value : "",
                     list->count > 0 ? buffer_text(&names) : "; it has none at all");
}

static bool check_spin(const struct engine_option *option, const char *value, struct error *error)
{
    char *end;
    errno = 0;
    long long number = strtoll(value, &end, 10);
    if (end == value || *end || errno || number < option->min || number > option->max) {
        return error_set(error,
                         "option '%s': found '%.60s', expected a whole number from %lld to "
                         "%lld",
                         option->name, value, (long long)option->min, (long long)option->max);
    }
    return true;
}

bool engine_option_offers(const struct engine_option *option, const char *choice)
{
    size_t length = strlen(choice), span;
    for (const char *at = option->choices ? option->choices : ""; *at;
         at += span + (at[span] != 0)) {
        span = strcspn(at, "\n");
        if (span == length && strncasecmp(at, choice, span) == 0) {
            return true;
        }
    }
    return false;
}

static bool check_combo(const struct engine_option *option, const char *value, struct error *error)
{
    LOCAL_BUFFER names = {0};
    if (engine_option_offers(option, value)) {
        return true;
    }
    for (const char *at = option->choices ? option->choices : ""; *at; at++) {
        if (*at == '\n') {
            buffer_puts(&names, ", ");
        } else {
            buffer_putc(&names, *at);
        }
    }
    return error_set(error, "option '%s': found '%.60s', expected one of %s", option->name, value,
                     buffer_text(&names));
}

bool engine_option_check(const struct engine_option_list *list, const char *name, const char *value,
                         struct error *error)
{
    const struct engine_option *option = engine_option_find(list, name);
    if (!option) {
        return refuse_name(list, name, value, error);
    }
    if (option->kind == OPTION_BUTTON) {
        return !value || strcmp(value, "true") == 0 ||
               error_set(error, "option '%s': found '%.60s', expected true: it is a button",
                         option->name, value);
    }
    if (!value) {
        return error_set(error, "option '%s': found no value, expected one", option->name);
    }
    switch (option->kind) {
    case OPTION_SPIN:
        return check_spin(option, value, error);
    case OPTION_COMBO:
        return check_combo(option, value, error);
    case OPTION_CHECK:
        return strcmp(value, "true") == 0 || strcmp(value, "false") == 0 ||
               error_set(error, "option '%s': found '%.60s', expected true or false", option->name,
                         value);
    case OPTION_STRING:
    case OPTION_BUTTON:
        break;
    }
    return true;
}

void engine_option_put_game(const struct engine_option_list *list, const struct dialect *dialect,
                            struct dialect_state *state, const struct game *game,
                            const struct game_settings *settings, struct buffer *out)
{
    struct newgame_room room;
    struct command command = {.kind = COMMAND_SETOPTION,
                              .setoption = {.name = "UCI_Variant", .value = game->name}};
    const bool many_games = engine_option_find(list, "UCI_Variant");
    if (many_games) {
        dialect->format_command(state, &command, out);
    }
    for (int i = 0; i < game->setting_count; i++) {
        const struct setting *setting = &game->settings[i];
        const bool offered = setting->option && engine_option_find(list, setting->option);
        if (setting->option && setting->shapes_board && (many_games || offered)) {
            command.setoption.name = setting->option;
            command.setoption.value = newgame_value(game, settings, i, &room);
            dialect->format_command(state, &command, out);
        }
    }
}
