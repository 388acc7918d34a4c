/* SPDX-License-Identifier: MIT */
#include "notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "look.h"
#include "memory.h"

const char *notation_variant(const struct game *game, const struct game_settings *settings,
                             char room[32])
{
    const char *names = game->look && game->look->cecp_variants ? game->look->cecp_variants : "";
    while (*names) {
        const size_t length = strcspn(names, ",");
        struct game_settings named;
        bool same = true;
        snprintf(room, 32, "%.*s", (int)length, names);
        game_named_settings(game, room, &named);
        for (int i = 0; i < game->setting_count; i++) {
            same &= !game->settings[i].shapes_board || named.values[i] == settings->values[i];
        }
        if (same) {
            return room;
        }
        names += length + (names[length] == ',');
    }
    return NULL;
}

/* Takes the next word of a text into `word`; false at its end, or if the word is too long. */
static bool take_word(const char **text, char word[GAME_MOVE_TEXT])
{
    *text += strspn(*text, " ");
    const size_t length = strcspn(*text, " ");
    if (length == 0 || length >= GAME_MOVE_TEXT) {
        return false;
    }
    memcpy(word, *text, length);
    word[length] = '\0';
    *text += length;
    return true;
}

bool notation_write_moves(const struct game *game, const struct game_settings *settings,
                          const struct command_position *command, bool castling, void *position,
                          struct buffer *out)
{
    char word[GAME_MOVE_TEXT];
    const char *moves = command->moves ? command->moves : "";
    if (!command->fen) {
        game->start(settings, position);
    } else if (!game->parse_fen(settings, command->fen, position, NULL)) {
        return false;
    }
    while (take_word(&moves, word)) {
        struct buffer written = {0};
        move_t move;
        if (!game->parse_move(position, word, &move, NULL)) {
            return false;
        }
        look_format_move(game, position, move, &written);
        const char *text = buffer_text(&written);
        text = castling && strncmp(text, "O-O", 3) != 0 ? word : text;
        buffer_printf(out, "%s%.*s", buffer_length(out) > 0 ? " " : "", (int)strcspn(text, "+#"),
                      text);
        buffer_finish(&written);
        game->play(position, move);
    }
    return true;
}

void notation_read_moves(const struct game *game, const void *position, const char *text,
                         struct buffer *out)
{
    char word[GAME_MOVE_TEXT];
    void *scratch = memory_zeroed(1, game->position_size);
    memcpy(scratch, position, game->position_size);
    while (take_word(&text, word)) {
        const char *at = word + strspn(word, "0123456789");
        at = *at == '.' ? at + strspn(at, ".") : word;
        move_t move;
        if (*at == '\0') {
            continue;
        }
        if (!look_parse_move(game, scratch, at, &move, NULL)) {
            break;
        }
        buffer_puts(out, buffer_length(out) > 0 ? " " : "");
        game->format_move(scratch, move, out);
        game->play(scratch, move);
    }
    free(scratch);
}
