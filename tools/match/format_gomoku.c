#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "formats.h"

/* Column and row of a square, from the top left, counted from 0. */
static void square_of(const char *text, int size, int *x, int *y)
{
    *x = tolower((unsigned char)text[0]) - 'a';
    *y = size - atoi(text + 1);
}

static int size_of(const struct export_context *context)
{
    int index = game_find_parameter(context->game, "size");
    return index >= 0 ? context->settings->values[index] : 0;
}

static const char *rule_of(const struct export_context *context)
{
    int index = game_find_parameter(context->game, "rule");
    if (index < 0) {
        return "";
    }
    return context->game->settings[index].choices[context->settings->values[index]];
}

static void put_sgf_text(struct buffer *out, const char *property, const char *text)
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

/* Stones of a position given as FEN. */
static void put_sgf_stones(struct buffer *out, const char *fen, char symbol, const char *property)
{
    int x = 0, y = 0;
    bool any = false;
    for (const char *at = fen; *at && *at != ' '; at++) {
        if (*at == '/') {
            y++;
            x = 0;
        } else if (isdigit((unsigned char)*at)) {
            char *end;
            x += (int)strtol(at, &end, 10);
            at = end - 1;
        } else {
            if (*at == symbol) {
                buffer_printf(out, "%s[%c%c]", any ? "" : property, 'a' + x, 'a' + y);
                any = true;
            }
            x++;
        }
    }
}

void format_sgf(const struct export_context *context, const struct game_record *record,
                struct buffer *out)
{
    int size = size_of(context);
    bool white_begins = record->fen && strstr(record->fen, " o");
    /* GM[4] is gomoku. */
    buffer_printf(out, "(;FF[4]GM[4]CA[UTF-8]AP[myosu-match:%s]SZ[%d]", MYOSU_VERSION, size);
    put_sgf_text(out, "PB", format_player(context, record, 0));
    put_sgf_text(out, "PW", format_player(context, record, 1));
    put_sgf_text(out, "RU", rule_of(context));
    buffer_puts(out, "DT[");
    format_date(record, "%Y-%m-%d", out);
    buffer_printf(out, "]RO[%d.%lld]", record->round + 1, (long long)record->number + 1);
    const char *how = record->verdict == VERDICT_TIME          ? "T"
                      : record->verdict == VERDICT_RESIGNATION ? "R"
                      : verdict_is_forfeit(record->verdict)    ? "F"
                                                               : "";
    if (record->result == RESULT_DRAW) {
        buffer_puts(out, "RE[Draw]");
    } else {
        buffer_printf(out, "RE[%c+%s]", record->result == RESULT_P1_WINS ? 'B' : 'W', how);
    }
    if (record->fen) {
        put_sgf_stones(out, record->fen, 'x', "AB");
        put_sgf_stones(out, record->fen, 'o', "AW");
        buffer_printf(out, "PL[%c]", white_begins ? 'W' : 'B');
    }
    for (int ply = 0; ply < record->count; ply++) {
        int x, y;
        square_of(record->moves[ply].text, size, &x, &y);
        buffer_printf(out, "%s;%c[%c%c]", ply % 10 == 0 ? "\n" : "",
                      (ply % 2 == 1) != white_begins ? 'W' : 'B', 'a' + x, 'a' + y);
    }
    buffer_puts(out, ")\n\n");
}

void format_psq(const struct export_context *context, const struct game_record *record,
                struct buffer *out)
{
    int size = size_of(context);
    buffer_printf(out, "Piskvorky %dx%d, 11:11, 0\n", size, size);
    for (int ply = 0; ply < record->count; ply++) {
        int x, y;
        square_of(record->moves[ply].text, size, &x, &y);
        buffer_printf(out, "%d,%d,%lld\n", x + 1, y + 1,
                      (long long)record->moves[ply].time_us / 1000);
    }
    buffer_printf(out, "%s\n%s\n-1\n", format_player(context, record, 0),
                  format_player(context, record, 1));
}
