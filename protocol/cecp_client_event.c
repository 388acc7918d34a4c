/* SPDX-License-Identifier: MIT */
/* The client's side of CECP: an engine's lines to events. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cecp.h"
#include "compiler.h"
#include "universal.h"
#include "words.h"

/* Takes NAME=VALUE or NAME="VALUE" from the text. */
static bool take_feature(char **rest, char **name, char **value)
{
    *name = *rest + strspn(*rest, " ");
    char *sign = *name + strcspn(*name, "= ");
    if (*sign != '=') {
        return false;
    }
    *sign = '\0';
    *value = sign + 1;
    const bool quoted = **value == '"';
    *value += quoted;
    char *end = *value + strcspn(*value, quoted ? "\"" : " ");
    *rest = end + (*end != '\0');
    *end = '\0';
    return true;
}

/* Ends the word before the blank at `at`. */
static char *split(char *at)
{
    if (*at) {
        *at++ = '\0';
    }
    return at;
}

/* Makes "A /// *B" a list "A\nB", and returns the initial choice. */
static char *read_choices(char *text)
{
    char *to = text, *initial = text;
    while (*text) {
        char *end = strstr(text, " ///");
        char *next = end ? end + 4 + strspn(end + 4, " ") : text + strlen(text);
        size_t length = end ? (size_t)(end - text) : strlen(text);
        if (*text == '*') {
            text++;
            length--;
            initial = to;
        }
        memmove(to, text, length);
        to += length;
        if (end && *next) {
            *to++ = '\n';
        }
        text = next;
    }
    *to = '\0';
    return initial;
}

/* Reads "NAME -spin VALUE MIN MAX" and the like. */
static bool read_option(struct cecp_state *state, char *text, struct event *event)
{
    static const struct {
        const char *word;
        enum option_kind kind;
    } kinds[] = {
        {"check", OPTION_CHECK},  {"spin", OPTION_SPIN},     {"slider", OPTION_SPIN},
        {"combo", OPTION_COMBO},  {"button", OPTION_BUTTON}, {"save", OPTION_BUTTON},
        {"reset", OPTION_BUTTON}, {"string", OPTION_STRING}, {"file", OPTION_STRING},
        {"path", OPTION_STRING},
    };
    struct event_option *option = &event->option;
    char *mark = strstr(text, " -");
    for (int i = 0; mark && i < LENGTH(kinds); i++) {
        if (!words_begin(mark + 2, kinds[i].word)) {
            continue;
        }
        char *rest = split(words_skip(mark + 2));
        *mark = '\0';
        event->kind = EVENT_OPTION;
        *option = (struct event_option){
            .name = text, .kind = kinds[i].kind, .min = INT64_MIN, .max = INT64_MAX};
        option->initial = option->kind == OPTION_BUTTON ? NULL : rest;
        if (option->kind == OPTION_CHECK) {
            option->initial = *rest == '1' ? "true" : "false";
        } else if (option->kind == OPTION_SPIN) {
            words_take(&rest);
            words_number(words_take(&rest), &option->min);
            words_number(words_take(&rest), &option->max);
        } else if (option->kind == OPTION_COMBO) {
            const char *initial = read_choices(rest);
            snprintf(state->text, sizeof state->text, "%.*s", (int)strcspn(initial, "\n"), initial);
            option->choices = rest;
            option->initial = state->text;
        }
        return true;
    }
    return false;
}

static void offer(struct event *event, const char *name, const char *initial)
{
    event->kind = EVENT_OPTION;
    event->option = (struct event_option){
        .name = name, .kind = OPTION_SPIN, .initial = initial, .min = 1, .max = 1 << 20};
}

/* Reads one feature, and prepares the reply to it. False if it is not known. */
static bool read_feature(struct cecp_state *state, const char *name, char *value,
                         struct event *event)
{
    static const struct {
        const char *name;
        unsigned bit; /* 0: nothing changes for this client */
    } bits[] = {
        {"ping", CECP_PING},
        {"setboard", CECP_SETBOARD},
        {"usermove", CECP_USERMOVE},
        {"san", CECP_SAN},
        {"time", CECP_TIME},
        {"reuse", CECP_REUSE},
        {"analyze", CECP_ANALYZE},
        {"memory", CECP_MEMORY},
        {"smp", CECP_SMP},
        {"colors", CECP_COLORS},
        {"nps", CECP_NPS},
        {"sigint", 0},
        {"sigterm", 0},
        {"draw", 0},
        {"playother", 0},
        {"debug", 0},
        {"name", 0},
        {"pause", 0},
        {"ics", 0},
    };
    const bool on = strcmp(value, "0") != 0;
    for (int i = 0; i < LENGTH(bits); i++) {
        if (strcmp(name, bits[i].name) == 0) {
            state->features = on ? state->features | bits[i].bit : state->features & ~bits[i].bit;
            if (on && bits[i].bit == CECP_MEMORY) {
                offer(event, "Hash", "64");
            } else if (on && bits[i].bit == CECP_SMP) {
                offer(event, "Threads", "1");
            }
            return true;
        }
    }
    if (strcmp(name, "done") == 0) {
        event->kind = on ? EVENT_HELLO_OK : EVENT_STRING;
        event->text = "more features follow";
        return true;
    }
    if (strcmp(name, "myname") == 0) {
        snprintf(state->name, sizeof state->name, "%s", value);
        event->kind = EVENT_ID;
        event->id.name = state->name;
        return true;
    }
    if (strcmp(name, "variants") == 0) {
        for (char *at = value; *at; at++) {
            *at = *at == ',' || *at == ' ' ? '\n' : *at;
        }
        event->kind = EVENT_OPTION;
        event->option = (struct event_option){.name = "UCI_Variant",
                                              .kind = OPTION_COMBO,
                                              .initial = CECP_FIRST_GAME,
                                              .choices = value};
        return true;
    }
    return strcmp(name, "option") == 0 && read_option(state, value, event);
}

/* Reads one of the features in a line; the rest follows as a line of its own. */
static bool parse_features(struct cecp_state *state, char *rest, struct event *event)
{
    char *name, *value;
    state->greets = true;
    state->in_features = false;
    if (!take_feature(&rest, &name, &value)) {
        return true;
    }
    const bool known = read_feature(state, name, value, event);
    snprintf(state->reply, sizeof state->reply, "%s %.60s\n", known ? "accepted" : "rejected",
             name);
    event->reply = state->reply;
    rest += strspn(rest, " ");
    if (*rest) {
        state->in_features = true;
        event->more = rest;
    }
    return true;
}

/* Reads `ply score time nodes [seldepth [nps [...]] [tbhits] TAB] pv`; false if the line is
 * something else. Some engines write a mark after the ply, and then the time is in seconds. */
static bool parse_thinking(char *line, struct event *event)
{
    struct event_info info = {
        .multipv = 1, .hashfull = -1, .nodes = -1, .nps = -1, .time_ms = -1, .tb_hits = -1};
    int64_t numbers[8];
    int count = 0;
    char *at = line;
    bool in_seconds = false;
    for (char *end; count < 8; count++, at = end) {
        at += strspn(at, " \t");
        numbers[count] = strtoll(at, &end, 10);
        in_seconds |= end > at && count == 0 && *end && strchr("+-.&", *end);
        end += end > at && count == 0 && in_seconds;
        if (end == at || (*end && *end != ' ' && *end != '\t')) {
            break;
        }
    }
    if (count < 4) {
        return false;
    }
    const int extras = count - 4;
    at += strspn(at, " \t");
    info.depth = numbers[0] > 0 && numbers[0] < 10000 ? (int)numbers[0] : 0;
    info.has_score = true;
    const int64_t score = numbers[1] > INT32_MAX    ? INT32_MAX
                          : numbers[1] < -INT32_MAX ? -INT32_MAX
                                                    : numbers[1];
    const int64_t beyond = (score < 0 ? -score : score) - CECP_MATE;
    info.is_mate = beyond >= 0 && beyond < 1000;
    info.score = (int)(!info.is_mate ? score
                       : score > 0   ? universal_plies_of_moves(beyond)
                                     : universal_plies_of_moves(-beyond));
    info.time_ms = numbers[2] >= 0 && numbers[2] < INT64_C(1) << 40
                       ? numbers[2] * (in_seconds ? 1000 : 10)
                       : -1;
    info.nodes = numbers[3] < 0 ? -1 : numbers[3];
    /* The last number is of tablebases, and the first ones are the selective depth and nps. */
    if (extras >= 1) {
        info.tb_hits = numbers[count - 1] < 0 ? -1 : numbers[count - 1];
    }
    if (extras >= 2) {
        info.seldepth = numbers[4] > 0 && numbers[4] < 10000 ? (int)numbers[4] : 0;
    }
    if (extras >= 3) {
        info.nps = numbers[5] < 0 ? -1 : numbers[5];
    }
    size_t length = strlen(at);
    if (length > 0 && (at[length - 1] == '?' || at[length - 1] == '!')) {
        info.bound = at[length - 1] == '?' ? EVENT_UPPER : EVENT_LOWER;
        at[length - 1] = '\0';
    }
    words_fold(at);
    info.pv = *at && *at != '(' ? at : NULL;
    event->kind = EVENT_INFO;
    event->info = info;
    return true;
}

static void take_move(struct cecp_state *state, const char *move, struct event *event)
{
    known_game_answer(&state->board, move);
    state->mode = CECP_WAITING;
    event->kind = EVENT_BESTMOVE;
    event->bestmove.move = state->board.move;
}

/* The end of an analysis: its move is the first of the last line. */
static bool parse_pong(struct cecp_state *state, const char *rest, struct event *event)
{
    if (atoi(rest) != state->pings) {
        return true;
    }
    event->kind = EVENT_READY;
    if (state->mode == CECP_ANALYSING) {
        event->kind = EVENT_BESTMOVE;
        event->bestmove.move = state->board.move[0] ? state->board.move : NULL;
        state->mode = CECP_FORCE;
    }
    return true;
}

static bool parse_result(const char *line, struct event *event)
{
    static const struct {
        const char *text;
        int winner;
    } results[] = {{"1-0", 1},     {"0-1", 2},           {"1/2-1/2", 0},
                   {"resign", -1}, {"White resigns", 2}, {"Black resigns", 1}};
    for (int i = 0; i < LENGTH(results); i++) {
        if (strncmp(line, results[i].text, strlen(results[i].text)) == 0) {
            event->kind = EVENT_RESULT;
            event->result = (struct event_result){results[i].winner, line};
            return true;
        }
    }
    return false;
}

bool cecp_parse_event(struct dialect_state *dialect_state, char *line, struct event *event,
                      struct error *error UNUSED)
{
    struct cecp_state *state = &dialect_state->cecp;
    *event = (struct event){.kind = EVENT_NOTHING};
    line += strspn(line, " \t");
    if (state->in_features) {
        return parse_features(state, line, event);
    }
    if (words_begin(line, "feature")) {
        return parse_features(state, line + 7, event);
    }
    if (words_begin(line, "move")) {
        line += 4 + strspn(line + 4, " \t");
        if (*line) {
            take_move(state, line, event);
        }
        return true;
    }
    if (words_begin(line, "pong")) {
        return parse_pong(state, line + 4, event);
    }
    if (parse_result(line, event)) {
        return true;
    }
    if (*line >= '0' && *line <= '9') {
        /* NUMBER ... MOVE is another way to write a move. */
        char *at = line + strspn(line, "0123456789");
        at += *at == '.';
        at += strspn(at, " ");
        if (words_begin(at, "...")) {
            at += 3 + strspn(at + 3, " ");
            if (*at) {
                take_move(state, at, event);
            }
        } else if (parse_thinking(line, event) && event->info.pv && state->mode == CECP_ANALYSING) {
            snprintf(state->board.move, sizeof state->board.move, "%.*s",
                     (int)strcspn(event->info.pv, " "), event->info.pv);
        }
        return true;
    }
    static const char *const refusals[] = {"Illegal move", "illegal move", "Error (",
                                           "tellusererror"};
    for (int i = 0; i < LENGTH(refusals); i++) {
        if (strncmp(line, refusals[i], strlen(refusals[i])) == 0) {
            event->kind = EVENT_ERROR;
            event->text = line;
            return true;
        }
    }
    event->kind = *line ? EVENT_TEXT : EVENT_NOTHING;
    event->text = line;
    return true;
}
