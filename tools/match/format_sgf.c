/* SPDX-License-Identifier: MIT */
#include "formats.h"
#include "game_record.h"

/* Moves in a line of the file. */
#define LINE_MOVES 10

static void put_property(struct buffer *out, const char *property, const char *text)
{
    buffer_printf(out, "%s[", property);
    for (; *text; text++) {
        if (*text == ']' || *text == '\\') {
            buffer_putc(out, '\\');
        }
        buffer_putc(out, *text);
    }
    buffer_putc(out, ']');
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

static void put_moves(struct buffer *out, const struct look_sgf *sgf, struct game_record *record,
                      const struct played_game *played)
{
    for (int ply = 0; ply < played->count; ply++) {
        move_t move;
        int column, row;
        char colour = sgf->colours[game_record_player(record) - 1];
        if (!record->game->parse_move(record->position, played->moves[ply].text, &move, NULL)) {
            return;
        }
        buffer_printf(out, "%s;%c[", ply % LINE_MOVES == 0 ? "\n" : "", colour);
        if (format_find_square(record->game, record->position, move, &column, &row)) {
            buffer_printf(out, "%c%c", 'a' + column, 'a' + row);
        }
        buffer_putc(out, ']');
        game_record_play_move(record, move);
    }
}

void format_sgf(const struct format_context *context, const struct played_game *played,
                struct buffer *out)
{
    const struct look *look = context->game->look;
    const struct look_sgf *sgf = look->sgf;
    struct game_record record;
    struct look_board board;
    game_record_init(&record, context->game, context->settings);
    game_record_begin(&record, played->fen, NULL, NULL);
    look->board(record.position, &board);
    buffer_printf(out, "(;FF[4]GM[%d]CA[UTF-8]AP[%s:%s]", sgf->game_number,
                  context->program ? context->program : "myosu-match", MYOSU_VERSION);
    put_size(out, &board);
    for (int player = 0; player < 2; player++) {
        const char property[] = {'P', sgf->colours[player], '\0'};
        put_property(out, property, format_player(context, played, player));
    }
    if (sgf->rules) {
        put_property(out, "RU", sgf->rules(context->settings));
    }
    buffer_puts(out, "DT[");
    format_date(played, "%Y-%m-%d", out);
    buffer_printf(out, "]RO[%d.%lld]", played->round + 1, (long long)played->number + 1);
    put_result(out, sgf, played);
    if (played->fen) {
        put_stones(out, look, &board, 1);
        put_stones(out, look, &board, 2);
        buffer_printf(out, "PL[%c]", sgf->colours[game_record_player(&record) - 1]);
    }
    put_moves(out, sgf, &record, played);
    buffer_puts(out, ")\n\n");
    game_record_finish(&record);
}
