/* SPDX-License-Identifier: MIT */
#include "output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "clock.h"
#include "look.h"

void output_say(struct output *output, const struct event *event)
{
    output->refused |=
        event->kind == EVENT_ERROR || event->kind == EVENT_ILLEGAL || event->kind == EVENT_UNKNOWN;
    if (watchers_publishes(&output->watchers)) {
        watchers_see_event(&output->watchers, event);
    }
    output->dialect->format_event(&output->state, event, output->lines);
}

void output_text(struct output *output, enum event_kind kind, const char *text)
{
    output_say(output, &(struct event){.kind = kind, .line = output->line, .text = text});
}

void output_kind(struct output *output, enum event_kind kind)
{
    output_say(output, &(struct event){.kind = kind});
}

void output_refuse(struct output *output, enum event_kind kind, const char *text)
{
    output->state = output->before;
    output_text(output, kind, text);
}

/* A search may output REPORT_BURST reports at once, and REPORTS_PER_SECOND after that. Early
 * iterations must not flood a client, and the last ones must not be lost. */
#define REPORT_BURST       128.
#define REPORTS_PER_SECOND 32.

/* The probabilities of a win and of a loss for a score, in permille. Each is a logistic curve whose
 * odds double every 100 centipawns; a win is even at +150 centipawns, a loss at -150. The rest is
 * the probability of a draw. A proven result is certain. */
#define WDL_EVEN_CP  150
#define WDL_SCALE_CP 100

void output_search_begin(struct output_search *report)
{
    output_search_finish(report);
    const int64_t now = clock_ns();
    *report = (struct output_search){
        .credit = REPORT_BURST,
        .time_ns = now,
        .said_ns = now,
        .passes = true,
    };
}

void output_search_finish(struct output_search *report)
{
    buffer_finish(&report->said_text);
    report->moves_said = 0;
}

/* Appends moves as text, in the protocol's notation or as vertices, separated by blanks, played
 * from the session's position. */
static void put_line_of_play(const struct engine *engine, const struct search_line *line,
                             bool vertices, struct buffer *out)
{
    const struct game *game = engine_game(engine);
    FREED void *position = alloc_local(game->position_size);
    if (!position) {
        return;
    }
    memcpy(position, engine_position(engine), game->position_size);
    for (int i = 0; i < line->length; i++) {
        if (i > 0) {
            buffer_putc(out, ' ');
        }
        if (vertices) {
            look_format_vertices(game, position, line->pv[i], out);
        } else {
            game->format_move(position, line->pv[i], out);
        }
        game->play(position, line->pv[i]);
    }
}

/* Returns the text of a line; it is formatted again only if the line has changed. */
static const char *line_of_play(struct output_search *report, const struct engine *engine,
                                const struct search_line *line, bool vertices)
{
    const size_t bytes = (size_t)line->length * sizeof *line->pv;
    if (line->length == 0 || line->length != report->moves_said ||
        memcmp(line->pv, report->said, bytes) != 0) {
        buffer_clear(&report->said_text);
        put_line_of_play(engine, line, vertices, &report->said_text);
        report->moves_said = 0;
        if (line->length <= OUTPUT_SAID_MOVES && !report->said_text.failed) {
            memcpy(report->said, line->pv, bytes);
            report->moves_said = line->length;
        }
    }
    return buffer_text(&report->said_text);
}

/* Computes 1000 / (1 + 2^-(x / scale)) by halving, without floats, so that it is the same on every
 * machine. */
static int logistic_permille(int x)
{
    int steps = (x < 0 ? -x : x) / WDL_SCALE_CP, rest = (x < 0 ? -x : x) % WDL_SCALE_CP;
    int64_t odds = INT64_C(1000000) >> (steps < 20 ? steps : 20);
    odds -= odds * rest / 2 / WDL_SCALE_CP;
    int less = (int)(1000 * odds / (1000000 + odds));
    return x < 0 ? less : 1000 - less;
}

static void set_wdl(struct event_info *info, score_t score)
{
    info->has_wdl = true;
    int win = logistic_permille(score - WDL_EVEN_CP);
    int loss = logistic_permille(-score - WDL_EVEN_CP);
    if (score_is_mate(score)) {
        win = score > 0 ? 1000 : 0;
        loss = 1000 - win;
    }
    info->wdl[0] = win;
    info->wdl[1] = 1000 - win - loss;
    info->wdl[2] = loss;
}

static int64_t nodes_per_second(const struct search_report *seen)
{
    const int64_t elapsed = seen->elapsed_ns > 0 ? seen->elapsed_ns : 1;
    return (int64_t)((double)seen->nodes * (double)NS_PER_SECOND / (double)elapsed);
}

static void say_report(struct output_search *report, const struct engine *engine,
                       const struct search_report *seen, struct output *output)
{
    static const enum event_bound bounds[] = {
        [BOUND_NONE] = EVENT_EXACT,
        [BOUND_EXACT] = EVENT_EXACT,
        [BOUND_LOWER] = EVENT_LOWER,
        [BOUND_UPPER] = EVENT_UPPER,
    };
    const struct search_line *line = &seen->line;
    const bool is_mate =
        score_is_mate(line->score) && line->score <= SCORE_MATE && line->score >= -SCORE_MATE;
    const bool vertices = output->dialect->writes_vertices;
    report->said_ns = clock_ns();
    struct event event = {.kind = EVENT_INFO};
    event.info = (struct event_info){
        .depth = line->depth,
        .seldepth = line->seldepth,
        .multipv = seen->multipv,
        .has_score = true,
        .is_mate = is_mate,
        .score = is_mate ? score_mate_plies(line->score) : line->score,
        .bound = bounds[line->bound],
        .nodes = (int64_t)seen->nodes,
        .nps = nodes_per_second(seen),
        .time_ms = seen->elapsed_ns / NS_PER_MS,
        .hashfull = seen->hashfull,
        .tb_hits = (int64_t)seen->tb_hits,
        .pv = line->length > 0 ? line_of_play(report, engine, line, vertices) : NULL,
    };
    if (engine_shows_wdl(engine) || vertices) {
        set_wdl(&event.info, line->score);
    }
    output_say(output, &event);
}

/* Outputs the progress of the search. */
static void say_progress(struct output_search *report, const struct search_report *seen,
                         struct output *output)
{
    struct event event = {.kind = EVENT_INFO};
    report->said_ns = clock_ns();
    event.info = (struct event_info){
        .nodes = (int64_t)seen->nodes,
        .nps = nodes_per_second(seen),
        .time_ms = seen->elapsed_ns / NS_PER_MS,
        .hashfull = -1,
        .tb_hits = -1,
    };
    output_say(output, &event);
}

/* Counts the nodes of the iteration to which line 1 belongs. */
static void count_iteration(struct output_search *report, const struct search_report *seen)
{
    report->iteration_nodes = seen->nodes - report->nodes;
    report->nodes = seen->nodes;
}

/* Outputs that number: `nodes` of an info is the sum of all iterations. */
static void say_iteration(const struct output_search *report, int depth, struct output *output)
{
    LOCAL_BUFFER text = {0};
    buffer_printf(&text, "iteration %d: %llu nodes", depth,
                  (unsigned long long)report->iteration_nodes);
    output_text(output, EVENT_STRING, buffer_text(&text));
}

/* True if the lines of this iteration are output: all of them or none. */
static bool passes(struct output_search *report, bool final)
{
    int64_t now = clock_ns();
    double seconds = (double)(now - report->time_ns) / (double)NS_PER_SECOND;
    report->credit += seconds * REPORTS_PER_SECOND;
    report->time_ns = now;
    if (report->credit > REPORT_BURST) {
        report->credit = REPORT_BURST;
    }
    return final || report->credit >= 1.;
}

void output_search(struct output_search *report, const struct engine_event *event,
                   const struct engine *engine, struct output *output)
{
    const struct search_report *seen = &event->report;
    const bool counts = engine_shows_iterations(engine) && seen->multipv == 1 && !event->final;
    if (counts) {
        count_iteration(report, seen);
    }
    if (seen->multipv == 0) {
        say_progress(report, seen, output);
        return;
    }
    if (seen->multipv == 1) {
        report->passes = passes(report, event->final);
    }
    if (!report->passes) {
        if (seen->multipv == 1) {
            report->holds = true;
            report->held = *seen;
        }
        return;
    }
    /* A full mailbox may have lost a line of this iteration. The lines after it are omitted,
     * because lines are output in the order of their numbers. */
    if (seen->multipv > 1 && seen->multipv != report->line + 1) {
        return;
    }
    report->line = seen->multipv;
    report->credit -= 1.;
    report->holds = false;
    say_report(report, engine, seen, output);
    if (counts) {
        say_iteration(report, seen->line.depth, output);
    }
}

void output_held_back(struct output_search *report, const struct engine *engine,
                      struct output *output)
{
    if (report->holds) {
        report->holds = false;
        say_report(report, engine, &report->held, output);
    }
}

void output_bestmove(const struct engine *engine, struct output *output)
{
    const struct search_line *line = engine_line(engine);
    LOCAL_BUFFER moves = {0};
    LOCAL_BUFFER written = {0};
    struct search_line shown = *line;
    shown.length = line->length < 2 ? line->length : 2;
    put_line_of_play(engine, &shown, output->dialect->writes_vertices, &moves);
    struct event event = {.kind = EVENT_BESTMOVE};
    FREED char *text = alloc_text(buffer_text(&moves));
    if (text && shown.length > 0) {
        event.bestmove.move = text;
        if (output->dialect->writes_moves) {
            look_format_move(engine_game(engine), engine_position(engine), line->pv[0], &written);
            event.bestmove.written = buffer_text(&written);
        }
        char *blank = strchr(text, ' ');
        if (blank) {
            *blank = '\0';
            event.bestmove.ponder = blank + 1;
        }
    }
    output_say(output, &event);
}

static void put_perft(const struct engine_perft *perft, bool total, const struct engine *engine,
                      struct buffer *out)
{
    unsigned long long nodes = perft->nodes;
    if (!total) {
        engine_game(engine)->format_move(engine_position(engine), perft->move, out);
        buffer_printf(out, ": %llu", nodes);
    } else if (perft->complete) {
        buffer_printf(out, "\nNodes searched: %llu", nodes);
    } else {
        buffer_printf(out, "\nstopped after %llu nodes", nodes);
    }
}

/* Only the last line has a number next to the words `nodes` or `nps`, which test harnesses
 * parse. */
static void put_bench_position(const struct engine_bench *bench, struct buffer *out)
{
    FREED void *position = alloc_local(bench->game->position_size);
    struct game_settings settings;
    game_default_settings(bench->game, &settings);
    buffer_printf(out, "%-10s %2d/%-2d depth %2d  ", bench->game->name, bench->index, bench->count,
                  bench->depth);
    if (position && bench->move != MOVE_NONE &&
        game_set_up_bench(bench->game, &settings, bench->fen, position)) {
        bench->game->format_move(position, bench->move, out);
    } else {
        buffer_putc(out, '-');
    }
    buffer_printf(out, "  %s", bench->fen);
}

static void put_bench_total(const struct engine_bench *bench, struct buffer *out)
{
    if (bench->complete) {
        int64_t elapsed = bench->elapsed_ns > 0 ? bench->elapsed_ns : 1;
        double rate = (double)bench->nodes * (double)NS_PER_SECOND / (double)elapsed;
        buffer_printf(out, "%llu nodes %llu nps", (unsigned long long)bench->nodes,
                      (unsigned long long)(rate < 1. ? 1. : rate));
    } else {
        buffer_puts(out, "bench stopped");
    }
}

/* Appends nothing if allocation fails. */
static void put_opening(const struct engine_opening *opening, const struct engine *engine,
                        struct buffer *out)
{
    const struct game *game = engine_game(engine);
    FREED void *position = alloc_local(game->position_size);
    if (!position) {
        return;
    }
    game->start(engine_settings(engine), position);
    for (int i = 0; i < opening->count; i++) {
        game->play(position, opening->moves[i]);
    }
    buffer_puts(out, "genfens ");
    game->format_fen(position, out);
}

void output_event(const struct engine_event *event, const struct engine *engine,
                  struct output *output)
{
    LOCAL_BUFFER text = {0};
    switch (event->kind) {
    case ENGINE_PERFT_MOVE:
    case ENGINE_PERFT_TOTAL:
        put_perft(&event->perft, event->kind == ENGINE_PERFT_TOTAL, engine, &text);
        break;
    case ENGINE_BENCH_MOVE:
        put_bench_position(&event->bench, &text);
        break;
    case ENGINE_BENCH_TOTAL:
        put_bench_total(&event->bench, &text);
        break;
    case ENGINE_OPENING:
        put_opening(&event->opening, engine, &text);
        break;
    case ENGINE_REVIEWED:
        output_say(output, &(struct event){.kind = EVENT_REVIEWED,
                                           .reviewed = {.plies = event->reviewed.plies,
                                                        .score = event->reviewed.score}});
        break;
    case ENGINE_TEXT:
        output_text(output, EVENT_TEXT, event->failure.text);
        break;
    case ENGINE_FAILURE:
        output_text(output, EVENT_ERROR, event->failure.text);
        break;
    case ENGINE_NOTICE:
        output_text(output, EVENT_STRING, event->failure.text);
        break;
    case ENGINE_REPORT:
    case ENGINE_END:
        break;
    }
    if (buffer_length(&text) > 0) {
        output_text(output, event->kind == ENGINE_OPENING ? EVENT_STRING : EVENT_TEXT,
                    buffer_text(&text));
    }
}

/* Joins the option's choices with line ends; returns the text of the initial choice. */
static const char *join_choices(const struct setting *option, struct buffer *out)
{
    for (int i = 0; option->choices[i]; i++) {
        buffer_printf(out, "%s%s", i > 0 ? "\n" : "", option->choices[i]);
    }
    return option->choices[option->initial];
}

void output_option(struct output *output, const struct setting *option)
{
    static const enum option_kind kinds[] = {
        [SETTING_CHECK] = OPTION_CHECK,  [SETTING_SPIN] = OPTION_SPIN,
        [SETTING_CHOICE] = OPTION_COMBO, [SETTING_BUTTON] = OPTION_BUTTON,
        [SETTING_TEXT] = OPTION_STRING,
    };
    LOCAL_BUFFER choices = {0};
    char number[24];
    snprintf(number, sizeof number, "%d", option->initial);
    struct event event = {.kind = EVENT_OPTION};
    event.option = (struct event_option){
        .name = option->option,
        .kind = kinds[option->kind],
        .min = option->min,
        .max = option->max,
    };
    switch (option->kind) {
    case SETTING_CHECK:
        event.option.initial = option->initial ? "true" : "false";
        break;
    case SETTING_SPIN:
        event.option.initial = number;
        break;
    case SETTING_CHOICE:
        event.option.initial = join_choices(option, &choices);
        event.option.choices = buffer_text(&choices);
        break;
    case SETTING_TEXT:
        event.option.initial = option->initial_text ? option->initial_text : "";
        break;
    case SETTING_BUTTON:
        break;
    }
    output_say(output, &event);
}
