/* SPDX-License-Identifier: MIT */
#include "writers.h"

#include <limits.h>

#include "board_svg.h"
#include "encoding.h"
#include "look.h"
#include "pgn.h"

/* The graph of a game, in pixels: its height, and the width of a ply, which is smaller in long
 * games. */
#define GRAPH_HEIGHT 120
#define GRAPH_WIDTH  600
#define GRAPH_STEP   12

static const char header[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>Analysis</title>\n<style>\n"
    "body { font: 16px/1.4 sans-serif; margin: 1rem auto; max-width: 60rem; padding: 0 1rem; }\n"
    "section { border-top: 1px solid #999; margin-top: 2rem; }\n"
    ".boards { display: flex; flex-wrap: wrap; gap: 1rem; }\n"
    "figure { margin: 0; width: 15rem; }\n"
    "figure svg { width: 100%; height: auto; }\n"
    ".graph { max-width: 100%; height: auto; background: #eee; }\n"
    ".graph .area { fill: #fff; stroke: #333; }\n"
    ".graph .even { stroke: #999; stroke-dasharray: 4; }\n"
    ".graph .mistake { fill: #c60; } .graph .blunder { fill: #c00; }\n"
    "</style>\n</head>\n<body>\n<h1>Analysis</h1>\n";

static void put_escaped(const char *text, struct buffer *out)
{
    static const char *const entities[UCHAR_MAX + 1] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
    struct buffer line = {0};
    encoding_put_line(text, &line);
    for (const char *at = buffer_text(&line); *at; at++) {
        const char *entity = entities[(unsigned char)*at];
        if (entity) {
            buffer_puts(out, entity);
        } else {
            buffer_putc(out, *at);
        }
    }
    buffer_finish(&line);
}

void write_report_header(const struct writing *writing, struct buffer *out)
{
    buffer_puts(out, header);
    buffer_puts(out, "<p>By ");
    put_escaped(writing->engine, out);
    buffer_puts(out, ". A game's graph tells the expected score of its first player before each "
                     "move; below it are the positions in which much of it was lost.</p>\n");
}

void write_report_footer(const struct writing *writing, struct buffer *out)
{
    (void)writing;
    buffer_puts(out, "</body>\n</html>\n");
}

/* Returns the y coordinate of an expected score in the graph. */
static double height_of(double expected)
{
    return (1 - expected) * GRAPH_HEIGHT;
}

static void put_area(const struct study *study, double step, struct buffer *out)
{
    int plies = study->entry.saved.record.plies, last = 0;
    buffer_printf(out, "<path class=\"area\" d=\"M0 %d", GRAPH_HEIGHT);
    for (int ply = 0; ply <= plies; ply++) {
        if (study->plies[ply].expected_known) {
            buffer_printf(out, "L%.1f %.1f", ply * step, height_of(study->plies[ply].expected));
            last = ply;
        }
    }
    buffer_printf(out, "L%.1f %dZ\"/>\n", last * step, GRAPH_HEIGHT);
}

static bool is_shown(const struct study_ply *ply)
{
    return ply->lost_known && mark_of_loss(ply->lost) >= MARK_MISTAKE;
}

static void put_graph(const struct study *study, struct buffer *out)
{
    int plies = study->entry.saved.record.plies;
    double step = plies * GRAPH_STEP <= GRAPH_WIDTH ? GRAPH_STEP : (double)GRAPH_WIDTH / plies;
    buffer_printf(out, "<svg class=\"graph\" viewBox=\"-2 0 %.0f %d\" width=\"%.0f\" role=\"img\">",
                  plies * step + 4, GRAPH_HEIGHT, plies * step + 4);
    buffer_puts(out, "<title>Expected score of the first player</title>\n");
    put_area(study, step, out);
    buffer_printf(out, "<path class=\"even\" d=\"M0 %dH%.0f\"/>\n", GRAPH_HEIGHT / 2, plies * step);
    for (int ply = 0; ply < plies; ply++) {
        if (is_shown(&study->plies[ply])) {
            buffer_printf(out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n",
                          mark_name(mark_of_loss(study->plies[ply].lost)), (ply + 1) * step,
                          height_of(study->plies[ply + 1].expected));
        }
    }
    buffer_puts(out, "</svg>\n");
}

/* Appends the move played, "23... Qxb2", and its loss. */
static void put_move(const struct game_walk *at, const struct study_ply *ply, struct buffer *out)
{
    struct buffer name = {0};
    notation_number(at, &name);
    buffer_putc(&name, ' ');
    look_format_move(at->game, at->position, at->move, &name);
    put_escaped(buffer_text(&name), out);
    buffer_printf(out, ": %s, %.0f %% of a point lost. ", mark_name(mark_of_loss(ply->lost)),
                  100 * ply->lost);
    buffer_finish(&name);
}

/* Appends the board, with the squares of the last move marked, and below it the move played and the
 * better one. */
static void put_board(const struct study *study, const struct game_walk *at,
                      const struct look_squares *last, struct buffer *out)
{
    const struct found_line *line = study_line(study, at->ply);
    const struct board_picture picture = {
        .game = at->game, .position = at->position, .last = *last};
    buffer_puts(out, "<figure>");
    board_svg_put(&picture, out);
    buffer_puts(out, "<figcaption>");
    if (at->move != MOVE_NONE) {
        put_move(at, &study->plies[at->ply], out);
    }
    if (line && line->pv) {
        struct buffer best = {0};
        notation_line(at->game, at->position, line->pv, VARIATION_MOVES, &best);
        buffer_puts(out, "Best: ");
        put_escaped(buffer_text(&best), out);
        buffer_puts(out, line->has_score ? " (" : "");
        if (line->has_score) {
            found_put_score(line, out);
            buffer_puts(out, ")");
        }
        buffer_finish(&best);
    }
    buffer_puts(out, "</figcaption></figure>\n");
}

static void put_title(const struct study *study, struct buffer *out)
{
    const struct saved_game *saved = &study->entry.saved;
    const bool is_sgf = study->row.format == SOURCE_SGF;
    const char *white = saved_game_tag(saved, is_sgf ? "PW" : "White");
    const char *black = saved_game_tag(saved, is_sgf ? "PB" : "Black");
    buffer_printf(out, "<section>\n<h2>%lld. ", (long long)study->row.number + 1);
    if ((white && *white) || (black && *black)) {
        put_escaped(white ? white : "", out);
        buffer_puts(out, " &ndash; ");
        put_escaped(black ? black : "", out);
        buffer_printf(out, " %s", pgn_result_name(saved->result));
    } else {
        put_escaped(saved->game->title, out);
    }
    buffer_puts(out, "</h2>\n<p>");
    put_escaped(study->row.source, out);
    buffer_printf(out, ", line %d</p>\n", study->row.line);
}

void write_report(const struct study *study, const struct writing *writing, struct buffer *out)
{
    const struct game_record *record = &study->entry.saved.record;
    struct look_squares last = {.count = 0};
    struct game_walk walk;
    (void)writing;
    put_title(study, out);
    if (record->plies > study->entry.first) {
        put_graph(study, out);
    }
    buffer_puts(out, "<div class=\"boards\">\n");
    game_walk_along(&walk, record);
    while (game_walk_next(&walk)) {
        if (is_shown(&study->plies[walk.ply])) {
            put_board(study, &walk, &last, out);
        }
        look_move_squares(walk.game, walk.position, walk.move, &last);
    }
    put_board(study, &walk, &last, out);
    buffer_puts(out, "</div>\n</section>\n");
    game_walk_finish(&walk);
}
