/* Where what the engine saw becomes an event. */
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "session_state.h"

/* Reports of a search that pass at once, and then a second: a client is not to drown in the early
 * depths, nor to miss the last. */
#define REPORT_BURST       128.
#define REPORTS_PER_SECOND 32.

/* The share of a win, a draw and a loss that a score stands for, in permille: two logistic curves
 * of the score, a pawn and a half apart. A proven result is certain. */
#define WDL_EVEN_CP  150
#define WDL_SCALE_CP 100

void report_reset(struct session *session)
{
    session->report_credit = REPORT_BURST;
    session->report_time = ev_now(session->config.loop);
    session->report_passes = true;
    session->report_held = false;
    session->report_line = 0;
}

/* Moves as text, separated by blanks, played on from the session's position. */
static void put_line_of_play(struct session *session, const struct search_line *line,
                             struct buffer *out)
{
    const struct game *game = engine_game(session->engine);
    void *position = malloc(game->position_size);
    if (!position) {
        return;
    }
    memcpy(position, engine_position(session->engine), game->position_size);
    for (int i = 0; i < line->length; i++) {
        if (i > 0) {
            buffer_putc(out, ' ');
        }
        game->format_move(position, line->pv[i], out);
        game->play(position, line->pv[i]);
    }
    free(position);
}

/* 1000 / (1 + 2^-(x / scale)) by halving, without floats: the same on every machine. */
static int logistic_permille(int x)
{
    int steps = (x < 0 ? -x : x) / WDL_SCALE_CP, rest = (x < 0 ? -x : x) % WDL_SCALE_CP;
    int64_t odds = INT64_C(1000000) >> (steps < 20 ? steps : 20);
    odds -= odds * rest / (2 * WDL_SCALE_CP);
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

static void say_report(struct session *session, const struct search_report *report)
{
    static const enum event_bound bounds[] = {
        [BOUND_NONE] = EVENT_EXACT,
        [BOUND_EXACT] = EVENT_EXACT,
        [BOUND_LOWER] = EVENT_LOWER,
        [BOUND_UPPER] = EVENT_UPPER,
    };
    const struct search_line *line = &report->line;
    struct buffer moves;
    buffer_init(&moves);
    put_line_of_play(session, line, &moves);
    int64_t elapsed = report->elapsed_ns > 0 ? report->elapsed_ns : 1;
    bool is_mate = score_is_mate(line->score);
    struct event event = {.kind = EVENT_INFO};
    event.info = (struct event_info){
        .depth = line->depth,
        .seldepth = line->seldepth,
        .multipv = report->multipv,
        .has_score = true,
        .is_mate = is_mate,
        .score = is_mate ? score_mate_plies(line->score) : line->score,
        .bound = bounds[line->bound],
        .nodes = (int64_t)report->nodes,
        .nps = (int64_t)((double)report->nodes * (double)NS_PER_SECOND / (double)elapsed),
        .time_ms = elapsed / NS_PER_MS,
        .hashfull = report->hashfull,
        .tb_hits = (int64_t)report->tb_hits,
        .pv = line->length > 0 ? buffer_text(&moves) : NULL,
    };
    if (engine_shows_wdl(session->engine)) {
        set_wdl(&event.info, line->score);
    }
    session_say(session, &event);
    buffer_finish(&moves);
}

void report_search(struct session *session, const struct search_report *report, bool final)
{
    if (session->discarded) {
        return;
    }
    if (report->multipv == 1) {
        /* The lines of one iteration pass together or not at all. */
        ev_tstamp now = ev_now(session->config.loop);
        session->report_credit += (now - session->report_time) * REPORTS_PER_SECOND;
        session->report_time = now;
        if (session->report_credit > REPORT_BURST) {
            session->report_credit = REPORT_BURST;
        }
        session->report_passes = final || session->report_credit >= 1.;
    }
    if (!session->report_passes) {
        session->report_held = report->multipv == 1 || session->report_held;
        if (report->multipv == 1) {
            session->held_report = *report;
        }
        return;
    }
    /* A worker in haste may have lost a line on the way: those behind it are left out, too. */
    if (report->multipv > 1 && report->multipv != session->report_line + 1) {
        return;
    }
    session->report_line = report->multipv;
    session->report_credit -= 1.;
    session->report_held = false;
    say_report(session, report);
}

void report_held(struct session *session)
{
    if (session->report_held && !session->discarded) {
        session->report_held = false;
        say_report(session, &session->held_report);
    }
}

void report_bestmove(struct session *session)
{
    const struct search_line *line = engine_line(session->engine, 0);
    struct buffer moves;
    buffer_init(&moves);
    struct search_line shown = *line;
    shown.length = line->length < 2 ? line->length : 2;
    put_line_of_play(session, &shown, &moves);
    struct event event = {.kind = EVENT_BESTMOVE};
    char *text = strdup(buffer_text(&moves));
    if (text && shown.length > 0) {
        event.bestmove.move = text;
        char *blank = strchr(text, ' ');
        if (blank) {
            *blank = '\0';
            event.bestmove.ponder = blank + 1;
        }
    }
    session_say(session, &event);
    free(text);
    buffer_finish(&moves);
}

void report_perft(struct session *session, const struct engine_event *event)
{
    const struct game *game = engine_game(session->engine);
    const struct engine_perft *perft = &event->perft;
    struct buffer text;
    buffer_init(&text);
    if (event->kind == ENGINE_PERFT_MOVE) {
        game->format_move(engine_position(session->engine), perft->move, &text);
        buffer_printf(&text, ": %llu", (unsigned long long)perft->leaves);
    } else if (perft->complete) {
        buffer_printf(&text, "\nNodes searched: %llu", (unsigned long long)perft->leaves);
    } else {
        buffer_printf(&text, "\nstopped after %llu nodes", (unsigned long long)perft->leaves);
    }
    session_say_text(session, EVENT_TEXT, buffer_text(&text));
    buffer_finish(&text);
}

/* One line a position, and a last line that harnesses read: `N nodes M nps`. No line before it has
 * a number beside these words. */
void report_bench(struct session *session, const struct engine_event *event)
{
    const struct engine_bench *bench = &event->bench;
    struct buffer text;
    buffer_init(&text);
    if (event->kind == ENGINE_BENCH_MOVE) {
        void *position = malloc(bench->game->position_size);
        struct game_settings settings;
        game_default_settings(bench->game, &settings);
        buffer_printf(&text, "%-10s %2d/%-2d depth %2d  ", bench->game->name, bench->index,
                      bench->count, bench->depth);
        if (position && bench->move != MOVE_NONE &&
            bench->game->parse_fen(&settings, bench->fen, position, NULL)) {
            bench->game->format_move(position, bench->move, &text);
        } else {
            buffer_putc(&text, '-');
        }
        buffer_printf(&text, "  %s", bench->fen);
        free(position);
    } else if (bench->complete) {
        int64_t elapsed = bench->elapsed_ns > 0 ? bench->elapsed_ns : 1;
        double rate = (double)bench->nodes * (double)NS_PER_SECOND / (double)elapsed;
        buffer_printf(&text, "%llu nodes %llu nps", (unsigned long long)bench->nodes,
                      (unsigned long long)(rate < 1. ? 1. : rate));
    } else {
        buffer_puts(&text, "bench stopped");
    }
    session_say_text(session, EVENT_TEXT, buffer_text(&text));
    buffer_finish(&text);
}
