/* SPDX-License-Identifier: MIT */
#include "game_help.h"

/* One parameter of newgame and what it may be. */
static void put_parameter(const struct setting *setting, struct buffer *out)
{
    buffer_printf(out, " %s ", setting->name);
    switch (setting->kind) {
    case SETTING_CHECK:
        buffer_puts(out, setting->initial ? "on|off" : "off|on");
        break;
    case SETTING_SPIN:
        buffer_printf(out, "%d..%d", setting->min, setting->max);
        break;
    case SETTING_CHOICE:
        for (int i = 0; setting->choices[i]; i++) {
            buffer_printf(out, "%s%s", i > 0 ? "|" : "", setting->choices[i]);
        }
        break;
    case SETTING_TEXT:
        buffer_puts(out, "TEXT");
        break;
    }
}

void game_help_list(const struct game *const *games, struct buffer *text)
{
    for (const struct game *const *at = games; *at; at++) {
        const struct game *game = *at;
        buffer_printf(text, "%-10s %s", game->name, game->title);
        for (int i = 0; game->aliases[i]; i++) {
            buffer_printf(text, "%s%s", i == 0 ? "; also called " : ", ", game->aliases[i]);
        }
        bool first = true;
        for (int i = 0; i < game->setting_count; i++) {
            if (game->settings[i].name) {
                buffer_puts(text, first ? "; parameters:" : ",");
                put_parameter(&game->settings[i], text);
                first = false;
            }
        }
        buffer_putc(text, '\n');
    }
}

/* The parameters of `newgame` or the options, one a line. No line may look like an answer of the
 * protocol, such as `option`. */
static void put_settings(const struct game *game, bool options, struct buffer *text)
{
    const char *head = options ? "Options:\n" : "Parameters of newgame:\n";
    for (int i = 0; i < game->setting_count; i++) {
        struct setting shown = game->settings[i];
        shown.name = options ? shown.option : shown.name;
        if (shown.name) {
            buffer_printf(text, "%s  ", head);
            put_parameter(&shown, text);
            buffer_printf(text, ": %s\n", shown.help);
            head = "";
        }
    }
}

void game_help_describe(const struct game *game, struct buffer *text)
{
    buffer_printf(text, "%s: newgame %s\n", game->title, game->name);
    if (game->rules) {
        buffer_printf(text, "%s\n", game->rules);
    }
    put_settings(game, false, text);
    put_settings(game, true, text);
}
