/* SPDX-License-Identifier: MIT */
#include "game_walk.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

void game_walk_init(struct game_walk *walk, const struct game *game, const void *position,
                    const char *moves)
{
    *walk = (struct game_walk){.game = game,
                               .position = memory_zeroed(1, game->position_size),
                               .rest = moves,
                               .move = MOVE_NONE};
    memcpy(walk->position, position, game->position_size);
}

void game_walk_along(struct game_walk *walk, const struct game_record *record)
{
    game_walk_init(walk, record->game, record->start, buffer_text(&record->moves));
}

void game_walk_finish(struct game_walk *walk)
{
    free(walk->position);
}

bool game_walk_next(struct game_walk *walk)
{
    if (walk->move != MOVE_NONE) {
        walk->game->play(walk->position, walk->move);
        walk->ply++;
    }
    walk->rest += strspn(walk->rest, " ");
    const size_t length = strcspn(walk->rest, " ");
    snprintf(walk->text, sizeof walk->text, "%.*s", (int)length, walk->rest);
    if (length == 0 || length >= sizeof walk->text ||
        !walk->game->parse_move(walk->position, walk->text, &walk->move, NULL)) {
        walk->text[0] = '\0';
        walk->move = MOVE_NONE;
        return false;
    }
    walk->rest += length;
    return true;
}

int game_walk_player(const struct game_walk *walk)
{
    return walk->game->player(walk->position) - 1;
}

bool game_walk_square(const struct game_walk *walk, int *column, int *row)
{
    const struct game *game = walk->game;
    struct look_board before, after;
    struct look_squares squares;
    void *next = memory_zeroed(1, game->position_size);
    memcpy(next, walk->position, game->position_size);
    game->play(next, walk->move);
    game->look->board(walk->position, &before);
    game->look->board(next, &after);
    free(next);
    look_move_squares(game, walk->position, walk->move, &squares);
    for (int i = 0; i < squares.count; i++) {
        int square = squares.list[i];
        if (!before.squares[square] && after.squares[square]) {
            *column = square % before.files;
            *row = before.ranks - 1 - square / before.files;
            return true;
        }
    }
    return false;
}

void game_note_take(struct game_note *note, const struct game_notes *notes,
                    const struct game_walk *at)
{
    note->mark = note->variation = NULL;
    buffer_clear(&note->remark);
    buffer_clear(&note->comment);
    if (notes && notes->take) {
        notes->take(notes->source, at, note);
    }
}

void game_note_finish(struct game_note *note)
{
    buffer_finish(&note->remark);
    buffer_finish(&note->comment);
}

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
