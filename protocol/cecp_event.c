/* SPDX-License-Identifier: MIT */
/* The engine's side of CECP: events to lines. */
#include <stdio.h>
#include <string.h>

#include "cecp.h"
#include "compiler.h"
#include "line.h"
#include "universal.h"
#include "words.h"

#define FEATURES                                                                                   \
    "feature done=0\n"                                                                             \
    "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0\n"    \
    "feature reuse=1 analyze=1 colors=0 ics=1 name=1 pause=1 nps=1 debug=1 memory=1 smp=1\n"       \
    "feature exclude=0 setscore=0 highlight=0\n"

/* Appends a text inside quotes: one line without quotes. */
static void put_text(struct buffer *out, const char *text)
{
    LOCAL_BUFFER clean = {0};
    buffer_put_clean(&clean, text, strlen(text), ' ');
    for (const char *at = buffer_text(&clean); *at; at++) {
        buffer_putc(out, *at != '"' ? *at : ' ');
    }
}

static void format_id(const struct event_id *id, struct buffer *out)
{
    buffer_puts(out, FEATURES);
    if (id->name) {
        buffer_puts(out, "feature myname=\"");
        put_text(out, id->name);
        buffer_puts(out, "\"\n");
    }
    if (id->variants) {
        buffer_printf(out, "feature variants=\"%s\"\n", id->variants);
    }
}

/* The choices, with a star before the initial one. */
static void put_choices(const struct event_option *option, struct buffer *out)
{
    const char *at = option->choices ? option->choices : "";
    while (*at) {
        const size_t length = strcspn(at, "\n");
        const bool initial = option->initial && strlen(option->initial) == length &&
                             strncmp(option->initial, at, length) == 0;
        buffer_printf(out, " %s%.*s", initial ? "*" : "", (int)length, at);
        at += length + (at[length] == '\n');
        buffer_puts(out, *at ? " ///" : "");
    }
}

static void format_option(const struct event_option *option, struct buffer *out)
{
    /* CECP has commands for these. */
    static const char *const commands[] = {
        "Hash",        "Threads",      "Ponder", "UCI_Variant", "UCI_AnalyseMode",
        "UCI_ShowWDL", "UCI_Chess960", NULL};
    for (int i = 0; commands[i]; i++) {
        if (words_equal_nocase(option->name, commands[i])) {
            return;
        }
    }
    const bool is_file = option->kind == OPTION_STRING && strstr(option->name, "File");
    buffer_puts(out, "feature option=\"");
    put_text(out, option->name);
    buffer_printf(out, " -%s", is_file ? "file" : universal_option_kinds[option->kind]);
    const char *initial = option->initial ? option->initial : "";
    switch (option->kind) {
    case OPTION_CHECK:
        buffer_printf(out, " %d", strcmp(initial, "true") == 0);
        break;
    case OPTION_SPIN:
        buffer_printf(out, " %s %lld %lld", initial, (long long)option->min,
                      (long long)option->max);
        break;
    case OPTION_COMBO:
        put_choices(option, out);
        break;
    case OPTION_STRING:
        buffer_putc(out, ' ');
        put_text(out, initial);
        break;
    case OPTION_BUTTON:
        break;
    }
    buffer_puts(out, "\"\n");
}

static int64_t score_of(const struct event_info *info)
{
    if (!info->is_mate) {
        return info->score;
    }
    const int64_t moves = universal_moves_of_plies(info->score);
    return info->score > 0 ? CECP_MATE + moves : -CECP_MATE + moves;
}

/* Returns a number that may be unknown. */
static long long number(int64_t value)
{
    return value > 0 ? value : 0;
}

static void keep_hint(struct cecp_state *state, const char *move)
{
    size_t length = move ? strcspn(move, " ") : 0;
    snprintf(state->hint, sizeof state->hint, "%.*s", (int)length, move ? move : "");
}

/* Returns the time that the search has used, by the clock or in nodes. */
static int64_t used_ms(const struct cecp_state *state, const struct event_info *info)
{
    const double ms = state->nps > 0 ? 1000. * (double)number(info->nodes) / (double)state->nps
                                     : (double)number(info->time_ms);
    return ms < (double)COMMAND_TIME_LIMIT_MS ? (int64_t)ms : COMMAND_TIME_LIMIT_MS;
}

/* ply score time nodes seldepth nps tbhits TAB pv; time is in centiseconds. */
static void format_info(struct cecp_state *state, const struct event_info *info, struct buffer *out)
{
    static const char *const marks[] = {
        [EVENT_EXACT] = "", [EVENT_LOWER] = "!", [EVENT_UPPER] = "?"};
    const long long centiseconds = number(info->time_ms) / 10;
    state->used_ms = used_ms(state, info);
    if (!info->has_score && state->asks_progress) {
        state->asks_progress = false;
        buffer_printf(out, "stat01: %lld %lld %d 0 0\n", centiseconds, number(info->nodes),
                      state->last_depth);
    }
    if (!info->has_score || (state->mode != CECP_THINKING && state->mode != CECP_ANALYSING)) {
        return;
    }
    state->last_depth = info->depth;
    if (info->multipv <= 1) {
        state->has_score = true;
        state->score = (int)score_of(info);
        if (state->mode == CECP_ANALYSING) {
            keep_hint(state, info->pv);
        }
    }
    if (state->shows) {
        buffer_printf(out, "%d %lld %lld %lld %d %lld %lld\t%s%s\n", info->depth,
                      (long long)score_of(info), centiseconds, number(info->nodes), info->seldepth,
                      number(info->nps), number(info->tb_hits), info->pv ? info->pv : "",
                      marks[info->bound]);
    }
}

static void format_bestmove(struct cecp_state *state, const struct event_bestmove *best,
                            struct buffer *out)
{
    state->mode = state->mode == CECP_THINKING ? CECP_WAITING : state->mode;
    if (!best->move) {
        return;
    }
    const char *castling =
        state->is_shuffled && best->written && strncmp(best->written, "O-O", 3) == 0 ? best->written
                                                                                     : NULL;
    const int length = castling ? (int)strspn(castling, "O-") : (int)strlen(best->move);
    keep_hint(state, best->ponder);
    state->plies++;
    buffer_printf(out, "move %.*s\n", length, castling ? castling : best->move);
}

static void format_result(struct cecp_state *state, const struct event_result *result,
                          struct buffer *out)
{
    state->mode = state->mode == CECP_THINKING ? CECP_WAITING : state->mode;
    state->may_ponder = false;
    buffer_printf(out, "%s {%s}\n",
                  result->winner == 1   ? "1-0"
                  : result->winner == 2 ? "0-1"
                                        : "1/2-1/2",
                  result->reason);
}

/* Appends "WORD (REASON): LINE", or a text that opens a window if no line was wrong. */
static void format_error(const char *word, const struct event *event, struct buffer *out)
{
    const char *line = event->line ? event->line : "";
    if (words_begin(line, "setboard") && words_begin(event->text, "position:")) {
        buffer_printf(out, "tellusererror Illegal %s\n", event->text);
    } else if (event->line) {
        buffer_printf(out, "%s (%s): %s\n", word, event->text, line);
    } else {
        line_put_text(out, "tellusererror ", event->text);
    }
}

static void format_illegal(const struct event *event, struct buffer *out)
{
    const char *move = event->line && strncmp(event->line, "usermove", 8) == 0
                           ? event->line + 8 + strspn(event->line + 8, " ")
                           : event->line;
    buffer_printf(out, "Illegal move (%s): %s\n", event->text, move ? move : "");
}

static void format_unknown(const struct event *event, struct buffer *out)
{
    buffer_puts(out, "Error (unknown command");
    if (event->other) {
        buffer_printf(out, "; it belongs to %s, and this conversation uses cecp", event->other);
    }
    buffer_printf(out, "): %s\n", event->line ? event->line : "");
}

void cecp_format_event(struct dialect_state *dialect_state, const struct event *event,
                       struct buffer *out)
{
    struct cecp_state *state = &dialect_state->cecp;
    switch (event->kind) {
    case EVENT_ID:
        format_id(&event->id, out);
        break;
    case EVENT_OPTION:
        format_option(&event->option, out);
        break;
    case EVENT_HELLO_OK:
        buffer_puts(out, "feature done=1\n");
        break;
    case EVENT_INFO:
        format_info(state, &event->info, out);
        break;
    case EVENT_STRING:
    case EVENT_TEXT:
        if (!state->no_comments) {
            line_put_text(out, "# ", event->text);
        }
        break;
    case EVENT_ERROR:
        format_error("Error", event, out);
        break;
    case EVENT_ILLEGAL:
        format_illegal(event, out);
        break;
    case EVENT_UNKNOWN:
        format_unknown(event, out);
        break;
    case EVENT_BESTMOVE:
        format_bestmove(state, &event->bestmove, out);
        break;
    case EVENT_RESULT:
        format_result(state, &event->result, out);
        break;
    case EVENT_DONE:
        line_put_reply(out, state->reply);
        break;
    case EVENT_NOTHING:
    case EVENT_READY:
    case EVENT_RESPONSE:
    case EVENT_REVIEWED:
        break;
    }
}
