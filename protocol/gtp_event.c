/* SPDX-License-Identifier: MIT */
/* The engine's side of GTP: events to responses. Each command has one, in the order of the
 * commands. An error gets the number of its command from the client's line, since a refusal
 * restores the state from before that line. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "compiler.h"
#include "gtp.h"
#include "line.h"

#define ANALYZE_COMMANDS                                                                           \
    "plist/Legal Moves/gogui-rules_legal_moves\n"                                                  \
    "string/Side to Move/gogui-rules_side_to_move\n"                                               \
    "string/Final Result/gogui-rules_final_result\n"                                               \
    "string/Show Board/showboard\n"                                                                \
    "varc/Best Move/reg_genmove %c"

/* Appends the line of an analysis, if it is time for it. */
static void put_held(struct gtp_state *state, int64_t time_ms, struct buffer *out)
{
    if (state->held[0] && time_ms >= state->next_ms) {
        buffer_printf(out, "%s\n", state->held);
        state->held[0] = '\0';
        state->next_ms = time_ms + state->interval_ms;
    }
}

/* Begins a response, and ends that of an analysis. */
static void put_sign(struct gtp_state *state, char sign, struct buffer *out)
{
    if (state->is_open) {
        put_held(state, state->next_ms, out);
        buffer_putc(out, '\n');
        state->is_open = false;
    }
    buffer_printf(out, "%c%s", sign, state->id);
    state->form = GTP_NONE;
}

static void put_response(struct gtp_state *state, char sign, const char *text, struct buffer *out)
{
    put_sign(state, sign, out);
    buffer_puts(out, *text ? " " : "");
    line_put_text(out, "", text);
    buffer_putc(out, '\n');
}

static void put_columns(int files, struct buffer *out)
{
    buffer_puts(out, "\n  ");
    for (int file = 0; file < files; file++) {
        buffer_printf(out, " %c", 'A' + file + (file >= 'i' - 'a'));
    }
}

/* Appends the board from the answer of `query board`, or a property of it. */
static void put_board(enum gtp_form form, const char *board, struct buffer *out)
{
    char turn[8] = "", result[8] = "", squares[600] = "";
    sscanf(board, "turn %7s result %7s squares %599s", turn, result, squares);
    const int files = (int)strcspn(squares, "/");
    const int ranks = ((int)strlen(squares) + 1) / (files + 1);
    const bool labelled = form == GTP_DRAWING;
    if (form == GTP_SIDE) {
        buffer_puts(out, turn[0] == '1' ? "black" : "white");
        return;
    }
    if (form == GTP_RESULT) {
        buffer_puts(out, result[0] == 'p'   ? (result[1] == '1' ? "Black wins" : "White wins")
                         : result[0] == 'd' ? "Draw"
                                            : "unknown");
        return;
    }
    if (form == GTP_SIZE) {
        buffer_printf(out, files == ranks ? "%d" : "%d %d", files, ranks);
        return;
    }
    if (labelled) {
        put_columns(files, out);
    }
    for (const char *at = squares; *at; at++) {
        if (at == squares || at[-1] == '/') {
            buffer_printf(out, labelled ? "\n%2d" : "\n",
                          ranks - (int)(at - squares) / (files + 1));
        }
        if (*at != '/') {
            buffer_printf(out, labelled || (at > squares && at[-1] != '/') ? " %c" : "%c",
                          *at == '#' ? '?' : toupper((unsigned char)*at));
        }
    }
    if (labelled) {
        put_columns(files, out);
    }
}

/* Appends words, each on its own line and with a capital letter, as GoGui and Quarry name games. */
static void put_names(const char *words, size_t length, struct buffer *out)
{
    for (size_t i = 0; i < length; i++) {
        const bool begins = i == 0 || words[i - 1] == ' ';
        buffer_putc(out, words[i] == ' ' ? '\n'
                         : begins        ? (char)toupper((unsigned char)words[i])
                                         : words[i]);
    }
}

/* Responds in the form that the command has, from a text that depends on the event: the engine's
 * name and version, a move, or the answer of a query. */
static void respond(struct gtp_state *state, const char *from, struct buffer *out)
{
    LOCAL_BUFFER text = {0};
    const enum gtp_form form = (enum gtp_form)state->form;
    const size_t name = strcspn(from, " ");
    switch (form) {
    case GTP_NONE:
        return;
    case GTP_DONE:
        break;
    case GTP_TEXT:
        buffer_puts(&text, state->text);
        break;
    case GTP_NAME:
        buffer_append(&text, from, name);
        break;
    case GTP_VERSION:
        buffer_puts(&text, from + name + (from[name] == ' '));
        break;
    case GTP_COMMANDS:
        for (int i = 0; gtp_row(i); i++) {
            buffer_printf(&text, "%s%s", i > 0 ? "\n" : "", gtp_row(i)->word);
        }
        break;
    case GTP_ANALYZE_COMMANDS:
        buffer_puts(&text, ANALYZE_COMMANDS);
        break;
    case GTP_ANALYSIS:
        put_sign(state, '=', out);
        buffer_putc(out, '\n');
        state->is_open = true;
        state->held[0] = '\0';
        return;
    case GTP_MOVE:
    case GTP_MOVES:
        gtp_put_moves(&text, from);
        break;
    case GTP_GAME: /* name NAME title TITLE ... */
        from += name + (from[name] == ' ');
        put_names(from, strcspn(from, " "), &text);
        break;
    case GTP_GAMES:
        put_names(from, strlen(from), &text);
        break;
    default:
        put_board(form, from, &text);
        break;
    }
    put_response(state, '=', buffer_text(&text), out);
}

/* Holds a line of an analysis until it is time for it, in the form of Leela Zero. */
static void take_info(struct gtp_state *state, const struct event_info *info, struct buffer *out)
{
    LOCAL_BUFFER text = {0};
    if (!state->analyses || !state->is_open) {
        return;
    }
    if (info->multipv <= 1) {
        put_held(state, info->time_ms, out);
    }
    if (!info->has_score || !info->pv) {
        return;
    }
    const size_t held = info->multipv <= 1 ? 0 : strlen(state->held);
    char first[16];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(info->pv, " "), info->pv);
    buffer_puts(&text, held > 0 ? " info move " : "info move ");
    gtp_put_moves(&text, first);
    buffer_printf(&text, " visits %lld winrate %d order %d pv ", (long long)info->nodes,
                  10 * info->wdl[0] + 5 * info->wdl[1], info->multipv - (info->multipv > 0));
    gtp_put_moves(&text, info->pv);
    if (held + buffer_length(&text) < sizeof state->held) {
        memcpy(state->held + held, buffer_text(&text), buffer_length(&text) + 1);
    }
}

static void put_error(struct gtp_state *state, const struct event *event, struct buffer *out)
{
    LOCAL_BUFFER text = {0};
    const char *line = event->line + strspn(event->line, " \t");
    const struct gtp_row *row = gtp_row_of(line + gtp_keep_id(line, state->id));
    const bool is_syntax = strncmp(event->text, GTP_SYNTAX_ERROR, strlen(GTP_SYNTAX_ERROR)) == 0;
    if (row && row->failure && !is_syntax) {
        buffer_printf(&text, "%s: ", row->failure);
    }
    buffer_puts(&text, event->kind == EVENT_UNKNOWN ? "unknown command" : event->text);
    if (event->kind == EVENT_UNKNOWN && event->other) {
        buffer_printf(&text, "; it belongs to %s", event->other);
    }
    put_response(state, '?', buffer_text(&text), out);
    state->analyses = false;
}

void gtp_format_event(struct dialect_state *dialect_state, const struct event *event,
                      struct buffer *out)
{
    struct gtp_state *state = &dialect_state->gtp;
    switch (event->kind) {
    case EVENT_ID:
        respond(state, event->id.name ? event->id.name : "", out);
        break;
    case EVENT_INFO:
        take_info(state, &event->info, out);
        break;
    case EVENT_BESTMOVE:
        respond(state, event->bestmove.move ? event->bestmove.move : "pass", out);
        break;
    case EVENT_RESULT: /* the game is over before the move, or by it */
        respond(state, event->result.winner == 3 - state->colour ? "resign" : "pass", out);
        break;
    case EVENT_RESPONSE:
        respond(state, event->text, out);
        break;
    case EVENT_DONE:
        respond(state, "", out);
        break;
    case EVENT_UNKNOWN:
    case EVENT_ILLEGAL:
    case EVENT_ERROR:
        if (event->line) {
            put_error(state, event, out);
        }
        break;
    case EVENT_NOTHING: /* the analysis has ended by itself */
        put_held(state, state->next_ms, out);
        break;
    default:
        break;
    }
}
