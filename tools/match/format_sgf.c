/* SPDX-License-Identifier: MIT */
#include "encoding.h"
#include "formats.h"

/* Moves in a line of the file. */
#define LINE_MOVES 10

void format_sgf_property(const char *property, const char *text, struct buffer *out)
{
    struct buffer lines = {0};
    encoding_put_lines(text, &lines);
    buffer_printf(out, "%s[", property);
    for (const char *at = buffer_text(&lines); *at; at++) {
        if (*at == ']' || *at == '\\') {
            buffer_putc(out, '\\');
        }
        buffer_putc(out, *at);
    }
    buffer_putc(out, ']');
    buffer_finish(&lines);
}

/* The stones of one side that stand on the board before the first move, from the top left. */
static void put_stones(struct buffer *out, const struct look *look, const struct look_board *board,
                       int side)
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

static void put_size(struct buffer *out, const struct look_board *board)
{
    buffer_printf(out, "SZ[%d", board->files);
    if (board->ranks != board->files) {
        buffer_printf(out, ":%d", board->ranks);
    }
    buffer_putc(out, ']');
}

void format_sgf_root(const struct game_record *record, const char *program, struct buffer *out)
{
    struct look_board board;
    const struct look *look = record->game->look;
    look->board(record->start, &board);
    buffer_printf(out, "(;FF[4]GM[%d]CA[UTF-8]AP[%s:%s]", look->sgf->game_number, program,
                  MYOSU_VERSION);
    put_size(out, &board);
}

void format_sgf_setup(const struct game_record *record, struct buffer *out)
{
    struct look_board board;
    const struct look *look = record->game->look;
    if (record->fen) {
        look->board(record->start, &board);
        put_stones(out, look, &board, 1);
        put_stones(out, look, &board, 2);
        buffer_printf(out, "PL[%c]", look->sgf->colours[record->game->player(record->start) - 1]);
    }
}

bool format_sgf_move(const struct game_record *record, const char *text, struct buffer *out)
{
    move_t move;
    int column, row;
    const struct game *game = record->game;
    if (!game->parse_move(record->position, text, &move, NULL)) {
        return false;
    }
    buffer_printf(out, ";%c[", game->look->sgf->colours[game_record_player(record) - 1]);
    if (format_find_square(game, record->position, move, &column, &row)) {
        buffer_printf(out, "%c%c", 'a' + column, 'a' + row);
    }
    buffer_putc(out, ']');
    return true;
}

static void put_result(struct buffer *out, const struct look_sgf *sgf,
                       const struct played_game *played)
{
    const char *how = played->verdict == VERDICT_TIME          ? "T"
                      : played->verdict == VERDICT_RESIGNATION ? "R"
                      : verdict_is_forfeit(played->verdict)    ? "F"
                                                               : "";
    if (played->result == RESULT_NONE) {
        buffer_puts(out, "RE[?]");
    } else if (played->result == RESULT_DRAW) {
        buffer_puts(out, "RE[Draw]");
    } else {
        buffer_printf(out, "RE[%c+%s]", sgf->colours[played->result == RESULT_P2_WINS], how);
    }
}

static void put_moves(struct buffer *out, struct game_record *record,
                      const struct played_game *played)
{
    for (int ply = 0; ply < played->count; ply++) {
        if (ply % LINE_MOVES == 0) {
            buffer_putc(out, '\n');
        }
        if (!format_sgf_move(record, played->moves[ply].text, out)) {
            return;
        }
        game_record_play(record, played->moves[ply].text, NULL);
    }
}

void format_sgf(const struct format_context *context, const struct played_game *played,
                struct buffer *out)
{
    const struct look_sgf *sgf = context->game->look->sgf;
    struct game_record record;
    game_record_open(&record, context->game, context->settings, played->fen, NULL, NULL);
    format_sgf_root(&record, context->program ? context->program : "myosu-match", out);
    for (int player = 0; player < 2; player++) {
        const char property[] = {'P', sgf->colours[player], '\0'};
        format_sgf_property(property, format_player(context, played, player), out);
    }
    if (sgf->rules) {
        format_sgf_property("RU", sgf->rules(context->settings), out);
    }
    buffer_puts(out, "DT[");
    format_date(played, "%Y-%m-%d", out);
    buffer_printf(out, "]RO[%d.%lld]", played->round + 1, (long long)played->number + 1);
    put_result(out, sgf, played);
    format_sgf_setup(&record, out);
    put_moves(out, &record, played);
    buffer_puts(out, ")\n\n");
    game_record_finish(&record);
}
