/* SPDX-License-Identifier: MIT */
#include "formats.h"

void format_moves(const struct format_context *context, const struct played_game *played,
                  struct buffer *out)
{
    buffer_printf(out, "# %lld: %s - %s %s (%s%s%s)\n", (long long)played->number + 1,
                  format_player(context, played, 0), format_player(context, played, 1),
                  result_name(played->result), verdict_name(played->verdict),
                  played->detail.text[0] ? ": " : "", played->detail.text);
    buffer_puts(out, played->fen ? played->fen : "startpos");
    buffer_puts(out, played->count ? " moves" : "");
    for (int ply = 0; ply < played->count; ply++) {
        buffer_printf(out, " %s", played->moves[ply].text);
    }
    buffer_putc(out, '\n');
}
