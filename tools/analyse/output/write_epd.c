/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <string.h>

#include "look.h"
#include "position_line.h"
#include "writers.h"

/* EPD's score of an immediate mate; each ply to the mate subtracts one. */
#define EPD_MATE 32767

/* Appends the operations of the input, except for those with an engine's results. */
static void put_given(const struct study *study, struct buffer *out)
{
    static const char *const found[] = {"acd", "acn", "acs", "ce", "pv"};
    const char *at = study->entry.operations;
    struct epd_operation operation;
    while (epd_next(&at, &operation)) {
        bool kept = true;
        for (int i = 0; i < LENGTH(found); i++) {
            kept &= strcmp(operation.opcode, found[i]) != 0;
        }
        if (kept) {
            buffer_putc(out, ' ');
            buffer_append(out, operation.whole, operation.whole_length);
            buffer_puts(out, operation.whole[operation.whole_length - 1] == ';' ? "" : ";");
        }
    }
    if (study->entry.claim.scored) {
        buffer_printf(out, " c0 \"score %d\";", study->entry.claim.score);
    }
}

static bool is_given(const struct study *study, const struct game_walk *at, const char *opcode)
{
    struct epd_operation operation;
    return at->move == MOVE_NONE && epd_find(study->entry.operations, opcode, &operation);
}

static void put_score(const struct found_line *line, bool mate_given, struct buffer *out)
{
    if (line->is_mate) {
        int ce = line->score > 0 ? EPD_MATE - line->score : -EPD_MATE - line->score;
        buffer_printf(out, " ce %d;", ce);
        if (line->score > 0 && !mate_given) {
            buffer_printf(out, " dm %d;", (line->score + 1) / 2);
        }
    } else {
        buffer_printf(out, " ce %d;", line->score);
    }
}

/* Appends the engine's results. The input's `bm` and `dm` are claims, so they are kept. */
static void put_found(const struct study *study, const struct game_walk *at,
                      const struct found *found, const struct writing *writing, struct buffer *out)
{
    const struct found_line *line = study_line(study, at->ply);
    move_t best;
    if (line) {
        buffer_printf(out, " acd %d;", line->depth);
    }
    if (line && line->nodes >= 0) {
        buffer_printf(out, " acn %lld;", (long long)line->nodes);
    }
    if (writing->times) {
        buffer_printf(out, " acs %lld;", (long long)(found->time_us / 1000000));
    }
    if (!is_given(study, at, "bm") && !is_given(study, at, "am") &&
        at->game->parse_move(at->position, found->best, &best, NULL)) {
        buffer_puts(out, " bm ");
        look_format_move(at->game, at->position, best, out);
        buffer_putc(out, ';');
    }
    if (line && line->has_score) {
        put_score(line, is_given(study, at, "dm"), out);
    }
    if (line && line->pv) {
        buffer_puts(out, " pv ");
        notation_line(at->game, at->position, line->pv, INT_MAX, out);
        buffer_putc(out, ';');
    }
    for (int i = 1; i < study->engines; i++) {
        struct buffer text = {0};
        if (output_put_other(study, writing, i, at, &text)) {
            for (size_t j = text.start; j < text.end; j++) {
                text.data[j] = text.data[j] == '"' ? '\'' : text.data[j];
            }
            buffer_printf(out, " c%d \"%s\";", i, buffer_text(&text));
        }
        buffer_finish(&text);
    }
}

void write_epd(const struct study *study, const struct game_walk *at, const struct writing *writing,
               struct buffer *out)
{
    const struct found *found = study->plies[at->ply].found;
    epd_put_fields(at->game, &study->entry.saved.settings, at->position, out);
    if (at->move == MOVE_NONE) {
        put_given(study, out);
    }
    if (found && !found->failure) {
        put_found(study, at, found, writing, out);
    }
    buffer_putc(out, '\n');
}
