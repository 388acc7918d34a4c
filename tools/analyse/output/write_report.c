/* SPDX-License-Identifier: MIT */
/* Writes a page of HTML that shows each game: a board that a script moves, the moves beside it, a
 * curve, and the mistakes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_svg.h"
#include "compiler.h"
#include "curve.h"
#include "figures.h"
#include "look.h"
#include "memory.h"
#include "page.h"
#include "pgn.h"
#include "report_data.h"
#include "report_script_name.h"
#include "report_style_name.h"
#include "writers.h"

EMBED_FILE(report_script, REPORT_SCRIPT_FILE);
EMBED_FILE(report_style, REPORT_STYLE_FILE);
extern const char report_script[], report_script_end[], report_style[], report_style_end[];

/* The most labels of moves below a curve. */
#define MOVE_TICKS 12

/* PGN's signs for marks. */
static const char *const signs[] = {
    [MARK_NONE] = "", [MARK_INACCURACY] = "?!", [MARK_MISTAKE] = "?", [MARK_BLUNDER] = "\?\?"};

static struct html_page page(void)
{
    return (struct html_page){
        .title = "Analysis",
        .style = {report_style, report_style_end},
        .script = {report_script, report_script_end},
    };
}

void write_report_header(const struct writing *writing, struct buffer *out)
{
    const struct html_page frame = page();
    html_page_begin(&frame, out);
    buffer_puts(out, "<p>By ");
    html_put_text(writing->engine, out);
    for (int i = 0; i < writing->other_count; i++) {
        buffer_puts(out, i > 0 ? ", " : ", and beside it ");
        html_put_text(writing->others[i], out);
    }
    buffer_puts(out,
                ".</p>\n<p class=\"faint\">Arrow left and right: one move. Home and End: the "
                "first and the last position. Arrow up and down, in a game: the mistake before "
                "and after. Green is the best move, grey or red the one that was played.</p>\n"
                "<nav aria-label=\"Games\" hidden><ul></ul></nav>\n");
}

void write_report_footer(const struct writing *writing, struct buffer *out)
{
    const struct html_page frame = page();
    (void)writing;
    html_page_end(&frame, out);
}

static enum mark mark_at(const struct study *study, int ply)
{
    const struct study_ply *at = &study->plies[ply];
    return at->lost_known ? mark_of_loss(at->lost) : MARK_NONE;
}

/* Begins a link to the position after so many moves of the game. */
static void put_link(const struct study *study, int ply, const char *attributes, struct buffer *out)
{
    buffer_printf(out, "<a href=\"#g%lldm%d\" data-ply=\"%d\"%s>", (long long)study->row.number + 1,
                  ply, ply, attributes);
}

static void put_mark(enum mark mark, struct buffer *out)
{
    if (mark != MARK_NONE) {
        buffer_printf(out, "<span class=\"glyph\" title=\"%s\">%s</span>", mark_name(mark),
                      signs[mark]);
    }
}

/* Appends the list of moves; each has the value of the position after it. */
static void put_moves(const struct study *study, struct buffer *out)
{
    struct game_walk walk;
    struct buffer move = {0}, value = {0};
    buffer_puts(out, "<div class=\"side\">\n<ol class=\"moves\" aria-label=\"Moves\" "
                     "tabindex=\"0\">\n<li class=\"start\">");
    put_link(study, 0, "", out);
    buffer_puts(out, "Start");
    game_walk_along(&walk, &study->entry.saved.record);
    for (bool more = true; more;) {
        more = game_walk_next(&walk);
        buffer_clear(&value);
        report_put_value(study, &walk, &value);
        buffer_printf(out, "<span class=\"value\">%s</span></a></li>\n", buffer_text(&value));
        if (more) {
            const enum mark mark = mark_at(study, walk.ply);
            buffer_printf(out, "<li class=\"%s %s\">",
                          game_walk_player(&walk) == 0 ? "first" : "second", mark_name(mark));
            put_link(study, walk.ply + 1, "", out);
            buffer_clear(&move);
            notation_number(&walk, &move);
            buffer_printf(out, "<span class=\"number\">%s</span>", buffer_text(&move));
            buffer_clear(&move);
            look_format_move(walk.game, walk.position, walk.move, &move);
            html_put_text(buffer_text(&move), out);
            put_mark(mark, out);
        }
    }
    buffer_puts(out, "</ol>\n</div>\n");
    game_walk_finish(&walk);
    buffer_finish(&move);
    buffer_finish(&value);
}

/* Appends the board, the controls, and the place of the text on the position. */
static void put_board(const struct study *study, const char *ids, struct buffer *out)
{
    static const struct {
        const char *act, *name, *sign;
    } buttons[] = {
        {"first", "First position", "|&#x25C0;&#xFE0E;"},
        {"back", "One move back", "&#x25C0;&#xFE0E;"},
        {"on", "One move on", "&#x25B6;&#xFE0E;"},
        {"last", "Last position", "&#x25B6;&#xFE0E;|"},
        {"before", "Mistake before", "&#x2191; ?"},
        {"worse", "Next mistake", "&#x2193; ?"},
        {"turn", "Turn the board", "&#x21C5;"},
    };
    const struct board_picture picture = {
        .game = study->entry.saved.game,
        .position = study->entry.saved.record.position,
        .page = ids,
    };
    buffer_puts(out, "<div class=\"stage\">\n");
    board_svg_put(&picture, out);
    buffer_puts(out, "<div class=\"controls\" role=\"group\" aria-label=\"Position\" hidden>\n");
    for (int i = 0; i < LENGTH(buttons); i++) {
        buffer_printf(out,
                      "<button type=\"button\" data-act=\"%s\" aria-label=\"%s\" "
                      "title=\"%s\">%s</button>\n",
                      buttons[i].act, buttons[i].name, buttons[i].name, buttons[i].sign);
    }
    buffer_puts(out, "</div>\n<div class=\"status\" aria-live=\"polite\"></div>\n</div>\n");
}

/* Appends marks on the curve, which are links, and the cursor of the script. */
static void put_curve_marks(const struct study *study, const struct html_curve *curve,
                            struct buffer *out)
{
    buffer_printf(out, "<path class=\"even\" d=\"M%d %.1fH%d\"/>\n", HTML_CURVE_LEFT,
                  html_curve_y(curve, 50), HTML_CURVE_RIGHT);
    for (int ply = 0; ply + 1 < curve->count; ply++) {
        if (report_shows(&study->plies[ply])) {
            char attributes[64];
            snprintf(attributes, sizeof attributes, " class=\"%s\" tabindex=\"-1\"",
                     mark_name(mark_at(study, ply)));
            put_link(study, ply, attributes, out);
            buffer_printf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"6\"/></a>\n",
                          html_curve_x(curve, ply + 1),
                          html_curve_y(curve, curve->values[ply + 1]));
        }
    }
    buffer_printf(out,
                  "<g class=\"cursor\" transform=\"translate(%d 0)\"><path d=\"M0 %dV%d\"/></g>\n",
                  HTML_CURVE_LEFT, HTML_CURVE_TOP, HTML_CURVE_BOTTOM);
}

/* Finds the ticks below the curve: at the position after a move of the first player, or after any
 * move where each has its own number. */
static int find_move_ticks(const struct study *study, struct html_tick *ticks)
{
    const struct game_record *record = &study->entry.saved.record;
    const struct look_pgn *pgn = record->game->look->pgn;
    const int first = pgn ? pgn->move_number(record->start) : 1;
    const int per_move = pgn ? 2 : 1;
    const int skipped = pgn ? record->game->player(record->start) - 1 : 0;
    const int moves = (record->plies + skipped + per_move - 1) / per_move;
    const int count = html_curve_count(moves, first, MOVE_TICKS, ticks);
    for (int i = 0; i < count; i++) {
        ticks[i].at = ticks[i].at * per_move + 1 - skipped;
    }
    return count;
}

static void put_curve(const struct study *study, struct buffer *out)
{
    static const struct html_tick up[] = {
        {0, "0"}, {25, "25"}, {50, "50"}, {75, "75"}, {100, "100"}};
    const int plies = study->entry.saved.record.plies;
    double *values = memory_zeroed((size_t)plies + 1, sizeof *values);
    struct html_tick across[MOVE_TICKS];
    struct buffer title = {0}, attributes = {0};
    for (int ply = 0; ply <= plies; ply++) {
        const struct study_ply *at = &study->plies[ply];
        values[ply] = at->expected_known ? 100 * at->expected : NAN;
    }
    notation_player(study->entry.saved.game->look, 0, &title);
    buffer_puts(&title, ": expected score in per cent");
    const struct html_curve curve = {
        .title = buffer_text(&title),
        .across = "move",
        .up = "expected score, %",
        .count = plies + 1,
        .values = values,
        .top = 100,
        .filled = true,
        .across_ticks = across,
        .across_count = find_move_ticks(study, across),
        .up_ticks = up,
        .up_count = LENGTH(up),
    };
    buffer_printf(&attributes,
                  " role=\"slider\" tabindex=\"0\" aria-label=\"Position, on the curve of the "
                  "expected score\" aria-valuemin=\"0\" aria-valuemax=\"%d\" aria-valuenow=\"0\"",
                  plies);
    html_curve_begin(&curve, buffer_text(&attributes), out);
    put_curve_marks(study, &curve, out);
    html_curve_end(out);
    buffer_finish(&title);
    buffer_finish(&attributes);
    free(values);
}

/* Appends the mistakes, as links to the positions before them. */
static void put_mistakes(const struct study *study, struct buffer *out)
{
    struct game_walk walk;
    struct buffer text = {0};
    bool any = false;
    game_walk_along(&walk, &study->entry.saved.record);
    while (game_walk_next(&walk)) {
        if (report_shows(&study->plies[walk.ply])) {
            buffer_puts(out, any ? "" : "<h3>Mistakes</h3>\n<ul class=\"mistakes\">\n");
            any = true;
            buffer_printf(out, "<li class=\"%s\">", mark_name(mark_at(study, walk.ply)));
            put_link(study, walk.ply, "", out);
            buffer_clear(&text);
            report_put_move(&walk, &text);
            html_put_text(buffer_text(&text), out);
            buffer_puts(out, "</a>: ");
            buffer_clear(&text);
            report_put_verdict(study, &walk, &text);
            html_put_text(buffer_text(&text), out);
            buffer_puts(out, "</li>\n");
        }
    }
    buffer_puts(out, any ? "</ul>\n" : "");
    game_walk_finish(&walk);
    buffer_finish(&text);
}

static void put_means(const struct phase_figures *figures, struct buffer *out)
{
    if (figures->moves > 0) {
        buffer_printf(out, "<td>%.1f %%</td><td>%.0f</td>", figures->accuracy, figures->cp_loss);
    } else {
        buffer_puts(out, "<td>&ndash;</td><td>&ndash;</td>");
    }
}

/* Appends the table of accuracy, losses and mistakes. */
static void put_figures(const struct study *study, struct buffer *out)
{
    struct figures figures;
    const bool has_phases = study->plies[0].phase != PHASE_NONE;
    if (!figures_of_game(study, &figures)) {
        return;
    }
    buffer_puts(out, "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Figures\">"
                     "<table>\n<caption>Accuracy, and loss in centipawns per move</caption>\n"
                     "<tr><td></td><th scope=\"col\">moves</th><th scope=\"col\">accuracy</th>"
                     "<th scope=\"col\">loss</th><th scope=\"col\">inaccuracies</th>"
                     "<th scope=\"col\">mistakes</th><th scope=\"col\">blunders</th>"
                     "<th scope=\"col\">missed wins</th><th scope=\"col\">missed mates</th>");
    for (int phase = 0; phase < PHASES && has_phases; phase++) {
        buffer_printf(out, "<th scope=\"col\">%s</th><th scope=\"col\">loss</th>",
                      phase_name((enum phase)phase));
    }
    buffer_puts(out, "</tr>\n");
    for (int player = 0; player < 2; player++) {
        const struct side_figures *side = &figures.sides[player];
        buffer_puts(out, "<tr><th scope=\"row\">");
        html_put_text(study->entry.saved.game->look->sides[player].name, out);
        buffer_printf(out, "</th><td>%d</td>", side->whole.moves);
        put_means(&side->whole, out);
        for (int mark = MARK_INACCURACY; mark <= MARK_BLUNDER; mark++) {
            buffer_printf(out, "<td>%d</td>", side->marks[mark]);
        }
        buffer_printf(out, "<td>%d</td><td>%d</td>", side->missed[MISSED_WIN],
                      side->missed[MISSED_MATE]);
        for (int phase = 0; phase < PHASES && has_phases; phase++) {
            put_means(&side->phases[phase], out);
        }
        buffer_puts(out, "</tr>\n");
    }
    buffer_puts(out, "</table></div>\n");
}

static void put_title(const struct study *study, struct buffer *out)
{
    const struct saved_game *saved = &study->entry.saved;
    const bool is_sgf = study->row.format == SOURCE_SGF;
    const char *white = saved_game_tag(saved, is_sgf ? "PW" : "White");
    const char *black = saved_game_tag(saved, is_sgf ? "PB" : "Black");
    buffer_printf(out, "<h2>%lld. ", (long long)study->row.number + 1);
    if ((white && *white) || (black && *black)) {
        html_put_text(white ? white : "", out);
        buffer_puts(out, " &ndash; ");
        html_put_text(black ? black : "", out);
        buffer_printf(out, " %s", pgn_result_name(saved->result));
    } else {
        html_put_text(saved->game->title, out);
    }
    buffer_puts(out, "</h2>\n<p class=\"faint\">");
    html_put_text(study->row.source, out);
    buffer_printf(out, ", line %d</p>\n", study->row.line);
    if (study->entry.opening) {
        buffer_printf(out, "<p>%s ", study->entry.opening->eco);
        html_put_text(study->entry.opening->name, out);
        buffer_puts(out, "</p>\n");
    }
}

void write_report(const struct study *study, const struct writing *writing, struct buffer *out)
{
    const struct game_record *record = &study->entry.saved.record;
    char ids[32];
    snprintf(ids, sizeof ids, "g%lld-", (long long)study->row.number + 1);
    buffer_printf(out, "<section class=\"game\" id=\"g%lld\">\n", (long long)study->row.number + 1);
    put_title(study, out);
    if (record->game->look) {
        buffer_puts(out, "<div class=\"viewer\">\n");
        put_board(study, ids, out);
        put_moves(study, out);
        buffer_puts(out, "</div>\n");
        if (record->plies > study->entry.first) {
            put_curve(study, out);
        }
        put_figures(study, out);
        put_mistakes(study, out);
        buffer_puts(out, "<script type=\"application/json\">\n");
        report_put_data(study, writing, ids, out);
        buffer_puts(out, "</script>\n");
    }
    buffer_puts(out, "</section>\n");
}
