/* SPDX-License-Identifier: MIT */
#include "encoding.h"
#include "formats.h"
#include "game_record.h"

void format_psq(const struct format_context *context, const struct played_game *played,
                struct buffer *out)
{
    struct game_record record;
    struct look_board board;
    game_record_open(&record, context->game, context->settings, played->fen, NULL, NULL);
    context->game->look->board(record.position, &board);
    buffer_printf(out, "%s %dx%d, 11:11, 0\n", context->game->look->psq, board.files, board.ranks);
    for (int ply = 0; ply < played->count; ply++) {
        const struct played_move *entry = &played->moves[ply];
        move_t move;
        int column, row;
        if (!context->game->parse_move(record.position, entry->text, &move, NULL) ||
            !format_find_square(context->game, record.position, move, &column, &row)) {
            break;
        }
        buffer_printf(out, "%d,%d,%lld\n", column + 1, row + 1, (long long)entry->time_us / 1000);
        game_record_play_move(&record, move);
    }
    for (int player = 0; player < 2; player++) {
        encoding_put_line(format_player(context, played, player), out);
        buffer_putc(out, '\n');
    }
    buffer_puts(out, "-1\n");
    game_record_finish(&record);
}
