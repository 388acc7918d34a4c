/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "figures.h"
#include "writers.h"

/* Appends a field, in quotes if it needs them (RFC 4180). */
static void put_field(const char *text, struct buffer *out)
{
    if (!strpbrk(text, ",\"\r\n")) {
        buffer_puts(out, text);
        return;
    }
    buffer_putc(out, '"');
    for (; *text; text++) {
        if (*text == '"') {
            buffer_putc(out, '"');
        }
        buffer_putc(out, *text);
    }
    buffer_putc(out, '"');
}

void write_csv_header(const struct writing *writing, struct buffer *out)
{
    buffer_printf(out,
                  "source,line,entry,ply,fen,played,best,cp,mate_plies,depth,nodes,expected,lost,"
                  "mark,pv,failure,accuracy,cp_loss%s",
                  writing->times ? ",time_us" : "");
    for (int i = 0; i < writing->other_count; i++) {
        static const char *const columns[] = {"best", "cp", "mate_plies", "depth", "nodes"};
        for (int column = 0; column < LENGTH(columns); column++) {
            struct buffer name = {0};
            buffer_printf(&name, "%s %s", writing->others[i], columns[column]);
            buffer_putc(out, ',');
            put_field(buffer_text(&name), out);
            buffer_finish(&name);
        }
    }
    buffer_putc(out, '\n');
}

static void put_line(const struct found_line *line, struct buffer *out)
{
    if (!line) {
        buffer_puts(out, ",,,,");
        return;
    }
    if (line->has_score) {
        buffer_printf(out, line->is_mate ? ",,%d" : ",%d,", line->score);
    } else {
        buffer_puts(out, ",,");
    }
    buffer_printf(out, ",%d,", line->depth);
    if (line->nodes >= 0) {
        buffer_put_number(out, line->nodes);
    }
}

void write_csv(const struct study *study, const struct game_walk *at, const struct writing *writing,
               struct buffer *out)
{
    const struct study_ply *ply = &study->plies[at->ply];
    const struct found_line *line = study_line(study, at->ply);
    struct buffer fen = {0};
    at->game->format_fen(at->position, &fen);
    put_field(study->row.source, out);
    buffer_printf(out, ",%d,%lld,%d,", study->row.line, (long long)study->row.number + 1, at->ply);
    put_field(buffer_text(&fen), out);
    buffer_printf(out, ",%s,%s", at->text, ply->found ? ply->found->best : "");
    put_line(line, out);
    buffer_putc(out, ',');
    if (ply->expected_known) {
        buffer_printf(out, "%.4f", ply->expected);
    }
    buffer_putc(out, ',');
    if (ply->lost_known) {
        buffer_printf(out, "%.4f", ply->lost);
    }
    buffer_printf(out, ",%s,", ply->lost_known ? mark_name(mark_of_loss(ply->lost)) : "");
    put_field(line && line->pv ? line->pv : "", out);
    buffer_putc(out, ',');
    put_field(ply->found && ply->found->failure ? ply->found->failure : "", out);
    struct move_figures move;
    if (figures_of_move(study, at->ply, &move)) {
        buffer_printf(out, ",%.2f,%d", move.accuracy, move.cp_loss);
    } else {
        buffer_puts(out, ",,");
    }
    if (writing->times) {
        buffer_putc(out, ',');
        buffer_put_number(out, ply->found ? ply->found->time_us : 0);
    }
    for (int i = 1; i < study->engines; i++) {
        const struct found *found = study_found(study, i, at->ply);
        buffer_printf(out, ",%s", found ? found->best : "");
        put_line(found && found->line_count > 0 ? found->lines : NULL, out);
    }
    buffer_putc(out, '\n');
    buffer_finish(&fen);
}
