/* SPDX-License-Identifier: MIT */
#include "html_report.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_svg.h"
#include "compiler.h"
#include "game_walk.h"
#include "html_curves.h"
#include "look.h"
#include "memory.h"
#include "page.h"
#include "pgn.h"

/* The picture of a rating with its error: its width and height, and the Elo at its ends. */
enum { BAR_WIDTH = 160, BAR_HEIGHT = 18, BAR_LEAST = 50, BAR_MOST = 800 };

static const char style[] =
    ".seen-turned>.ground:not(.turned),.board:not(.seen-turned)>.ground.turned{display:none}\n"
    ".under .last{fill:var(--last)}\n"
    ".over circle{fill:none;stroke-width:6}\n"
    ".over .won{stroke:var(--alarm);stroke-width:8}\n"
    ".bar{display:block;width:160px;height:18px}\n"
    ".bar .zero{stroke:var(--faint);stroke-dasharray:2 2}\n"
    ".bar .error{stroke:var(--accent);stroke-width:2;fill:none}\n"
    ".bar circle{fill:var(--accent)}\n"
    ".bound{stroke:var(--faint);stroke-dasharray:5 4;fill:none}\n"
    "details{border-bottom:1px solid var(--line)}\n"
    "summary{padding:.35rem .2rem;cursor:pointer;overflow-wrap:anywhere}\n"
    "details>div{display:grid;grid-template-columns:minmax(0,22rem) minmax(12rem,1fr);gap:1rem;"
    "padding:.4rem 0 1rem}\n"
    ".result{font-weight:700}\n"
    ".loss{color:var(--bad)}\n"
    "th.name{text-align:left}\n"
    "td.own{color:var(--faint);text-align:center}\n"
    "@media (max-width:40rem){details>div{grid-template-columns:minmax(0,1fr)}}\n";

static const char *name_of(const struct html_report *report, int engine)
{
    return report->context->names[engine];
}

static bool is_paired(const struct html_report *report)
{
    return schedule_is_paired(&report->standings->schedule);
}

static struct estimate estimate_of(const struct html_report *report, const struct tally *tally)
{
    return stats_estimate(tally, is_paired(report) && tally_pairs(tally) > 0);
}

/* ---- Standings ---- */

/* Returns the Elo at the ends of the pictures: no error of an engine reaches further. */
static double find_span(const struct html_report *report)
{
    double span = BAR_LEAST;
    for (int i = 0; i < report->standings->schedule.engines; i++) {
        const struct tally tally = standings_of(report->standings, i);
        const struct estimate e = estimate_of(report, &tally);
        if (e.known && isfinite(e.elo_error)) {
            span = fmax(span, fabs(e.elo) + e.elo_error);
        }
    }
    return fmin(span, BAR_MOST);
}

static double bar_x(double elo, double span)
{
    const double at = fmax(-1, fmin(1, elo / span));
    return BAR_WIDTH / 2. + at * (BAR_WIDTH / 2. - 6);
}

static void put_bar(const struct estimate *e, double span, struct buffer *out)
{
    const int middle = BAR_HEIGHT / 2;
    buffer_printf(out,
                  "<svg class=\"bar\" viewBox=\"0 0 %d %d\" aria-hidden=\"true\"><path "
                  "class=\"zero\" d=\"M%d 0v%d\"/>",
                  BAR_WIDTH, BAR_HEIGHT, BAR_WIDTH / 2, BAR_HEIGHT);
    if (e->known && isfinite(e->elo_error)) {
        buffer_printf(out, "<path class=\"error\" d=\"M%.1f %dH%.1fM%.1f 4v%dM%.1f 4v%d\"/>",
                      bar_x(e->elo - e->elo_error, span), middle,
                      bar_x(e->elo + e->elo_error, span), bar_x(e->elo - e->elo_error, span),
                      BAR_HEIGHT - 8, bar_x(e->elo + e->elo_error, span), BAR_HEIGHT - 8);
    }
    buffer_printf(out, "<circle cx=\"%.1f\" cy=\"%d\" r=\"4\"/></svg>", bar_x(e->elo, span),
                  middle);
}

static void put_elo(const struct estimate *e, struct buffer *out)
{
    if (isinf(e->elo)) {
        buffer_puts(out, e->elo < 0 ? "&minus;&infin;" : "&infin;");
        return;
    }
    buffer_printf(out, "%s%.1f", e->elo < 0 ? "&minus;" : "", fabs(e->elo));
    if (e->known && isfinite(e->elo_error)) {
        buffer_printf(out, " &plusmn; %.1f", e->elo_error);
    }
}

static void put_standings(const struct html_report *report, const int *order, struct buffer *out)
{
    const double span = find_span(report);
    buffer_puts(
        out, "<section><h2>Standings</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th>"
             "<th scope=\"col\" class=\"name\">Engine<th scope=\"col\">Games<th scope=\"col\">Won"
             "<th scope=\"col\">Drawn<th scope=\"col\">Lost<th scope=\"col\">Points"
             "<th scope=\"col\">Score<th scope=\"col\">Elo (95 %)<th>"
             "</thead>\n<tbody>\n");
    for (int i = 0; i < report->standings->schedule.engines; i++) {
        const struct tally tally = standings_of(report->standings, order[i]);
        const struct estimate e = estimate_of(report, &tally);
        buffer_printf(out, "<tr><td>%d<th scope=\"row\">", i + 1);
        html_put_text(name_of(report, order[i]), out);
        buffer_printf(out, "<td>%lld<td>%lld<td>%lld<td>%lld<td>%.1f<td>%.2f %%<td>",
                      (long long)tally_games(&tally), (long long)tally.wins, (long long)tally.draws,
                      (long long)tally.losses, tally_points(&tally), tally_percent(&tally));
        put_elo(&e, out);
        buffer_puts(out, "<td>");
        put_bar(&e, span, out);
        buffer_putc(out, '\n');
    }
    buffer_puts(out, "</tbody></table></div>\n");
}

/* Appends the sentences about a match of two: pairs of games and the sequential test. */
static void put_test(const struct html_report *report, struct buffer *out)
{
    static const char *const words[] = {"is undecided", "accepts H0", "accepts H1"};
    const struct tally *tally = &report->standings->tallies[0];
    const struct sprt *sprt = report->sprt;
    const struct estimate e = estimate_of(report, tally);
    buffer_puts(out, "<p>The likelihood that ");
    html_put_text(name_of(report, 0), out);
    buffer_printf(out, " is the stronger engine is %.1f %%.</p>\n", 100 * e.superiority);
    if (is_paired(report)) {
        buffer_puts(out, "<p>Pairs of ");
        html_put_text(name_of(report, 0), out);
        buffer_puts(out, " with 0, &frac12;, 1, 1&frac12; and 2 points:");
        for (int i = 0; i < LENGTH(tally->pairs); i++) {
            buffer_printf(out, "%s %lld", i ? "," : "", (long long)tally->pairs[i]);
        }
        buffer_puts(out, ".</p>\n");
    }
    if (sprt && sprt->enabled) {
        const double llr = sprt_llr(sprt, tally, is_paired(report));
        buffer_printf(
            out,
            "<p>The sequential test of H0 (%.2f Elo) against H1 (%.2f Elo, %s) %s: LLR %s%.2f, "
            "bounds &minus;%.2f and %.2f.</p>\n",
            sprt->elo0, sprt->elo1, sprt->model == SPRT_LOGISTIC ? "logistic" : "normalized",
            words[sprt_verdict(sprt, tally, is_paired(report))], llr < 0 ? "&minus;" : "",
            fabs(llr), -sprt_lower_bound(sprt), sprt_upper_bound(sprt));
    }
}

static void put_cross_table(const struct html_report *report, const int *order, struct buffer *out)
{
    const int engines = report->standings->schedule.engines;
    buffer_puts(out, "<section><h2>Cross table</h2>\n<div class=\"scroll\"><table>\n<caption>Won, "
                     "drawn and lost against each other engine</caption>\n<thead><tr><th>"
                     "<th scope=\"col\" class=\"name\">Engine");
    for (int i = 0; i < engines; i++) {
        buffer_printf(out, "<th scope=\"col\">%d", i + 1);
    }
    buffer_puts(out, "</thead>\n<tbody>\n");
    for (int row = 0; row < engines; row++) {
        buffer_printf(out, "<tr><td>%d<th scope=\"row\">", row + 1);
        html_put_text(name_of(report, order[row]), out);
        for (int column = 0; column < engines; column++) {
            struct tally one;
            if (standings_between(report->standings, order[row], order[column], &one)) {
                buffer_printf(out, "<td>%lld&ndash;%lld&ndash;%lld", (long long)one.wins,
                              (long long)one.draws, (long long)one.losses);
            } else {
                buffer_puts(out, "<td class=\"own\">&middot;");
            }
        }
        buffer_putc(out, '\n');
    }
    buffer_puts(out, "</tbody></table></div></section>\n");
}

static void put_forfeits(const struct html_report *report, struct buffer *out)
{
    for (int i = 0; i < report->standings->schedule.engines; i++) {
        const int64_t *forfeits = &report->standings->forfeits[(size_t)i * VERDICT_COUNT];
        const char *before = "";
        for (int verdict = 0; verdict < VERDICT_COUNT; verdict++) {
            if (forfeits[verdict] > 0) {
                if (!*before) {
                    buffer_puts(out, "<p>Forfeits of ");
                    html_put_text(name_of(report, i), out);
                    buffer_puts(out, ":");
                }
                buffer_printf(out, "%s %lld by %s", before, (long long)forfeits[verdict],
                              verdict_name((enum verdict)verdict));
                before = ",";
            }
        }
        buffer_puts(out, *before ? ".</p>\n" : "");
    }
}

static void put_title(const struct html_report *report, struct buffer *out)
{
    const struct format_context *context = report->context;
    if (context->event) {
        buffer_printf(out, "%s: ", context->event);
    }
    if (report->standings->schedule.engines == 2) {
        buffer_printf(out, "%s against %s", context->names[0], context->names[1]);
    } else {
        buffer_printf(out, "Match of %d engines", report->standings->schedule.engines);
    }
}

static void put_summary(const struct html_report *report, struct buffer *out)
{
    const struct standings *standings = report->standings;
    buffer_puts(out, "<p>");
    html_put_text(report->context->game->title, out);
    buffer_printf(out, ", %lld of %lld games. The first player won %lld, lost %lld and drew %lld.",
                  (long long)standings->finished, (long long)standings_total(standings),
                  (long long)standings->first_player_wins, (long long)standings->second_player_wins,
                  (long long)standings->draws);
    for (int i = 0; report->context->controls && i < standings->schedule.engines; i++) {
        struct buffer control = {0};
        game_time_format(&report->context->controls[i], &control);
        if (buffer_length(&control) > 0) {
            buffer_puts(out, i ? "; " : " Limits: ");
            html_put_text(name_of(report, i), out);
            buffer_puts(out, " ");
            html_put_text(buffer_text(&control), out);
        }
        buffer_finish(&control);
    }
    buffer_puts(out, "</p>\n");
}

/* ---- Games ---- */

struct job {
    const struct html_report *report;
    FILE *file;
    int shown; /* games */
};

static void put_board(const struct game_record *record, int64_t number, struct buffer *out)
{
    char ids[32];
    struct board_picture picture = {
        .game = record->game, .position = record->position, .page = ids};
    snprintf(ids, sizeof ids, "g%lld-", (long long)number);
    board_svg_put(&picture, out);
}

/* Appends the moves with their numbers, as players write them. */
static void put_moves(const struct game_record *record, struct buffer *out)
{
    struct game_walk walk;
    struct buffer text = {0};
    game_walk_along(&walk, record);
    for (bool numbered = true; game_walk_next(&walk);) {
        const int player = game_walk_player(&walk);
        if (numbered || player == 0) {
            notation_number(&walk, &text);
            buffer_putc(&text, ' ');
        }
        numbered = false;
        look_format_move(walk.game, walk.position, walk.move, &text);
        buffer_putc(&text, ' ');
    }
    game_walk_finish(&walk);
    buffer_puts(out, "<p>");
    html_put_text(buffer_text(&text), out);
    buffer_puts(out, "</p>\n");
    buffer_finish(&text);
}

static void put_game(const struct html_report *report, const struct played_game *played,
                     bool with_board, struct buffer *out)
{
    const struct format_context *context = report->context;
    const long long number = (long long)played->number + 1;
    struct game_record record;
    buffer_printf(out, "<%s id=\"game%lld\">%s%lld. ", with_board ? "details" : "p", number,
                  with_board ? "<summary>" : "", number);
    html_put_text(name_of(report, played->engines[0]), out);
    buffer_puts(out, " &ndash; ");
    html_put_text(name_of(report, played->engines[1]), out);
    buffer_printf(out, " <span class=\"result\">%s</span> <span class=\"%s\">%s",
                  pgn_result_name(played->result),
                  verdict_is_forfeit(played->verdict) ? "loss" : "faint",
                  verdict_name(played->verdict));
    if (played->detail.text[0]) {
        buffer_puts(out, ": ");
        html_put_text(played->detail.text, out);
    }
    buffer_printf(out, ", %d plies</span>", played->count);
    if (!with_board) {
        buffer_puts(out, "</p>\n");
        return;
    }
    buffer_puts(out, "</summary>\n<div>");
    game_record_open(&record, context->game, context->settings, played->fen, NULL, NULL);
    for (int ply = 0; ply < played->count; ply++) {
        if (!game_record_play(&record, played->moves[ply].text, NULL)) {
            break;
        }
    }
    put_board(&record, played->number + 1, out);
    buffer_puts(out, "<div>");
    if (played->fen) {
        buffer_puts(out, "<p class=\"faint\">");
        html_put_text(played->fen, out);
        buffer_puts(out, "</p>\n");
    }
    put_moves(&record, out);
    buffer_puts(out, "</div></div></details>\n");
    game_record_finish(&record);
}

static void visit(void *opaque, const struct played_game *played)
{
    struct job *job = opaque;
    struct buffer text = {0};
    put_game(job->report, played, job->shown++ < HTML_REPORT_BOARDS, &text);
    fputs(buffer_text(&text), job->file);
    buffer_finish(&text);
}

static bool put_games(const struct html_report *report, struct store *store, FILE *file,
                      struct error *error)
{
    struct job job = {.report = report, .file = file};
    fputs("<section><h2>Games</h2>\n", file);
    if (report->standings->finished > HTML_REPORT_BOARDS) {
        fprintf(file, "<p class=\"faint\">The first %d games have their boards and moves.</p>\n",
                HTML_REPORT_BOARDS);
    }
    const bool good = store_each(store, true, visit, &job, error);
    fputs("</section>\n", file);
    return good;
}

bool html_report_write(const struct html_report *report, struct store *store, const char *path,
                       struct error *error)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    struct buffer title = {0}, text = {0};
    int *order = standings_order(report->standings);
    put_title(report, &title);
    const struct html_page page = {.title = buffer_text(&title),
                                   .style = {style, style + sizeof style - 1}};
    html_page_begin(&page, &text);
    put_summary(report, &text);
    put_standings(report, order, &text);
    if (report->standings->schedule.engines == 2) {
        put_test(report, &text);
    }
    put_forfeits(report, &text);
    buffer_puts(&text, "</section>\n");
    if (report->standings->schedule.engines == 2) {
        html_curves_put(report->standings, report->sprt, &text);
    } else {
        put_cross_table(report, order, &text);
    }
    fputs(buffer_text(&text), file);
    bool good = put_games(report, store, file, error);
    buffer_clear(&text);
    html_page_end(&page, &text);
    fputs(buffer_text(&text), file);
    if (ferror(file) | (fclose(file) != 0)) {
        good = error_set(error, "%s: %s", path, strerror(errno));
    }
    free(order);
    buffer_finish(&title);
    buffer_finish(&text);
    return good;
}
