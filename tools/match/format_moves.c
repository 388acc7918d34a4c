#include "formats.h"

void format_moves(const struct format_context *context, const struct game_record *record,
                  struct buffer *out)
{
    buffer_printf(out, "# %lld: %s - %s %s (%s%s%s)\n", (long long)record->number + 1,
                  format_player(context, record, 0), format_player(context, record, 1),
                  result_name(record->result), verdict_name(record->verdict),
                  record->detail.text[0] ? ": " : "", record->detail.text);
    buffer_puts(out, record->fen ? record->fen : "startpos");
    buffer_puts(out, record->count ? " moves" : "");
    for (int ply = 0; ply < record->count; ply++) {
        buffer_printf(out, " %s", record->moves[ply].text);
    }
    buffer_putc(out, '\n');
}
