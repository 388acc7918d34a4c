/* SPDX-License-Identifier: MIT */
/* UCCI, the Universal Chinese Chess Protocol, version 3 (xqbase.com, 2007), of both sides: the
 * lines in which it differs from UCI. It has the others in common with the universal dialects. */
#include <stdio.h>
#include <string.h>

#include "dialect.h"
#include "line.h"
#include "universal.h"
#include "words.h"

/* A mate in N plies has the score MATE - N, as in ElephantEye, whose evaluation stays below
 * MATE - MATE_PLIES. */
#define MATE       10000
#define MATE_PLIES 100

/* An offer of a draw is accepted if the score is not above this. */
#define DRAW_SCORE_CP 0

static const struct universal ucci = {
    .hello = "ucci",
    .hello_ok = "ucciok",
    .newgame = "setoption newgame",
    .mate_in_moves = true,
    .says_ponder = true,
    .is_ucci = true,
};

/* Appends the name of an option as one word in lower case: "Hash" is `hashsize`, and "Skill Level"
 * is `skill_level`. */
static void put_name(struct buffer *out, const char *name)
{
    for (name = words_equal_nocase(name, "Hash") ? "hashsize" : name; *name; name++) {
        const bool is_upper = *name >= 'A' && *name <= 'Z';
        buffer_putc(out, *name == ' ' ? '_' : is_upper ? (char)(*name | 0x20) : *name);
    }
}

/* The inverse. Options of UCI such as UCI_Elo keep their underscore. */
static const char *read_name(char *name)
{
    const bool is_uci = strncasecmp(name, "uci_", 4) == 0;
    for (char *at = is_uci ? NULL : strchr(name, '_'); at; at = strchr(at, '_')) {
        *at = ' ';
    }
    return words_equal_nocase(name, "hashsize") ? "Hash" : name;
}

/* The engine's side. */

static bool parse_setoption(struct ucci_state *state, char *rest, struct command *command,
                            struct error *error)
{
    char *name = words_take(&rest);
    if (!name) {
        return error_set(error, "setoption: expected the name of an option");
    }
    if (words_equal_nocase(name, "newgame")) {
        command->kind = COMMAND_NEWGAME;
    } else if (words_equal_nocase(name, "usemillisec")) {
        command->kind = COMMAND_NOTE;
        state->in_seconds = strcmp(rest, "false") == 0 || strcmp(rest, "off") == 0;
    } else {
        const bool is_on = strcmp(rest, "on") == 0, is_off = strcmp(rest, "off") == 0;
        command->setoption.name = read_name(name);
        command->setoption.value = is_on ? "true" : is_off ? "false" : rest;
    }
    return true;
}

static bool parse_banmoves(struct ucci_state *state, char *rest, struct command *command UNUSED,
                           struct error *error)
{
    if (strlen(rest) >= sizeof state->banned) {
        return error_set(error, "banmoves: more than %d characters of moves",
                         (int)sizeof state->banned - 1);
    }
    snprintf(state->banned, sizeof state->banned, "%s", rest);
    return true;
}

/* The commands that only this dialect has, or reads in its own way. */
static const struct {
    const char *word;
    enum command_kind kind; /* COMMAND_NOTHING: the universal parser reads it first */
    bool (*parse)(struct ucci_state *state, char *rest, struct command *command,
                  struct error *error);
    const char *samples;
} rows[] = {
    {"ucci", COMMAND_HELLO, NULL, "ucci"},
    {"setoption", COMMAND_SETOPTION, parse_setoption,
     "setoption newgame\nsetoption usemillisec true\nsetoption hashsize 16\nsetoption ponder on"},
    {"banmoves", COMMAND_NOTE, parse_banmoves, "banmoves h2e2 b2e2"},
    {"probe", COMMAND_ASIDE, NULL, "probe startpos moves h2e2"},
    {"go", COMMAND_NOTHING, NULL,
     "go time 20 increment 1 opptime 20 oppincrement 1\n"
     "go draw time 20 movestogo 5 opptime 20 oppmovestogo 5\n"
     "go ponder time 20\n"
     "go depth 2\n"
     "go nodes 100"},
    {"ponderhit", COMMAND_NOTHING, NULL, "ponderhit draw"},
};

static const char *samples(int index)
{
    return index < LENGTH(rows) ? rows[index].samples
                                : universal_samples(index - LENGTH(rows) + UNIVERSAL_GREETINGS);
}

/* Completes a `go`: the clocks are those of the player to move and of the other. */
static void end_go(struct ucci_state *state, struct command_go *go)
{
    const int64_t unit = state->in_seconds ? 1000 : 1;
    for (int i = 0; i < 2; i++) {
        int64_t *times[] = {&go->time_ms[i], &go->inc_ms[i]};
        for (int k = 0; k < 2; k++) {
            const int64_t most = COMMAND_TIME_LIMIT_MS / unit;
            *times[k] = (*times[k] < most ? *times[k] : most) * unit;
        }
    }
    go->given |= GO_MOVER;
    if (state->banned[0] && !(go->given & GO_SEARCHMOVES)) {
        go->given |= GO_SEARCHMOVES | GO_EXCEPT;
        go->searchmoves = state->banned;
    }
    state->has_score = false;
}

static bool parse_command(struct dialect_state *dialect_state, char *line, struct command *command,
                          struct error *error)
{
    struct ucci_state *state = &dialect_state->ucci;
    words_fold(line);
    for (int i = 0; i < LENGTH(rows); i++) {
        if (rows[i].kind && words_begin(line, rows[i].word)) {
            *command = (struct command){.kind = rows[i].kind, .word = words_take(&line)};
            snprintf(state->reply, sizeof state->reply,
                     command->kind == COMMAND_ASIDE ? "pophash" : "");
            return !rows[i].parse || rows[i].parse(state, line, command, error);
        }
    }
    if (!universal_parse_command(&ucci, line, command, error)) {
        return false;
    }
    if (command->kind == COMMAND_HELLO) { /* of UCI */
        command->kind = COMMAND_UNKNOWN;
    }
    const bool draws = command->passed_over && strcmp(command->passed_over, "draw") == 0;
    if (command->kind == COMMAND_GO) {
        state->asks_draw = draws;
        end_go(state, &command->go);
    } else if (command->kind == COMMAND_PONDERHIT) {
        state->asks_draw |= draws;
    } else if (command->kind == COMMAND_POSITION) {
        state->banned[0] = '\0';
    }
    command->passed_over = draws ? NULL : command->passed_over;
    return true;
}

static void format_option(const struct event_option *option, struct buffer *out)
{
    LOCAL_BUFFER text = {0};
    if (words_equal_nocase(option->name, "UCI_Variant")) {
        return; /* xiangqi is the only game */
    }
    put_name(&text, option->name);
    buffer_printf(&text, " type %s", universal_option_kinds[option->kind]);
    if (option->kind == OPTION_SPIN) {
        buffer_printf(&text, " min %lld max %lld", (long long)option->min, (long long)option->max);
    }
    const char *at = option->kind == OPTION_COMBO && option->choices ? option->choices : "";
    while (*at) {
        const size_t length = strcspn(at, "\n");
        buffer_printf(&text, " var %.*s", (int)length, at);
        at += length + (at[length] == '\n');
    }
    if (option->kind != OPTION_BUTTON && option->initial) {
        buffer_printf(&text, " default%s%s", *option->initial ? " " : "", option->initial);
    }
    line_put_text(out, "option ", buffer_text(&text));
}

/* The fields that UCCI has: depth, score, nodes, time, and the moves; for further lines of play
 * also their number. A bound is not shown, because it would look like a score. */
static void format_info(struct ucci_state *state, struct event_info info, struct buffer *out)
{
    if (info.has_score && info.bound != EVENT_EXACT) {
        return;
    }
    const int most = MATE - MATE_PLIES;
    const int plies = info.score < 0 ? -info.score : info.score;
    const int mate = MATE - (plies < MATE_PLIES ? plies : MATE_PLIES);
    info.score = info.is_mate          ? (info.score > 0 ? mate : -mate)
                 : info.score >= most  ? most - 1
                 : info.score <= -most ? 1 - most
                                       : info.score;
    if (info.has_score && info.multipv <= 1) {
        state->has_score = true;
        state->score = info.score;
    }
    info.is_mate = info.has_wdl = false;
    info.seldepth = 0;
    info.nps = info.tb_hits = -1;
    info.hashfull = -1;
    info.multipv = info.multipv > 1 ? info.multipv : 0;
    universal_format_event(&ucci, &(struct event){.kind = EVENT_INFO, .info = info}, out);
}

static void format_bestmove(struct ucci_state *state, const struct event_bestmove *best,
                            struct buffer *out)
{
    LOCAL_BUFFER text = {0};
    if (best->move) {
        buffer_printf(&text, "bestmove %s%s%s", best->move, best->ponder ? " ponder " : "",
                      best->ponder ? best->ponder : "");
    }
    if (best->move && state->asks_draw && state->has_score && state->score <= DRAW_SCORE_CP) {
        buffer_puts(&text, " draw");
    }
    line_put_text(out, "", best->move ? buffer_text(&text) : "nobestmove");
    state->asks_draw = state->has_score = false;
}

static void format_event(struct dialect_state *dialect_state, const struct event *event,
                         struct buffer *out)
{
    struct ucci_state *state = &dialect_state->ucci;
    switch (event->kind) {
    case EVENT_OPTION:
        format_option(&event->option, out);
        break;
    case EVENT_HELLO_OK:
        buffer_puts(out, "option usemillisec type check default true\n"
                         "option newgame type button\nucciok\n");
        break;
    case EVENT_INFO:
        format_info(state, event->info, out);
        break;
    case EVENT_BESTMOVE:
        format_bestmove(state, &event->bestmove, out);
        break;
    case EVENT_DONE:
        line_put_reply(out, state->reply);
        break;
    default:
        universal_format_event(&ucci, event, out);
        break;
    }
}

/* The client's side. */

/* Swaps the clocks of players 1 and 2. */
static void swap_clocks(struct command_go *go)
{
    const unsigned first = GO_TIME_1 | GO_INC_1, second = GO_TIME_2 | GO_INC_2;
    _Static_assert(GO_TIME_2 == GO_TIME_1 << 1 && GO_INC_2 == GO_INC_1 << 1, "adjacent bits");
    go->given =
        (go->given & ~(first | second)) | (go->given & first) << 1 | (go->given & second) >> 1;
    const struct command_go copy = *go;
    for (int i = 0; i < 2; i++) {
        go->time_ms[i] = copy.time_ms[1 - i];
        go->inc_ms[i] = copy.inc_ms[1 - i];
    }
}

static void put_time(const struct ucci_state *state, const char *word, int64_t ms,
                     struct buffer *out)
{
    const int64_t seconds = ms > 0 && ms < 1000 && strstr(word, "time") ? 1 : ms / 1000;
    buffer_printf(out, " %s %lld", word, (long long)(state->in_seconds ? seconds : ms));
}

/* `go` has one limit, of which engines read the first; a search without one is infinite. */
static void format_go(const struct ucci_state *state, struct command_go go, struct buffer *out)
{
    if (!(go.given & GO_MOVER) && state->black_moves) {
        swap_clocks(&go);
    }
    if (go.given & GO_MOVETIME) {
        go.given = (go.given | GO_TIME_1 | GO_MOVESTOGO) & ~(unsigned)GO_INC_1;
        go.time_ms[0] = go.movetime_ms;
        go.movestogo = 1;
    }
    buffer_puts(out, go.given & GO_PONDER ? "go ponder" : "go");
    if (go.given & GO_DEPTH) {
        buffer_printf(out, " depth %d", go.depth);
    }
    if (go.given & GO_NODES) {
        buffer_printf(out, " nodes %llu", (unsigned long long)go.nodes);
    }
    if (go.given & GO_TIME_1) {
        put_time(state, "time", go.time_ms[0], out);
    }
    if (go.given & GO_MOVESTOGO) {
        buffer_printf(out, " movestogo %d", go.movestogo);
    }
    if (go.given & GO_INC_1 || (go.given & (GO_TIME_1 | GO_MOVESTOGO)) == GO_TIME_1) {
        put_time(state, "increment", go.given & GO_INC_1 ? go.inc_ms[0] : 0, out);
    }
    if (go.given & GO_TIME_2) {
        put_time(state, "opptime", go.time_ms[1], out);
    }
    if (go.given & GO_INC_2) {
        put_time(state, "oppincrement", go.inc_ms[1], out);
    }
    if (go.given & GO_INFINITE || !(go.given & (GO_DEPTH | GO_NODES | GO_TIME_1))) {
        buffer_puts(out, " infinite");
    }
    buffer_putc(out, '\n');
}

/* Notes which side is to move. */
static void follow(struct ucci_state *state, const struct command_position *position)
{
    const char *side = position->fen ? strchr(position->fen, ' ') : NULL;
    state->black_moves = side && side[1] == 'b';
    for (const char *at = position->moves; at && *at; at++) {
        state->black_moves ^= *at != ' ' && (at[1] == ' ' || !at[1]);
    }
}

static void format_command(struct dialect_state *dialect_state, const struct command *command,
                           struct buffer *out)
{
    struct ucci_state *state = &dialect_state->ucci;
    if (command->kind == COMMAND_GO) {
        format_go(state, command->go, out);
    } else if (command->kind == COMMAND_SETOPTION) {
        const char *value = command->setoption.value;
        buffer_puts(out, "setoption ");
        put_name(out, command->setoption.name);
        buffer_printf(out, value && *value ? " %s\n" : "\n", value);
    } else {
        if (command->kind == COMMAND_POSITION) {
            follow(state, &command->position);
        }
        universal_format_command(&ucci, command, out);
    }
}

/* Reads `option NAME type ...`. The options that this dialect sets itself are nothing to a client.
 */
static bool parse_option(struct ucci_state *state, char *line, struct event *event,
                         struct error *error)
{
    static const char *const own[] = {"usemillisec", "newgame"};
    static const char word[4] = {'n', 'a', 'm', 'e'}; /* of UCI */
    char *rest = line + 2;
    memcpy(rest, word, sizeof word);
    if (!universal_parse_option(rest, &event->option, error)) {
        return false;
    }
    event->option.name = read_name(line + (event->option.name - line));
    event->kind = EVENT_OPTION;
    for (int i = 0; i < LENGTH(own); i++) {
        if (words_equal_nocase(event->option.name, own[i])) {
            event->kind = EVENT_NOTHING;
            state->has_milliseconds |= i == 0;
        }
    }
    return true;
}

static void read_mate(struct event_info *info)
{
    const int size = info->score < 0 ? -info->score : info->score;
    if (info->has_score && !info->is_mate && size >= MATE - MATE_PLIES && size <= MATE) {
        info->is_mate = true;
        info->score = info->score < 0 ? size - MATE : size == MATE ? 1 : MATE - size;
    }
}

/* `bestmove MOVE resign` is the claim, and then the move. */
static bool parse_resignation(char *line, struct event *event)
{
    static const char word[] = " resign";
    const size_t length = strlen(line), end = sizeof word - 1;
    if (length <= end || strcmp(line + length - end, word) != 0) {
        return false;
    }
    line[length - end] = '\0';
    event->kind = EVENT_RESULT;
    event->result = (struct event_result){.winner = -1, .reason = "resigns"};
    event->more = line;
    return true;
}

static bool parse_event(struct dialect_state *dialect_state, char *line, struct event *event,
                        struct error *error)
{
    struct ucci_state *state = &dialect_state->ucci;
    *event = (struct event){.kind = EVENT_NOTHING};
    line += strspn(line, " \t");
    if (words_begin(line, "option")) {
        words_fold(line);
        return parse_option(state, line, event, error);
    }
    if (words_begin(line, "bestmove")) {
        words_fold(line);
        if (parse_resignation(line, event)) {
            return true;
        }
    }
    if (!universal_parse_event(&ucci, line, event, error)) {
        return false;
    }
    if (event->kind == EVENT_INFO) {
        read_mate(&event->info);
    } else if (event->kind == EVENT_HELLO_OK) {
        state->in_seconds = !state->has_milliseconds;
        event->reply = state->in_seconds ? NULL : "setoption usemillisec true\n";
    }
    return true;
}

static bool is_first_line(const char *line)
{
    return words_begin(line, "ucci");
}

const struct dialect dialect_ucci = {
    .name = "ucci",
    .has_own_game = true,
    .quits_in_silence = true,
    .farewell = "bye",
    .answers_when_asked = true,
    .answers_every_stop = true,
    .is_first_line = is_first_line,
    .samples = samples,
    .parse_command = parse_command,
    .format_event = format_event,
    .format_command = format_command,
    .parse_event = parse_event,
};
