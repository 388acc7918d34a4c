/* SPDX-License-Identifier: MIT */
/* Generic Game Format, as described by Michael Buro (skatgame.net/mburo/ggsa/ggf). */
#include <ctype.h>
#include <string.h>

#include "encoding.h"
#include "formats.h"

/* Moves in a line of the file. */
#define LINE_MOVES 10

/* "8 -------- ... *": the number of files, the ranks from the first one on, the side to move. */
static void put_board(const struct game_record *record, struct buffer *out)
{
    const struct look *look = record->game->look;
    struct look_board board;
    look->board(record->start, &board);
    buffer_printf(out, "BO[%d", board.files);
    for (int rank = 0; rank < board.ranks; rank++) {
        buffer_putc(out, ' ');
        for (int file = 0; file < board.files; file++) {
            const int code = board.squares[rank * board.files + file];
            buffer_putc(out, code ? look->ggf->signs[code - 1] : '-');
        }
    }
    buffer_printf(out, " %c]", look->ggf->signs[record->game->player(record->start) - 1]);
}

/* A move in capital letters, then what the player thought of it, in pieces, and its seconds, where
 * they are known: "F5/1.50/0.10". */
static void put_move(const struct game_record *record, const struct played_move *move,
                     struct buffer *out)
{
    const struct look *look = record->game->look;
    struct buffer text = {0};
    move_t found;
    buffer_printf(out, "%c[", look->ggf->colours[game_record_player(record) - 1]);
    if (!record->game->parse_move(record->position, move->text, &found, NULL)) {
        buffer_puts(&text, move->text);
    } else {
        look_format_move(record->game, record->position, found, &text);
    }
    const bool passes = look->pass && strcmp(buffer_text(&text), look->pass) == 0;
    for (const char *at = passes ? "PA" : buffer_text(&text); *at; at++) {
        buffer_putc(out, (char)toupper((unsigned char)*at));
    }
    buffer_finish(&text);
    if (move->has_score && !move->is_mate) {
        buffer_printf(out, "/%.2f", move->score / 100.);
    }
    if (move->time_us >= 0) {
        buffer_printf(out, "%s/%.2f", move->has_score && !move->is_mate ? "" : "/",
                      (double)move->time_us / 1e6);
    }
    buffer_putc(out, ']');
}

/* The pieces that the first player has more at the end. What is empty then is the winner's, as in
 * tournaments; who resigned or was late has lost all squares. */
static int find_margin(const struct game_record *record, const struct played_game *played)
{
    const struct look *look = record->game->look;
    struct look_board board;
    look->board(record->position, &board);
    const int squares = board.files * board.ranks, sign = played->result == RESULT_P1_WINS ? 1 : -1;
    int margin = 0, left = squares;
    for (int i = 0; i < squares; i++) {
        const int side = board.squares[i] ? look->pieces[board.squares[i] - 1].side : 0;
        margin += (side == 1) - (side == 2);
        left -= side != 0;
    }
    return played->result == RESULT_DRAW ? 0
           : played->verdict == VERDICT_RESIGNATION || verdict_is_forfeit(played->verdict)
               ? sign * squares
               : margin + sign * left;
}

static void put_result(const struct game_record *record, const struct played_game *played,
                       struct buffer *out)
{
    const char *flag = played->verdict == VERDICT_TIME          ? ":t"
                       : played->verdict == VERDICT_RESIGNATION ? ":r"
                       : verdict_is_forfeit(played->verdict)    ? ":r"
                                                                : "";
    if (played->result == RESULT_NONE) {
        buffer_puts(out, "RE[?]");
    } else {
        buffer_printf(out, "RE[%+.2f%s]", (double)find_margin(record, played), flag);
    }
}

/* A property whose value keeps no bracket. */
static void put_name(const char *property, const char *name, struct buffer *out)
{
    struct buffer line = {0};
    encoding_put_line(name, &line);
    buffer_printf(out, "%s[", property);
    for (const char *at = buffer_text(&line); *at; at++) {
        buffer_putc(out, *at == '[' || *at == ']' ? '_' : *at);
    }
    buffer_putc(out, ']');
    buffer_finish(&line);
}

void format_ggf(const struct format_context *context, const struct played_game *played,
                struct buffer *out)
{
    const struct look_ggf *ggf = context->game->look->ggf;
    struct buffer moves = {0};
    struct game_record record;
    struct look_board board;
    game_record_open(&record, context->game, context->settings, played->fen, NULL, NULL);
    context->game->look->board(record.start, &board);
    buffer_printf(out, "(;GM[%s]PC[%s]DT[", ggf->name,
                  context->program ? context->program : "myosu-match");
    format_date(played, "%Y.%m.%d_%H:%M:%S.UTC", out);
    buffer_putc(out, ']');
    for (int player = 0; player < 2; player++) {
        const char property[] = {'P', ggf->colours[player], '\0'};
        put_name(property, format_player(context, played, player), out);
    }
    for (int ply = 0; ply < played->count; ply++) {
        if (ply % LINE_MOVES == 0) {
            buffer_putc(&moves, '\n');
        }
        put_move(&record, &played->moves[ply], &moves);
        if (!game_record_play(&record, played->moves[ply].text, NULL)) {
            break;
        }
    }
    buffer_printf(out, "TY[%d]", board.files);
    put_result(&record, played, out);
    put_board(&record, out);
    buffer_append(out, buffer_text(&moves), buffer_length(&moves));
    buffer_puts(out, ";)\n\n");
    buffer_finish(&moves);
    game_record_finish(&record);
}
