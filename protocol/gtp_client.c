/* SPDX-License-Identifier: MIT */
/* The client's side of GTP. Each command has the number of its purpose, so that its response tells
 * what it answers. The engine keeps the board; see known_game.h. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "compiler.h"
#include "gtp.h"
#include "words.h"

enum purpose { PURPOSE_NONE, HELLO_NAME, HELLO_COMMANDS, READY, BOARD, MOVE, ANALYSIS };

#define INTERVAL_CS 20 /* between lines of an analysis, in centiseconds */

static void put_newgame(struct gtp_state *state, const struct command_newgame *newgame,
                        struct buffer *out)
{
    if (newgame->game) {
        buffer_printf(out, "%d set_game %c%s\n", BOARD, toupper((unsigned char)newgame->game[0]),
                      newgame->game + 1);
    }
    for (int i = 0; i < newgame->count; i++) {
        if (strcmp(newgame->parameters[i].name, "size") == 0) {
            buffer_printf(out, "%d boardsize %s\n", BOARD, newgame->parameters[i].value);
        }
    }
    buffer_printf(out, "%d clear_board\n", BOARD);
    known_game_begin(&state->board);
    state->has_limits = false;
}

static void put_position(struct gtp_state *state, const struct command_position *position,
                         struct buffer *out)
{
    const char *move = known_game_rest(&state->board, position);
    int count = state->board.moves + state->board.answered;
    size_t length = 0;
    if (!move) {
        buffer_printf(out, "%d clear_board\n", BOARD);
        move = position->moves ? position->moves : "";
        count = 0;
    }
    for (; (move = known_game_next(move, &length)); count++) {
        char text[16];
        snprintf(text, sizeof text, "%.*s", (int)length, move);
        buffer_printf(out, "%d play %c ", BOARD, "bw"[count % 2]);
        gtp_put_moves(out, text);
        buffer_putc(out, '\n');
    }
    known_game_set(&state->board, position);
}

static void put_seconds(struct buffer *out, int64_t ms)
{
    ms = ms > 0 ? ms : 0;
    buffer_printf(out, ms % 1000 ? " %lld.%03d" : " %lld", (long long)(ms / 1000),
                  (int)(ms % 1000));
}

/* The clock is sent before each move; what it begins with, once in a game. */
static void put_clock(struct gtp_state *state, const struct command_go *go, int mover,
                      struct buffer *out)
{
    const bool has_clock = go->given & (mover ? GO_TIME_2 : GO_TIME_1);
    const int stones = go->given & GO_MOVETIME ? 1 : go->given & GO_MOVESTOGO ? go->movestogo : 0;
    const int64_t left = go->given & GO_MOVETIME ? go->movetime_ms : go->time_ms[mover];
    if (!has_clock && !(go->given & GO_MOVETIME)) {
        return;
    }
    if (!state->has_limits) {
        buffer_printf(out, "%d time_settings", BOARD);
        put_seconds(out, stones > 0 ? 0 : left);
        put_seconds(out, stones > 0 ? left : 0);
        buffer_printf(out, " %d\n", stones);
    }
    state->has_limits = true;
    buffer_printf(out, "%d time_left %c", BOARD, "bw"[mover]);
    put_seconds(out, left);
    buffer_printf(out, " %d\n", stones);
}

static void put_go(struct gtp_state *state, const struct command_go *go, struct buffer *out)
{
    const int mover = state->board.moves % 2;
    state->board.move[0] = '\0';
    state->is_open = go->given & GO_INFINITE && state->can_analyze;
    if (state->is_open) {
        buffer_printf(out, "%d lz-analyze %c %d\n", ANALYSIS, "bw"[mover], INTERVAL_CS);
    } else {
        put_clock(state, go, mover, out);
        buffer_printf(out, "%d genmove %c\n", MOVE, "bw"[mover]);
    }
}

void gtp_format_command(struct dialect_state *dialect_state, const struct command *command,
                        struct buffer *out)
{
    struct gtp_state *state = &dialect_state->gtp;
    switch (command->kind) {
    case COMMAND_HELLO:
        buffer_printf(out, "%d name\n%d list_commands\n", HELLO_NAME, HELLO_COMMANDS);
        break;
    case COMMAND_ISREADY:
        buffer_printf(out, "%d protocol_version\n", READY);
        break;
    case COMMAND_NEWGAME:
        put_newgame(state, &command->newgame, out);
        break;
    case COMMAND_POSITION:
        put_position(state, &command->position, out);
        break;
    case COMMAND_GO:
        put_go(state, &command->go, out);
        break;
    case COMMAND_STOP:
        if (state->is_open) { /* any command ends an analysis */
            buffer_printf(out, "%d protocol_version\n", READY);
        }
        break;
    case COMMAND_QUIT:
        buffer_puts(out, "quit\n");
        break;
    default: /* the dialect has no word for it */
        break;
    }
}

/* The score of a chance to win, in 1/10000: its odds double every 100 centipawns. */
static int score_of(int64_t chance)
{
    const int64_t more = chance >= 5000 ? chance : 10000 - chance, less = 10000 - more;
    int64_t odds = 100 * more / (less > 0 ? less : 1);
    int score = 0;
    for (; odds >= 200; odds /= 2) {
        score += 100;
    }
    score += (int)odds - 100;
    return chance >= 5000 ? score : -score;
}

/* Reads `info move MOVE KEY VALUE... pv MOVE...`; the next `info` is another line. */
static void parse_info(struct gtp_state *state, char *line, struct event *event)
{
    struct event_info info = {
        .multipv = 1, .hashfull = -1, .nodes = -1, .nps = -1, .time_ms = -1, .tb_hits = -1};
    int64_t number = 0;
    event->more = strstr(line + 4, " info ");
    if (event->more) {
        *event->more++ = '\0';
    }
    words_fold(line);
    char *pv = words_split(line, "pv");
    info.pv = pv;
    for (char *word; (word = words_take(&line));) {
        if (strcmp(word, "visits") == 0 && words_number(words_take(&line), &number)) {
            info.nodes = number;
        } else if (strcmp(word, "order") == 0 && words_number(words_take(&line), &number)) {
            info.multipv = number >= 0 && number < 1000 ? (int)number + 1 : 1;
        } else if (strcmp(word, "winrate") == 0 && words_number(words_take(&line), &number)) {
            info.has_score = number >= 0 && number <= 10000;
            info.score = info.has_score ? score_of(number) : 0;
        }
    }
    if (pv && gtp_read_moves(pv)) {
        if (info.multipv == 1) {
            snprintf(state->board.move, sizeof state->board.move, "%.*s",
                     (int)strcspn(info.pv, " "), info.pv);
        }
        event->kind = EVENT_INFO;
        event->info = info;
    }
}

static void take_move(struct gtp_state *state, char *move, struct event *event)
{
    if (words_equal_nocase(move, "resign")) {
        event->kind = EVENT_RESULT;
        event->result = (struct event_result){.winner = -1, .reason = move};
    } else if (*move && gtp_read_moves(move)) {
        known_game_answer(&state->board, move);
        event->kind = EVENT_BESTMOVE;
        event->bestmove.move = state->board.move;
    }
}

/* Takes the text of a response, or a line after it. */
static void take_text(struct gtp_state *state, char *text, struct event *event)
{
    switch ((enum purpose)state->form) {
    case HELLO_NAME:
        snprintf(state->name, sizeof state->name, "%s", text);
        event->kind = EVENT_ID;
        event->id.name = state->name;
        break;
    case HELLO_COMMANDS:
        state->can_analyze |= strcmp(text, "lz-analyze") == 0;
        break;
    case READY:
        event->kind = state->is_open ? EVENT_BESTMOVE : EVENT_READY;
        if (state->is_open) {
            event->bestmove.move = state->board.move[0] ? state->board.move : NULL;
        }
        state->is_open = false;
        break;
    case MOVE:
        take_move(state, text, event);
        break;
    case ANALYSIS:
        if (words_begin(text, "info")) {
            parse_info(state, text, event);
        }
        break;
    case PURPOSE_NONE:
    case BOARD:
        break;
    }
}

bool gtp_parse_event(struct dialect_state *dialect_state, char *line, struct event *event,
                     struct error *error UNUSED)
{
    struct gtp_state *state = &dialect_state->gtp;
    *event = (struct event){.kind = EVENT_NOTHING};
    if (*line == '=' || *line == '?') {
        const bool failed = *line == '?';
        state->form = atoi(line + 1);
        state->form = state->form >= 0 && state->form <= ANALYSIS ? state->form : 0;
        state->failed = failed;
        line += 1 + strspn(line + 1, "0123456789");
        words_fold(line);
        if (failed) {
            event->kind = EVENT_ERROR;
            event->text = line;
            return true;
        }
        take_text(state, line, event);
    } else if (line[strspn(line, " ")] == '\0') { /* the end of a response */
        if (state->form == HELLO_COMMANDS) {
            event->kind = EVENT_HELLO_OK;
        } else if (state->form == MOVE && state->failed) {
            event->kind = EVENT_BESTMOVE;
        }
        state->form = PURPOSE_NONE;
    } else if (state->form == HELLO_COMMANDS || state->form == ANALYSIS) {
        take_text(state, line, event);
    } else {
        event->kind = EVENT_TEXT;
        event->text = line;
    }
    return true;
}
