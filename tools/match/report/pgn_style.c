/* SPDX-License-Identifier: MIT */
#include "pgn_style.h"

#include <stdlib.h>
#include <string.h>

void pgn_style_trim(const struct pgn_style *style, struct played_move *move)
{
    move->seldepth = style->seldepth ? move->seldepth : 0;
    move->nps = style->nps ? move->nps : -1;
    move->hashfull = style->hashfull ? move->hashfull : -1;
    move->tb_hits = style->tb_hits ? move->tb_hits : -1;
    move->left_us = style->time_left ? move->left_us : -1;
}

void pgn_style_control(const struct game_time *control, struct buffer *out)
{
    if (control->base_ms) {
        if (control->moves) {
            buffer_printf(out, "%d/", control->moves);
        }
        buffer_printf(out, "%g", (double)control->base_ms / 1000);
        if (control->inc_ms) {
            buffer_printf(out, "+%g", (double)control->inc_ms / 1000);
        }
    } else if (control->movetime_ms) {
        buffer_printf(out, "1/%g", (double)control->movetime_ms / 1000);
    } else {
        buffer_putc(out, '-');
    }
}

static void put_score(const struct played_move *move, struct buffer *out)
{
    if (move->has_score && move->is_mate) {
        int moves = move->score > 0 ? (move->score + 1) / 2 : -move->score / 2;
        buffer_printf(out, "%sM%d", move->score > 0 ? "+" : "-", moves);
    } else if (move->has_score) {
        buffer_printf(out, "%+.2f", move->score / 100.0);
    }
    if (move->has_score) {
        buffer_printf(out, "/%d ", move->depth);
    }
}

static void put_figure(const char *name, bool asked, int64_t value, struct buffer *out)
{
    if (asked && value >= 0) {
        buffer_printf(out, ", %s=%lld", name, (long long)value);
    }
}

/* Appends the legal moves of a principal variation. */
static void put_pv(const struct game_walk *at, const char *pv, struct buffer *out)
{
    struct game_walk walk;
    const char *before = ", pv=\"";
    game_walk_init(&walk, at->game, at->position, pv);
    while (game_walk_next(&walk)) {
        buffer_printf(out, "%s%s", before, walk.text);
        before = " ";
    }
    buffer_puts(out, *before == ' ' ? "\"" : "");
    game_walk_finish(&walk);
}

void pgn_style_note(const void *source, const struct game_walk *at, struct game_note *note)
{
    const struct pgn_style_notes *notes = source;
    const struct pgn_style *style = notes->style;
    struct buffer *out = &note->remark;
    if (at->move == MOVE_NONE) {
        buffer_puts(&note->comment, notes->played->detail.text);
        return;
    }
    const struct played_move *move = &notes->played->moves[at->ply];
    if (at->ply < notes->played->opening_plies || move->time_us < 0) {
        return;
    }
    buffer_putc(out, '{');
    put_score(move, out);
    buffer_printf(out, "%.3fs", (double)move->time_us / 1e6);
    if (style->time_left && move->left_us >= 0) {
        buffer_printf(out, ", tl=%.3fs", (double)move->left_us / 1e6);
    }
    put_figure("n", style->nodes, move->nodes, out);
    put_figure("sd", style->seldepth, move->seldepth > 0 ? move->seldepth : -1, out);
    put_figure("nps", style->nps, move->nps, out);
    put_figure("hashfull", style->hashfull, move->hashfull, out);
    put_figure("tbhits", style->tb_hits, move->tb_hits, out);
    if (style->pv && move->pv) {
        put_pv(at, move->pv, out);
    }
    if (move->line) {
        buffer_printf(out, ", line=\"%s\"", move->line);
    }
    buffer_putc(out, '}');
}
