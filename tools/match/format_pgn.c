/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "encoding.h"
#include "formats.h"
#include "memory.h"

/* Columns of a line of moves. */
#define PGN_COLUMNS 80

void format_pgn_tag(const char *name, const char *value, struct buffer *out)
{
    struct buffer line = {0};
    encoding_put_line(value, &line);
    buffer_printf(out, "[%s \"", name);
    for (const char *at = buffer_text(&line); *at; at++) {
        if (*at == '"' || *at == '\\') {
            buffer_putc(out, '\\');
        }
        buffer_putc(out, *at);
    }
    buffer_puts(out, "\"]\n");
    buffer_finish(&line);
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
    format_pgn_tag("Event", context->event ? context->event : "myosu-match", out);
    format_pgn_tag("Site", "?", out);
    format_date(played, "%Y.%m.%d", &text);
    format_pgn_tag("Date", buffer_text(&text), out);
    buffer_clear(&text);
    buffer_printf(&text, "%d.%lld", played->round + 1, (long long)played->number + 1);
    format_pgn_tag("Round", buffer_text(&text), out);
    format_pgn_tag("White", format_player(context, played, 0), out);
    format_pgn_tag("Black", format_player(context, played, 1), out);
    format_pgn_tag("Result", result_name(played->result), out);
    if (played->fen) {
        format_pgn_tag("SetUp", "1", out);
        format_pgn_tag("FEN", played->fen, out);
    }
    const struct look_pgn *pgn = context->game->look->pgn;
    const char *variant = pgn->variant ? pgn->variant(context->settings) : NULL;
    if (variant) {
        format_pgn_tag("Variant", variant, out);
    }
    buffer_clear(&text);
    buffer_printf(&text, "%d", played->count);
    format_pgn_tag("PlyCount", buffer_text(&text), out);
    format_pgn_tag("Termination",
                   played->result == RESULT_NONE ? "unterminated" : termination(played->verdict),
                   out);
    buffer_putc(out, '\n');
    buffer_finish(&text);
}

void format_pgn_word(const char *word, int *column, struct buffer *out)
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

void format_pgn_comment(const char *text, int *column, struct buffer *out)
{
    struct buffer braced = {0};
    buffer_putc(&braced, '{');
    encoding_put_line(text, &braced);
    buffer_putc(&braced, '}');
    const size_t length = buffer_length(&braced);
    char *words = memory_text(buffer_text(&braced)), *rest = words;
    for (size_t i = 0; i + 1 < length; i++) {
        words[i] = words[i] == '}' ? ')' : words[i];
    }
    for (char *word; (word = strsep(&rest, " "));) {
        if (*word) {
            format_pgn_word(word, column, out);
        }
    }
    free(words);
    buffer_finish(&braced);
}

void format_pgn_number(const struct game_record *record, bool always, int *column,
                       struct buffer *out)
{
    bool second = game_record_player(record) == 2;
    if (!second || always) {
        char number[16];
        snprintf(number, sizeof number, second ? "%d..." : "%d.",
                 record->game->look->pgn->move_number(record->position));
        format_pgn_word(number, column, out);
    }
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
    game_record_open(&record, context->game, context->settings, played->fen, NULL, NULL);
    int column = 0;
    struct buffer word = {0};
    for (int ply = 0; ply < played->count; ply++) {
        move_t move;
        const char *text = played->moves[ply].text;
        if (!context->game->parse_move(record.position, text, &move, NULL)) {
            break;
        }
        format_pgn_number(&record, ply == 0, &column, out);
        buffer_clear(&word);
        look_format_move(context->game, record.position, move, &word);
        format_pgn_word(buffer_text(&word), &column, out);
        if (ply >= played->opening_plies && played->moves[ply].time_us >= 0) {
            format_comment(&played->moves[ply], &word);
            format_pgn_word(buffer_text(&word), &column, out);
        }
        game_record_play_move(&record, move);
    }
    if (played->detail.text[0]) {
        format_pgn_comment(played->detail.text, &column, out);
    }
    format_pgn_word(result_name(played->result), &column, out);
    buffer_puts(out, "\n\n");
    buffer_finish(&word);
    game_record_finish(&record);
}
