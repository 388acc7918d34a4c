/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "encoding.h"
#include "look.h"
#include "memory.h"
#include "sgf.h"

/* Moves in each line of a file without notes. */
#define LINE_MOVES 10

void sgf_put_property(const char *name, const char *text, struct buffer *out)
{
    struct buffer lines = {0};
    encoding_put_lines(text, &lines);
    buffer_printf(out, "%s[", name);
    for (const char *at = buffer_text(&lines); *at; at++) {
        if (*at == ']' || *at == '\\') {
            buffer_putc(out, '\\');
        }
        buffer_putc(out, *at);
    }
    buffer_putc(out, ']');
    buffer_finish(&lines);
}

/* Appends one side's stones that are on the board before the first move, from the top left. */
static void put_stones(const struct look *look, const struct look_board *board, int side,
                       struct buffer *out)
{
    bool any = false;
    for (int row = 0; row < board->ranks; row++) {
        for (int column = 0; column < board->files; column++) {
            int code = board->squares[(board->ranks - 1 - row) * board->files + column];
            if (code && look->pieces[code - 1].side == side) {
                if (!any) {
                    buffer_printf(out, "A%c", look->sgf->colours[side - 1]);
                }
                buffer_printf(out, "[%c%c]", 'a' + column, 'a' + row);
                any = true;
            }
        }
    }
}

static void put_root(const struct saved_game *saved, const char *program, struct buffer *out)
{
    struct look_board board;
    const char *value;
    const struct game_record *record = &saved->record;
    const struct look *look = saved->game->look;
    look->board(record->start, &board);
    buffer_printf(out, "(;FF[4]GM[%d]CA[UTF-8]AP[%s:%s]SZ[%d", look->sgf->game_number, program,
                  MYOSU_VERSION, board.files);
    if (board.ranks != board.files) {
        buffer_printf(out, ":%d", board.ranks);
    }
    buffer_putc(out, ']');
    for (const char *tag = NULL; (tag = saved_game_next_tag(saved, tag, &value));) {
        sgf_put_property(tag, value, out);
    }
    if (look->sgf->rules && !saved_game_tag(saved, "RU")) {
        sgf_put_property("RU", look->sgf->rules(&saved->settings), out);
    }
    if (record->fen) {
        put_stones(look, &board, 1, out);
        put_stones(look, &board, 2, out);
        buffer_printf(out, "PL[%c]", look->sgf->colours[saved->game->player(record->start) - 1]);
    }
}

static void put_move(const struct game_walk *at, struct buffer *out)
{
    int column, row;
    buffer_printf(out, ";%c[", at->game->look->sgf->colours[game_walk_player(at)]);
    if (game_walk_square(at, &column, &row)) {
        buffer_printf(out, "%c%c", 'a' + column, 'a' + row);
    }
    buffer_putc(out, ']');
}

/* Appends the moves of a variation as a subtree. */
static void put_variation(const struct game_walk *at, const char *moves, struct buffer *out)
{
    struct game_walk walk;
    game_walk_init(&walk, at->game, at->position, moves);
    buffer_putc(out, '(');
    for (int i = 0; i < VARIATION_MOVES && game_walk_next(&walk); i++) {
        put_move(&walk, out);
    }
    buffer_puts(out, ")\n");
    game_walk_finish(&walk);
}

void sgf_write(const struct saved_game *saved, const char *program, const struct game_notes *notes,
               struct buffer *out)
{
    struct game_walk walk;
    struct game_note note = {.mark = NULL};
    /* A variation follows the rest of the game that it replaces, so the last one is written
     * first. */
    struct buffer *variations = memory_zeroed((size_t)saved->record.plies + 1, sizeof *variations);
    int open = 0;
    put_root(saved, program, out);
    game_walk_along(&walk, &saved->record);
    for (bool more = game_walk_next(&walk);; more = game_walk_next(&walk)) {
        game_note_take(&note, notes, &walk);
        buffer_puts(out, buffer_text(&note.comment));
        if (!more) {
            break;
        }
        buffer_puts(out, notes || walk.ply % LINE_MOVES == 0 ? "\n" : "");
        if (note.variation) {
            put_variation(&walk, note.variation, &variations[open++]);
            buffer_putc(out, '(');
        }
        put_move(&walk, out);
        buffer_puts(out, note.mark ? note.mark : "");
    }
    while (open > 0) {
        buffer_puts(out, ")\n");
        buffer_puts(out, buffer_text(&variations[--open]));
        buffer_finish(&variations[open]);
    }
    buffer_puts(out, ")\n\n");
    free(variations);
    game_note_finish(&note);
    game_walk_finish(&walk);
}
