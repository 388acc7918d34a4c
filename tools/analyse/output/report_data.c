/* SPDX-License-Identifier: MIT */
#include "report_data.h"

#include <stdlib.h>
#include <string.h>

#include "curve.h"
#include "page.h"
#include "svg_parts.h"

bool report_shows(const struct study_ply *ply)
{
    return ply->lost_known && mark_of_loss(ply->lost) >= MARK_MISTAKE;
}

void report_put_move(const struct game_walk *at, struct buffer *out)
{
    notation_number(at, out);
    buffer_putc(out, ' ');
    look_format_move(at->game, at->position, at->move, out);
}

void report_put_value(const struct study *study, const struct game_walk *at, struct buffer *out)
{
    const struct found_line *line = study_line(study, at->ply);
    if (line && line->has_score) {
        found_put_value(line, game_walk_player(at), out);
    }
}

/* Appends the best line, and its score for the first player. */
static void put_best(const struct study *study, const struct game_walk *at, struct buffer *out)
{
    const struct found_line *line = study_line(study, at->ply);
    notation_line(at->game, at->position, line->pv, VARIATION_MOVES, out);
    if (line->has_score) {
        buffer_puts(out, " (");
        report_put_value(study, at, out);
        buffer_putc(out, ')');
    }
}

void report_put_verdict(const struct study *study, const struct game_walk *at, struct buffer *out)
{
    const struct study_ply *ply = &study->plies[at->ply];
    const struct found_line *line = study_line(study, at->ply);
    buffer_printf(out, "%s, %.0f %% of a point lost.", mark_name(mark_of_loss(ply->lost)),
                  100 * ply->lost);
    if (line && line->pv) {
        buffer_puts(out, " Better: ");
        put_best(study, at, out);
    }
}

static void put_squares(const char *key, const struct look_squares *squares, struct buffer *out)
{
    buffer_printf(out, ",\"%s\":[", key);
    for (int i = 0; i < squares->count; i++) {
        buffer_printf(out, "%s%d", i > 0 ? "," : "", squares->list[i]);
    }
    buffer_putc(out, ']');
}

/* The squares of the best move in a position. */
static void find_best(const struct study *study, const struct game_walk *at,
                      struct look_squares *squares)
{
    const struct found_line *line = study_line(study, at->ply);
    char word[GAME_MOVE_TEXT] = "";
    move_t move;
    squares->count = 0;
    if (line && line->pv && strcspn(line->pv, " ") < sizeof word) {
        memcpy(word, line->pv, strcspn(line->pv, " "));
    }
    if (word[0] && at->game->parse_move(at->position, word, &move, NULL)) {
        look_move_squares(at->game, at->position, move, squares);
    }
}

static void put_changes(const struct look_board *before, const struct look_board *after,
                        struct buffer *out)
{
    const char *comma = "";
    buffer_puts(out, "{\"c\":[");
    for (int i = 0; i < after->files * after->ranks; i++) {
        if (before->squares[i] != after->squares[i]) {
            buffer_printf(out, "%s%d,%d", comma, i, after->squares[i]);
            comma = ",";
        }
    }
    buffer_putc(out, ']');
}

/* The text of a position: which move led here, what it lost, and what is best now. */
static void put_texts(const struct study *study, const struct writing *writing,
                      const struct game_walk *at, const struct buffer *came, struct buffer *out)
{
    const struct found_line *line = study_line(study, at->ply);
    struct buffer text = {0};
    buffer_puts(out, ",\"t\":[");
    html_put_json(buffer_length(came) > 0 ? buffer_text(came) : "Start", out);
    if (line && line->pv) {
        notation_player(at->game->look, game_walk_player(at), &text);
        buffer_puts(&text, " to move. Best: ");
        put_best(study, at, &text);
        if (line->depth > 0) {
            buffer_printf(&text, ", depth %d", line->depth);
        }
        buffer_putc(out, ',');
        html_put_json(buffer_text(&text), out);
    }
    for (int i = 1; i < study->engines; i++) {
        buffer_clear(&text);
        if (output_put_other(study, writing, i, at, &text)) {
            buffer_putc(out, ',');
            html_put_json(buffer_text(&text), out);
        }
    }
    if (at->move != MOVE_NONE) {
        buffer_clear(&text);
        buffer_puts(&text, "Played: ");
        report_put_move(at, &text);
        buffer_putc(out, ',');
        html_put_json(buffer_text(&text), out);
    }
    buffer_puts(out, "]}");
    buffer_finish(&text);
}

static void put_plies(const struct study *study, const struct writing *writing, struct buffer *out)
{
    struct look_board before, after;
    struct look_squares squares = {.count = 0}, best;
    struct game_walk walk;
    struct buffer came = {0};
    bool was_bad = false;
    game_walk_along(&walk, &study->entry.saved.record);
    walk.game->look->board(walk.position, &before);
    for (bool more = true; more;) {
        more = game_walk_next(&walk);
        walk.game->look->board(walk.position, &after);
        buffer_puts(out, walk.ply > 0 ? ",\n" : "");
        put_changes(&before, &after, out);
        put_squares("m", &squares, out);
        buffer_puts(out, was_bad ? ",\"k\":1" : "");
        find_best(study, &walk, &best);
        put_squares("b", &best, out);
        put_texts(study, writing, &walk, &came, out);
        buffer_clear(&came);
        before = after;
        if (more) {
            const struct study_ply *ply = &study->plies[walk.ply];
            look_move_squares(walk.game, walk.position, walk.move, &squares);
            report_put_move(&walk, &came);
            was_bad = report_shows(ply);
            if (ply->lost_known && mark_of_loss(ply->lost) != MARK_NONE) {
                buffer_puts(&came, ": ");
                report_put_verdict(study, &walk, &came);
            }
        }
    }
    game_walk_finish(&walk);
    buffer_finish(&came);
}

static void put_kinds(const struct look *look, struct buffer *out)
{
    buffer_puts(out, ",\"round\":[");
    for (int i = 0; i < look->piece_count; i++) {
        const char *shape = look->pieces[i].shape;
        const bool round = strcmp(shape, "stone") == 0 || strcmp(shape, "disc") == 0;
        buffer_printf(out, "%s%d", i > 0 ? "," : "", round);
    }
    buffer_puts(out, "],\"on\":[");
    for (int i = 0; i < look->piece_count; i++) {
        const int side = look->pieces[i].side;
        const char *web = side ? look->sides[side - 1].colour.web : "#808080";
        buffer_printf(out, "%s\"%s\"", i > 0 ? "," : "", svg_colour_on(web).text);
    }
    buffer_putc(out, ']');
}

static void put_marked(const struct study *study, struct buffer *out)
{
    const char *comma = "";
    buffer_puts(out, ",\"marked\":[");
    for (int ply = 0; ply < study->entry.saved.record.plies; ply++) {
        if (report_shows(&study->plies[ply])) {
            buffer_printf(out, "%s%d", comma, ply);
            comma = ",";
        }
    }
    buffer_putc(out, ']');
}

void report_put_data(const struct study *study, const struct writing *writing, const char *ids,
                     struct buffer *out)
{
    const struct game_record *record = &study->entry.saved.record;
    const struct look *look = record->game->look;
    const enum game_result result = record->game->result(record->position);
    struct look_squares win = {.count = 0};
    struct look_board board;
    look->board(record->start, &board);
    buffer_printf(out, "{\"ids\":\"%s\",\"turned\":%s,\"field\":[%d,%d],\"start\":[", ids,
                  study->judged == 2 ? "true" : "false", HTML_CURVE_LEFT, HTML_CURVE_RIGHT);
    for (int i = 0; i < board.files * board.ranks; i++) {
        buffer_printf(out, "%s%d", i > 0 ? "," : "", board.squares[i]);
    }
    buffer_putc(out, ']');
    put_kinds(look, out);
    put_marked(study, out);
    if (look->winning_squares && (result == RESULT_P1_WINS || result == RESULT_P2_WINS)) {
        look->winning_squares(record->position, &win);
    }
    put_squares("win", &win, out);
    buffer_puts(out, ",\"plies\":[\n");
    put_plies(study, writing, out);
    buffer_puts(out, "]}");
}
