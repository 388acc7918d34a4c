/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "formats.h"
#include "game_record.h"

/* Columns of a line of moves. */
#define PGN_COLUMNS 80

/* A value in quotes, with what PGN wants escaped. */
static void put_tag(struct buffer *out, const char *tag, const char *value)
{
    buffer_printf(out, "[%s \"", tag);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') {
            buffer_putc(out, '\\');
        }
        buffer_putc(out, *value);
    }
    buffer_puts(out, "\"]\n");
}

/* PGN's word for how a game ended. */
static const char *termination(enum verdict verdict)
{
    switch (verdict) {
    case VERDICT_RULES:
        return "normal";
    case VERDICT_TIME:
        return "time forfeit";
    case VERDICT_ILLEGAL:
        return "rules infraction";
    case VERDICT_CRASH:
    case VERDICT_HANG:
        return "abandoned";
    default:
        return "adjudication";
    }
}

static void put_tags(const struct format_context *context, const struct played_game *played,
                     struct buffer *out)
{
    struct buffer text = {0};
    put_tag(out, "Event", context->event ? context->event : "myosu-match");
    put_tag(out, "Site", "?");
    format_date(played, "%Y.%m.%d", &text);
    put_tag(out, "Date", buffer_text(&text));
    buffer_clear(&text);
    buffer_printf(&text, "%d.%lld", played->round + 1, (long long)played->number + 1);
    put_tag(out, "Round", buffer_text(&text));
    put_tag(out, "White", format_player(context, played, 0));
    put_tag(out, "Black", format_player(context, played, 1));
    put_tag(out, "Result", result_name(played->result));
    if (played->fen) {
        put_tag(out, "SetUp", "1");
        put_tag(out, "FEN", played->fen);
    }
    const struct look_pgn *pgn = context->game->look->pgn;
    const char *variant = pgn->variant ? pgn->variant(context->settings) : NULL;
    if (variant) {
        put_tag(out, "Variant", variant);
    }
    buffer_clear(&text);
    buffer_printf(&text, "%d", played->count);
    put_tag(out, "PlyCount", buffer_text(&text));
    put_tag(out, "Termination",
            played->result == RESULT_NONE ? "unterminated" : termination(played->verdict));
    buffer_putc(out, '\n');
    buffer_finish(&text);
}

/* Adds a word to a text whose lines hold at most PGN_COLUMNS; `column` is where its line stands. */
static void put_wrapped(struct buffer *out, const char *word, int *column)
{
    int length = (int)strlen(word);
    if (*column > 0 && *column + 1 + length > PGN_COLUMNS) {
        buffer_putc(out, '\n');
        *column = 0;
    }
    if (*column > 0) {
        buffer_putc(out, ' ');
        ++*column;
    }
    buffer_puts(out, word);
    *column += length;
}

/* "{+0.31/12 0.052s}", as runners write it: from the mover's side. */
static void format_comment(const struct played_move *move, struct buffer *out)
{
    buffer_clear(out);
    buffer_putc(out, '{');
    if (move->has_score && move->is_mate) {
        int moves = move->score > 0 ? (move->score + 1) / 2 : -move->score / 2;
        buffer_printf(out, "%sM%d", move->score > 0 ? "+" : "-", moves);
    } else if (move->has_score) {
        buffer_printf(out, "%+.2f", move->score / 100.0);
    }
    if (move->has_score) {
        buffer_printf(out, "/%d ", move->depth);
    }
    buffer_printf(out, "%.3fs}", (double)move->time_us / 1e6);
}

void format_pgn(const struct format_context *context, const struct played_game *played,
                struct buffer *out)
{
    put_tags(context, played, out);
    struct game_record record;
    game_record_init(&record, context->game, context->settings);
    game_record_begin(&record, played->fen, NULL, NULL);
    int column = 0;
    struct buffer word = {0};
    for (int ply = 0; ply < played->count; ply++) {
        move_t move;
        const char *text = played->moves[ply].text;
        if (!context->game->parse_move(record.position, text, &move, NULL)) {
            break;
        }
        bool second = game_record_player(&record) == 2;
        if (!second || ply == 0) {
            buffer_clear(&word);
            buffer_printf(&word, second ? "%d..." : "%d.",
                          context->game->look->pgn->move_number(record.position));
            put_wrapped(out, buffer_text(&word), &column);
        }
        buffer_clear(&word);
        look_format_move(context->game, record.position, move, &word);
        put_wrapped(out, buffer_text(&word), &column);
        if (ply >= played->opening_plies && played->moves[ply].time_us >= 0) {
            format_comment(&played->moves[ply], &word);
            put_wrapped(out, buffer_text(&word), &column);
        }
        game_record_play_move(&record, move);
    }
    if (played->detail.text[0]) {
        buffer_clear(&word);
        buffer_printf(&word, "{%s}", played->detail.text);
        put_wrapped(out, buffer_text(&word), &column);
    }
    put_wrapped(out, result_name(played->result), &column);
    buffer_puts(out, "\n\n");
    buffer_finish(&word);
    game_record_finish(&record);
}
