/* SPDX-License-Identifier: MIT */
#include "notation.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

void notation_line(const struct game *game, const void *position, const char *moves, int most,
                   struct buffer *out)
{
    struct game_walk walk;
    game_walk_init(&walk, game, position, moves);
    const size_t start = buffer_length(out);
    for (; most > 0 && game_walk_next(&walk); most--) {
        buffer_puts(out, walk.ply > 0 ? " " : "");
        look_format_move(game, walk.position, walk.move, out);
    }
    for (const char *word = walk.rest; most > 0 && *word; most--) {
        const size_t length = strcspn(word, " ");
        buffer_puts(out, buffer_length(out) > start ? " " : "");
        buffer_append(out, word, length);
        word += length + strspn(word + length, " ");
    }
    game_walk_finish(&walk);
}

void notation_moves(const struct game_record *record, struct buffer *out)
{
    notation_line(record->game, record->start, buffer_text(&record->moves), INT_MAX, out);
}

void notation_last_move(const struct game_record *record, struct buffer *out)
{
    if (record->plies > 0) {
        look_format_move(record->game, record->before, record->last_move, out);
    }
}

void notation_number(const struct game_walk *at, struct buffer *out)
{
    const struct look_pgn *pgn = at->game->look->pgn;
    buffer_printf(out, pgn && game_walk_player(at) == 1 ? "%d..." : "%d.",
                  pgn ? pgn->move_number(at->position) : at->ply + 1);
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
