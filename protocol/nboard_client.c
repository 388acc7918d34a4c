/* SPDX-License-Identifier: MIT */
/* The client's side of NBoard's protocol. Each search comes with the whole game. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "nboard.h"
#include "words.h"

void nboard_put_moves(struct buffer *out, const char *moves)
{
    while (*moves) {
        const size_t length = strcspn(moves, " ");
        if (strncmp(moves, "pa", 2) == 0) {
            buffer_puts(out, "PA");
        } else {
            for (size_t i = 0; i < length; i++) {
                const char upper = (char)(moves[i] & ~0x20);
                buffer_putc(out, moves[i] >= 'a' && moves[i] <= 'z' ? upper : moves[i]);
            }
        }
        moves += length + strspn(moves + length, " ");
    }
}

/* The depth that a client sets for searches that end by time. */
#define DEPTH_MOST 60

static void put_clock(const char *name, int64_t ms, struct buffer *out)
{
    const long long seconds = ms < 1000 ? 1 : ms / 1000;
    buffer_printf(out, "%s[%lld:%02lld]", name, seconds / 60, seconds % 60);
}

/* Appends the squares of a FEN, from the first rank on, as NBoard writes them: FENs begin with the
 * last rank. Returns the side to move, 0 for Black. */
static int put_board(const char *fen, struct buffer *out)
{
    char squares[64];
    int rank = 7, file = 0;
    memset(squares, '-', sizeof squares);
    for (; *fen && *fen != ' '; fen++) {
        if (*fen == '/') {
            rank--;
            file = 0;
        } else if (*fen >= '1' && *fen <= '8') {
            file += *fen - '0';
        } else if (rank >= 0 && file < 8) {
            squares[8 * rank + file++] = (*fen | 0x20) == 'x' ? '*' : 'O';
        }
    }
    const int side = fen[0] && (fen[1] | 0x20) == 'o';
    buffer_printf(out, "%.64s %c", squares, side ? 'O' : '*');
    return side;
}

static void put_game(const struct command_position *position, const struct command_go *go,
                     struct buffer *out)
{
    int side = 0;
    buffer_puts(out, "set game (;GM[Othello]PC[Myosu]PB[Black]PW[White]RE[?]");
    if (go && go->given & (GO_TIME_1 | GO_TIME_2)) {
        put_clock("TB", go->time_ms[go->given & GO_TIME_1 ? 0 : 1], out);
        put_clock("TW", go->time_ms[go->given & GO_TIME_2 ? 1 : 0], out);
    }
    buffer_puts(out, "TY[8]BO[8 ");
    if (position->fen) {
        side = put_board(position->fen, out);
    } else {
        buffer_puts(out, NBOARD_START " *");
    }
    const char *moves = position->moves ? position->moves : "";
    for (buffer_putc(out, ']'); *moves; side ^= 1) {
        char move[8];
        const size_t length = strcspn(moves, " ");
        snprintf(move, sizeof move, "%.*s", (int)length, moves);
        buffer_puts(out, side ? "W[" : "B[");
        nboard_put_moves(out, move);
        buffer_putc(out, ']');
        moves += length + strspn(moves + length, " ");
    }
    buffer_puts(out, ";)\n");
}

static void put_depth(struct nboard_state *state, int depth, struct buffer *out)
{
    if (depth != state->sent_depth) {
        buffer_printf(out, "set depth %d\n", depth);
        state->sent_depth = depth;
    }
}

static void put_ping(struct nboard_state *state, struct buffer *out)
{
    buffer_printf(out, "ping %d\n", ++state->pings);
}

void nboard_format_command(struct dialect_state *dialect_state, const struct command *command,
                           struct buffer *out)
{
    struct nboard_state *state = &dialect_state->nboard;
    switch (command->kind) {
    case COMMAND_HELLO:
        state->greets = true;
        buffer_puts(out, "nboard 2\n");
        put_depth(state, NBOARD_DEPTH, out); /* some engines say their name then */
        put_ping(state, out);
        break;
    case COMMAND_ISREADY:
    case COMMAND_STOP:
        put_ping(state, out);
        break;
    case COMMAND_POSITION:
        put_game(&command->position, NULL, out);
        break;
    case COMMAND_GO:
        put_depth(state, command->go.given & GO_DEPTH ? command->go.depth : DEPTH_MOST, out);
        if (command->has_board) {
            put_game(&command->board, &command->go, out);
        }
        state->asked = command->go.given & GO_INFINITE ? NBOARD_HINT : NBOARD_MOVE;
        state->move[0] = '\0';
        buffer_puts(out, state->asked == NBOARD_HINT ? "hint 1\n" : "go\n");
        break;
    case COMMAND_REVIEW:
        put_depth(state, command->review_depth, out);
        buffer_puts(out, "analyze\n");
        break;
    case COMMAND_QUIT:
        buffer_puts(out, "quit\n");
        break;
    default: /* the dialect has no word for it */
        break;
    }
}

/* Reads "F5d6C3" or "F5-D6-C3", up to a slash, into words in lower case. */
static void read_moves(const char *text, char *to, size_t room)
{
    size_t length = 0;
    for (; *text && *text != '/' && length + 4 < room; text++) {
        if (*text == '-') {
            continue;
        }
        if (length % 3 == 2) {
            to[length++] = ' ';
        }
        to[length++] = *text >= 'A' && *text <= 'Z' ? (char)(*text | 0x20) : *text;
    }
    to[length] = '\0';
}

/* EVAL in hundredths of a disc. False if it is no number of discs. */
static bool parse_discs(const char *text, int *score)
{
    const double discs = text ? strtod(text, NULL) : 0.;
    const bool valid = text && discs > -1000. && discs < 1000.;
    *score = valid ? (int)(discs * 100. + (discs < 0. ? -.5 : .5)) : 0;
    return valid;
}

/* search PV EVAL 0 DEPTH TEXT, book PV EVAL GAMES DEPTH TEXT. */
static void parse_search(struct nboard_state *state, char *rest, struct event_info *info)
{
    const char *pv = words_take(&rest), *score = words_take(&rest);
    words_take(&rest);
    const char *depth = words_take(&rest);
    read_moves(pv ? pv : "", state->pv, sizeof state->pv);
    snprintf(state->move, sizeof state->move, "%.*s", (int)strcspn(state->pv, " "), state->pv);
    info->has_score = parse_discs(score, &info->score);
    const long plies = depth ? strtol(depth, NULL, 10) : 0;
    info->depth = plies > 0 && plies <= 100 ? (int)plies : 0;
    info->multipv = 1;
    info->pv = state->pv[0] ? state->pv : NULL;
}

static void parse_pong(struct nboard_state *state, const char *rest, struct event *event)
{
    if (atoi(rest) != state->pings) {
        return;
    }
    event->kind = state->greets                    ? EVENT_HELLO_OK
                  : state->asked == NBOARD_NOTHING ? EVENT_READY
                                                   : EVENT_BESTMOVE;
    if (event->kind == EVENT_BESTMOVE) {
        event->bestmove = (struct event_bestmove){.move = state->move[0] ? state->move : NULL};
    }
    state->greets = false;
    state->asked = NBOARD_NOTHING;
}

bool nboard_parse_event(struct dialect_state *dialect_state, char *line, struct event *event,
                        struct error *error UNUSED)
{
    struct nboard_state *state = &dialect_state->nboard;
    struct event_info info = {.hashfull = -1, .nodes = -1, .nps = -1, .time_ms = -1, .tb_hits = -1};
    *event = (struct event){.kind = EVENT_NOTHING};
    words_fold(line);
    char *rest = line + strcspn(line, " ");
    rest += *rest == ' ';
    if (words_begin(line, "===")) {
        read_moves(rest, state->move, sizeof state->move);
        state->asked = NBOARD_NOTHING;
        event->kind = EVENT_BESTMOVE;
        event->bestmove.move = state->move[0] ? state->move : NULL;
    } else if (words_begin(line, "search") || words_begin(line, "book")) {
        parse_search(state, rest, &info);
        event->kind = EVENT_INFO;
        event->info = info;
    } else if (words_begin(line, "nodestats")) {
        char *end;
        info.nodes = strtoll(rest, &end, 10);
        const double seconds = strtod(end, NULL);
        info.time_ms = seconds > 0. && seconds < 1e9 ? (int64_t)(1000. * seconds) : 0;
        event->kind = EVENT_INFO;
        event->info = info;
    } else if (words_begin(line, "analysis")) {
        const char *plies = words_take(&rest), *score = words_take(&rest);
        int64_t number;
        if (plies && words_number(plies, &number) && number >= 0 && number <= INT32_MAX &&
            parse_discs(score, &event->reviewed.score)) {
            event->kind = EVENT_REVIEWED;
            event->reviewed.plies = (int)number;
        }
    } else if (words_begin(line, "pong")) {
        parse_pong(state, rest, event);
    } else if (words_begin(line, "set")) {
        event->kind = EVENT_ID;
        event->id.name = words_begin(rest, "myname") ? words_skip(rest) + 1 : NULL;
    } else if (words_begin(line, "status")) {
        event->kind = strncmp(rest, "error: ", 7) == 0 ? EVENT_ERROR : EVENT_STRING;
        event->text = event->kind == EVENT_ERROR ? rest + 7 : rest;
        event->kind = *rest ? event->kind : EVENT_NOTHING;
    } else if (*line) {
        event->kind = EVENT_TEXT;
        event->text = line;
    }
    return true;
}
