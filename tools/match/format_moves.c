/* SPDX-License-Identifier: MIT */
#include "encoding.h"
#include "formats.h"

void format_moves(const struct format_context *context, const struct played_game *played,
                  struct buffer *out)
{
    struct buffer line = {0};
    buffer_printf(&line, "# %lld: %s - %s %s (%s%s%s)", (long long)played->number + 1,
                  format_player(context, played, 0), format_player(context, played, 1),
                  result_name(played->result), verdict_name(played->verdict),
                  played->detail.text[0] ? ": " : "", played->detail.text);
    encoding_put_line(buffer_text(&line), out);
    buffer_putc(out, '\n');
    buffer_finish(&line);
    buffer_puts(out, played->fen ? played->fen : "startpos");
    buffer_puts(out, played->count ? " moves" : "");
    for (int ply = 0; ply < played->count; ply++) {
        buffer_printf(out, " %s", played->moves[ply].text);
    }
    buffer_putc(out, '\n');
}
