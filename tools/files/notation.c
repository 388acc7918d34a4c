/* SPDX-License-Identifier: MIT */
#include "notation.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

void notation_line(const struct game *game, const void *position, const char *moves,
                   struct buffer *out)
{
    char *copy = memory_text(moves), *rest = copy;
    void *now = memory_zeroed(1, game->position_size);
    const char *blank = "";
    bool legal = true;
    memcpy(now, position, game->position_size);
    for (char *word; (word = strsep(&rest, " "));) {
        move_t move;
        if (!*word) {
            continue;
        }
        buffer_puts(out, blank);
        blank = " ";
        legal = legal && game->parse_move(now, word, &move, NULL);
        if (legal) {
            look_format_move(game, now, move, out);
            game->play(now, move);
        } else {
            buffer_puts(out, word);
        }
    }
    free(now);
    free(copy);
}

void notation_moves(const struct game_record *record, struct buffer *out)
{
    notation_line(record->game, record->start, buffer_text(&record->moves), out);
}

void notation_last_move(const struct game_record *record, struct buffer *out)
{
    if (record->plies > 0) {
        look_format_move(record->game, record->before, record->last_move, out);
    }
}

void notation_player(const struct look *look, int player, struct buffer *out)
{
    const char *name = look->sides[player].name;
    if (islower((unsigned char)name[0])) {
        buffer_printf(out, "The %s player", name);
    } else {
        buffer_puts(out, name);
    }
}
