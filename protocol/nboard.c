/* SPDX-License-Identifier: MIT */
/* The protocol of NBoard, version 2 (Welty: instructions/Protocol.htm of NTest), the engine's side.
 *
 * A client sends a game in the Generic Game Format, and then each move. The answer to `go` is not
 * played: the client sends it as a move, too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "line.h"
#include "nboard.h"
#include "words.h"

static int64_t read_clock(const char *text)
{
    int64_t ms;
    return words_time(text, true, &ms) ? ms : 0;
}

/* Reads "F5/EVAL/SECONDS" and writes "f5" at *out, which may be the same memory. Charges the clock
 * of the player to move. */
static void take_move(struct nboard_state *state, const char *text, char **out)
{
    const char *time = strchr(text, '/');
    time = time ? strchr(time + 1, '/') : NULL;
    const double seconds = time ? strtod(time + 1, NULL) : 0.;
    if (seconds > 0. && seconds < 1e9) {
        state->left_ms[state->mover] -= (int64_t)(1000. * seconds);
    }
    state->left_ms[state->mover] += state->inc_ms;
    state->mover ^= 1;
    for (; *text && *text != '/' && *text != ' '; text++) {
        *(*out)++ = *text >= 'A' && *text <= 'Z' ? (char)(*text | 0x20) : *text;
    }
}

/* Reads the value of BO, "8 RANKS SIDE", and removes the blanks between the ranks. */
static char *read_board(struct nboard_state *state, char *value)
{
    char *end, *to = value;
    if (strtol(value, &end, 10) != 8) {
        return NULL;
    }
    const size_t length = strlen(end);
    if (length < 64 || end[length - 2] != ' ') {
        return NULL;
    }
    state->mover = strchr("oOwW", end[length - 1]) != NULL;
    for (char *at = end; *at; at++) {
        if (*at != ' ' || !at[2]) {
            *to++ = *at;
        }
    }
    *to = '\0';
    return value;
}

/* (;GM[Othello]...BO[...]B[F5//1.5]W[D6]...;) */
static bool parse_game(struct nboard_state *state, char *at, struct command *command,
                       struct error *error)
{
    char *moves = NULL, *end_of_moves = NULL;
    state->has_clock = false;
    state->inc_ms = state->left_ms[0] = state->left_ms[1] = 0;
    command->kind = COMMAND_POSITION;
    while ((at = strpbrk(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))) {
        char *name = at, *value = strchr(at, '[');
        char *end = value ? strchr(value, ']') : NULL;
        if (!end) {
            return error_set(error, "set game: '%.20s' has no value in brackets", name);
        }
        *value++ = *end = '\0';
        at = end + 1;
        const bool is_black = strcmp(name, "TB") == 0, is_white = strcmp(name, "TW") == 0;
        if (strcmp(name, "GM") == 0 && !words_equal_nocase(value, "Othello")) {
            return error_set(error, "set game: GM: expected Othello, found '%.20s'", value);
        }
        if (strcmp(name, "BO") == 0) {
            command->position.fen = read_board(state, value);
            if (!command->position.fen) {
                return error_set(error, "set game: BO: expected 8, 64 squares, and who moves");
            }
        } else if (strcmp(name, "TI") == 0 || is_black || is_white) {
            const char *slash = strchr(value, '/');
            const int64_t left = read_clock(value);
            state->inc_ms = slash ? read_clock(slash + 1) : 0;
            state->left_ms[0] = is_white ? state->left_ms[0] : left;
            state->left_ms[1] = is_black ? state->left_ms[1] : left;
            state->has_clock = state->left_ms[0] > 0 || state->left_ms[1] > 0;
        } else if (strcmp(name, "B") == 0 || strcmp(name, "W") == 0) {
            moves = moves ? moves : name;
            end_of_moves = end_of_moves ? end_of_moves : name;
            take_move(state, value, &end_of_moves);
            *end_of_moves++ = ' ';
        }
    }
    if (!command->position.fen) {
        return error_set(error, "set game: expected a game with BO, the board");
    }
    if (moves) {
        end_of_moves[-1] = '\0';
        command->position.moves = moves;
    }
    return true;
}

static bool parse_set(struct nboard_state *state, char *rest, struct command *command,
                      struct error *error)
{
    const char *what = words_take(&rest);
    int64_t number;
    if (what && strcmp(what, "game") == 0) {
        return parse_game(state, rest, command, error);
    }
    if (what && strcmp(what, "depth") == 0) {
        if (!words_number(rest, &number) || number < 1) {
            return error_set(error, "set depth: expected a number, 1 or more");
        }
        state->depth = number < INT32_MAX ? (int)number : INT32_MAX;
        return true;
    }
    if (what && strcmp(what, "contempt") == 0) {
        return strcmp(rest, "0") == 0 ||
               error_set(error, "set contempt: expected 0; draws are draws");
    }
    return error_set(error, "set: expected game, depth or contempt");
}

static bool parse_move(struct nboard_state *state, char *rest, struct command *command,
                       struct error *error)
{
    char *end = rest;
    if (!*rest) {
        command->kind = COMMAND_NOTE;
        return error_set(error, "move: expected a move");
    }
    take_move(state, rest, &end);
    *end = '\0';
    command->kind = COMMAND_POSITION;
    command->position = (struct command_position){.moves = rest, .continues = true};
    return true;
}

/* The depth of a search without a clock. */
static int depth_of(const struct nboard_state *state)
{
    return state->depth > 0 ? state->depth : NBOARD_DEPTH;
}

static void begin_search(struct nboard_state *state, enum nboard_asked asked)
{
    state->asked = asked;
    state->has_score = false;
    state->nodes = state->time_ms = 0;
}

static bool parse_go(struct nboard_state *state, char *rest UNUSED, struct command *command,
                     struct error *error UNUSED)
{
    struct command_go *go = &command->go;
    begin_search(state, NBOARD_MOVE);
    go->depth = depth_of(state);
    go->given = state->depth > 0 || !state->has_clock ? GO_DEPTH : 0;
    if (state->has_clock) {
        go->given |= GO_TIME_1 | GO_TIME_2 | GO_INC_1 | GO_INC_2;
        memcpy(go->time_ms, state->left_ms, sizeof go->time_ms);
        go->inc_ms[0] = go->inc_ms[1] = state->inc_ms;
    }
    return true;
}

static bool parse_hint(struct nboard_state *state, char *rest, struct command *command,
                       struct error *error)
{
    int64_t lines = 0;
    if (!words_number(rest, &lines) || lines < 1) {
        return error_set(error, "hint: expected a number of moves, 1 or more");
    }
    begin_search(state, NBOARD_HINT);
    command->go.given = GO_DEPTH | GO_MULTIPV;
    command->go.depth = depth_of(state);
    command->go.multipv = lines < INT32_MAX ? (int)lines : INT32_MAX;
    return true;
}

static bool parse_analyze(struct nboard_state *state, char *rest UNUSED, struct command *command,
                          struct error *error UNUSED)
{
    command->review_depth = depth_of(state);
    return true;
}

static bool parse_ping(struct nboard_state *state, char *rest, struct command *command UNUSED,
                       struct error *error UNUSED)
{
    snprintf(state->reply, sizeof state->reply, "pong %.30s", rest);
    state->asked = NBOARD_NOTHING;
    return true;
}

static const struct {
    const char *word;
    enum command_kind kind;
    bool (*parse)(struct nboard_state *state, char *rest, struct command *command,
                  struct error *error); /* NULL: the rest is ignored */
    const char *samples;
} rows[] = {
    {"nboard", COMMAND_HELLO, NULL, "nboard 2"},
    {"set", COMMAND_NOTE, parse_set,
     "set depth 2\nset contempt 0\n"
     "set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[0:10/0:01]TY[8]BO[8 " NBOARD_START
     " *]B[F5/1.00/0.50]W[d6];)"},
    {"move", COMMAND_POSITION, parse_move, "move C3//0.5\nmove PA"},
    {"hint", COMMAND_GO, parse_hint, "hint 2"},
    {"go", COMMAND_GO, parse_go, "go"},
    {"ping", COMMAND_CANCEL, parse_ping, "ping 3"},
    {"analyze", COMMAND_REVIEW, parse_analyze, "analyze"},
    {"learn", COMMAND_NOTE, NULL, "learn"},
    {"quit", COMMAND_QUIT, NULL, "quit"},
};

static const char *samples(int index)
{
    return index < LENGTH(rows) ? rows[index].samples : NULL;
}

/* In version 1 a move is a line of its own. */
static bool is_move(const char *word)
{
    return strlen(word) == 2 && ((word[0] | 0x20) >= 'a' && (word[0] | 0x20) <= 'h') &&
           word[1] >= '1' && word[1] <= '8';
}

static bool parse_command(struct dialect_state *dialect_state, char *line, struct command *command,
                          struct error *error)
{
    struct nboard_state *state = &dialect_state->nboard;
    *command = (struct command){.kind = COMMAND_NOTHING, .word = ""};
    words_fold(line);
    if (is_move(line) || words_equal_nocase(line, "PA")) {
        command->word = line;
        return parse_move(state, line, command, error);
    }
    const char *word = words_take(&line);
    command->word = word ? word : "";
    for (int i = 0; word && i < LENGTH(rows); i++) {
        if (strcmp(word, rows[i].word) == 0) {
            const bool learns = strcmp(word, "learn") == 0;
            snprintf(state->reply, sizeof state->reply, learns ? "learned" : "");
            command->kind = rows[i].kind;
            return !rows[i].parse || rows[i].parse(state, line, command, error);
        }
    }
    command->kind = word ? COMMAND_UNKNOWN : COMMAND_NOTHING;
    return true;
}

/* A bound is not shown, because it would look like an evaluation. */
static void format_info(struct nboard_state *state, const struct event_info *info,
                        struct buffer *out)
{
    state->nodes = info->nodes > 0 ? info->nodes : state->nodes;
    state->time_ms = info->time_ms > 0 ? info->time_ms : state->time_ms;
    if (info->has_score && info->pv && info->bound == EVENT_EXACT) {
        if (info->multipv <= 1) {
            state->has_score = true;
            state->score = info->score;
        }
        buffer_puts(out, "search ");
        nboard_put_moves(out, info->pv);
        buffer_printf(out, " %.2f 0 %d\n", info->score / 100., info->depth);
    }
    if (info->multipv <= 1) {
        buffer_printf(out, "nodestats %lld %.2f\n", (long long)state->nodes,
                      (double)state->time_ms / 1000.);
    }
}

static void format_bestmove(struct nboard_state *state, const struct event_bestmove *best,
                            struct buffer *out)
{
    if (state->asked == NBOARD_MOVE && best->move) {
        buffer_puts(out, "=== ");
        nboard_put_moves(out, best->move);
        if (state->has_score) {
            buffer_printf(out, "/%.2f/%.2f", state->score / 100., (double)state->time_ms / 1000.);
        }
        buffer_putc(out, '\n');
    }
    buffer_puts(out, state->asked == NBOARD_HINT ? "status\n" : "");
    state->asked = NBOARD_NOTHING;
}

static void format_event(struct dialect_state *dialect_state, const struct event *event,
                         struct buffer *out)
{
    struct nboard_state *state = &dialect_state->nboard;
    switch (event->kind) {
    case EVENT_ID:
        if (event->id.name) {
            line_put_text(out, "set myname ", event->id.name);
        }
        break;
    case EVENT_INFO:
        format_info(state, &event->info, out);
        break;
    case EVENT_BESTMOVE:
        format_bestmove(state, &event->bestmove, out);
        break;
    case EVENT_STRING:
    case EVENT_TEXT:
        line_put_text(out, "status ", event->text);
        break;
    case EVENT_ILLEGAL:
        buffer_printf(out, "status error: illegal move (%s): %s\n", event->text,
                      event->line ? event->line : "");
        break;
    case EVENT_ERROR:
    case EVENT_UNKNOWN:
        line_put_text(out, "status error: ", event->text);
        break;
    case EVENT_DONE:
        line_put_reply(out, state->reply);
        break;
    case EVENT_REVIEWED:
        buffer_printf(out, "analysis %d %.2f\n", event->reviewed.plies,
                      event->reviewed.score / 100.);
        break;
    case EVENT_NOTHING:
    case EVENT_OPTION:
    case EVENT_HELLO_OK:
    case EVENT_READY:
    case EVENT_RESPONSE:
    case EVENT_RESULT:
        break;
    }
}

static bool is_first_line(const char *line)
{
    return words_begin(line, "nboard");
}

const struct dialect dialect_nboard = {
    .name = "nboard",
    .has_own_game = true,
    .lines_build_on_another = true,
    .quits_in_silence = true,
    .is_first_line = is_first_line,
    .samples = samples,
    .parse_command = parse_command,
    .format_event = format_event,
    .format_command = nboard_format_command,
    .parse_event = nboard_parse_event,
};
