/* SPDX-License-Identifier: MIT */
/* The client's side of Gomocup's dialect: commands to lines, lines to events.
 *
 * A client's `position` is stored in the state and sent with the next `go`: as TURN if it adds one
 * stone to the board that the engine has, otherwise as BOARD. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "dialect.h"
#include "gomocup.h"
#include "words.h"

#define MEGABYTE (INT64_C(1) << 20)

static const char *parameter(const struct command_newgame *newgame, const char *name)
{
    for (int i = 0; i < newgame->count; i++) {
        if (words_equal_nocase(newgame->parameters[i].name, name)) {
            return newgame->parameters[i].value;
        }
    }
    return NULL;
}

static void put_rule(const char *rule, struct buffer *out)
{
    int bits = words_equal_nocase(rule, "standard") ? 1
               : words_equal_nocase(rule, "renju")  ? 4
               : words_equal_nocase(rule, "caro")   ? 8
                                                    : 0;
    buffer_printf(out, "INFO rule %d\n", bits);
}

static void put_newgame(struct gomocup_state *state, const struct command_newgame *newgame,
                        struct buffer *out)
{
    const char *size = parameter(newgame, "size"), *rule = parameter(newgame, "rule");
    int64_t number = state->size ? state->size : 15;
    if (size) {
        words_number(size, &number);
    }
    state->size = number >= 1 && number <= GOMOCUP_MAX_SIZE ? (int)number : GOMOCUP_MAX_SIZE;
    memset(state->stones, GOMOCUP_EMPTY, sizeof state->stones);
    memset(state->listed, GOMOCUP_EMPTY, sizeof state->listed);
    if (rule) {
        put_rule(rule, out);
    }
    buffer_printf(out, "START %d\n", state->size);
}

static void put_option(const struct command_setoption *option, struct buffer *out)
{
    int64_t number;
    if (words_equal_nocase(option->name, "Hash") && words_number(option->value, &number)) {
        buffer_printf(out, "INFO max_memory %lld\n", (long long)number * MEGABYTE);
    } else if (words_equal_nocase(option->name, "Threads") && option->value) {
        buffer_printf(out, "INFO thread_num %s\n", option->value);
    } else if (words_equal_nocase(option->name, "Rule") && option->value) {
        put_rule(option->value, out);
    }
}

/* Stores the position in state->listed; state->stones remains the board that the engine has. */
static void keep_position(struct gomocup_state *state, const struct command_position *position)
{
    struct gomocup_state next = {.size = state->size};
    const char *at = position->fen ? position->fen : "";
    for (int square = 0; *at && *at != ' ' && square < state->size * state->size;) {
        if (*at >= '0' && *at <= '9') {
            char *end;
            square += (int)strtol(at, &end, 10);
            at = end;
        } else {
            if (*at == 'x' || *at == 'o') {
                next.stones[square++] = *at == 'x' ? GOMOCUP_FIRST : GOMOCUP_SECOND;
            }
            at++;
        }
    }
    for (at = position->moves ? position->moves : ""; *at;) {
        char move[8] = "";
        size_t length = strcspn(at, " ");
        int x, y, counts[3];
        if (length < sizeof move) {
            memcpy(move, at, length);
        }
        if (gomocup_square(&next, move, &x, &y)) {
            *gomocup_stone(&next, x, y) = (uint8_t)gomocup_to_move(&next, counts);
        }
        at += length + (at[length] == ' ');
    }
    memcpy(state->listed, next.stones, sizeof state->listed);
}

/* Returns the next square from `from` on with this stone, or state->size squared if there is
 * none. */
static int next_stone(const struct gomocup_state *state, uint8_t stone, int from)
{
    int count = state->size * state->size;
    while (from < count && state->stones[from] != stone) {
        from++;
    }
    return from;
}

/* Formats the lines of a BOARD. Stones of the two players alternate, beginning with the first
 * player's: some engines hang if they do not. */
static void put_stones(const struct gomocup_state *state, enum gomocup_stone mover,
                       struct buffer *out)
{
    int at[2] = {-1, -1}, count = state->size * state->size, left = 2;
    while (left > 0) {
        left = 0;
        for (int player = 0; player < 2; player++) {
            uint8_t stone = (uint8_t)(GOMOCUP_FIRST + player);
            at[player] = at[player] < count ? next_stone(state, stone, at[player] + 1) : count;
            if (at[player] < count) {
                buffer_printf(out, "%d,%d,%d\n", at[player] % state->size, at[player] / state->size,
                              stone == mover ? 1 : 2);
                left++;
            }
        }
    }
}

static void put_go(struct gomocup_state *state, const struct command_go *go, struct buffer *out)
{
    struct gomocup_state next = *state;
    int counts[3], differences = 0, place = 0;
    memcpy(next.stones, state->listed, sizeof next.stones);
    enum gomocup_stone mover = gomocup_to_move(&next, counts);
    for (int i = 0; i < state->size * state->size; i++) {
        if (state->stones[i] != next.stones[i]) {
            differences += state->stones[i] ? GOMOCUP_MAX_SQUARES : 1;
            place = i;
        }
    }
    if (go->given & GO_MOVETIME) {
        buffer_printf(out, "INFO timeout_turn %lld\n", (long long)go->movetime_ms);
    }
    unsigned given = mover == GOMOCUP_FIRST ? GO_TIME_1 : GO_TIME_2;
    buffer_printf(out, "INFO time_left %lld\n",
                  go->given & given ? (long long)go->time_ms[mover - GOMOCUP_FIRST] : 2147483647LL);
    if (go->given & GO_NODES) {
        buffer_printf(out, "INFO max_node %llu\n", (unsigned long long)go->nodes);
    }
    if (go->given & GO_DEPTH) {
        buffer_printf(out, "INFO max_depth %d\n", go->depth);
    }
    if (counts[GOMOCUP_FIRST] == 0) {
        buffer_puts(out, "BEGIN\n");
    } else if (differences == 1 && next.stones[place] != mover) {
        buffer_printf(out, "TURN %d,%d\n", place % state->size, place / state->size);
    } else {
        buffer_puts(out, "BOARD\n");
        put_stones(&next, mover, out);
        buffer_puts(out, "DONE\n");
    }
    memcpy(state->stones, next.stones, sizeof state->stones);
}

void gomocup_format_command(struct dialect_state *dialect_state, const struct command *command,
                            struct buffer *out)
{
    struct gomocup_state *state = &dialect_state->gomocup;
    switch (command->kind) {
    case COMMAND_HELLO:
        buffer_puts(out, "ABOUT\n");
        break;
    case COMMAND_NEWGAME:
        put_newgame(state, &command->newgame, out);
        break;
    case COMMAND_SETOPTION:
        put_option(&command->setoption, out);
        break;
    case COMMAND_POSITION:
        keep_position(state, &command->position);
        break;
    case COMMAND_GO:
        if (command->has_board) {
            keep_position(state, &command->board);
        }
        put_go(state, &command->go, out);
        break;
    case COMMAND_STOP:
        buffer_puts(out, "YXSTOP\n");
        break;
    case COMMAND_QUIT:
        buffer_puts(out, "END\n");
        break;
    default: /* the dialect has no word for it */
        break;
    }
}

/* Parses name="..", version="..", author="..", ... */
static bool parse_about(struct gomocup_state *state, const char *line, struct event *event)
{
    static const char *const keys[] = {"name=\"", "version=\"", "author=\""};
    char version[64] = "";
    char *to[] = {state->fen, version, state->text};
    const size_t room[] = {GOMOCUP_TEXT / 2, sizeof version, GOMOCUP_TEXT};
    for (int i = 0; i < LENGTH(keys); i++) {
        const char *at = strstr(line, keys[i]);
        at = at ? at + strlen(keys[i]) : "";
        snprintf(to[i], room[i], "%.*s", (int)strcspn(at, "\""), at);
    }
    if (!state->fen[0]) {
        return false;
    }
    size_t length = strlen(state->fen);
    snprintf(state->fen + length, sizeof version + 1, " %s", version);
    event->kind = EVENT_ID;
    event->id = (struct event_id){.name = state->fen, .author = state->text};
    return true;
}

/* Parses the value of a figure; "+M5" and "-M4" are mates in plies. Returns false if it is
 * invalid. */
static bool parse_figure(const char *key, const char *value, struct event_info *info)
{
    int64_t number;
    bool is_mate = (value[0] == '+' || value[0] == '-') && value[1] == 'M';
    if (!words_number(is_mate ? value + 2 : value, &number)) {
        return false;
    }
    if (strcmp(key, "ev") == 0) {
        info->has_score = true;
        info->is_mate = is_mate;
        info->score = (int)(is_mate && value[0] == '-' ? -number : number);
    } else if (strcmp(key, "n") == 0) {
        info->nodes = number;
    } else if (strcmp(key, "n/s") == 0) {
        info->nps = number;
    } else if (strcmp(key, "tm") == 0) {
        info->time_ms = number;
    } else {
        return false;
    }
    return true;
}

/* Parses a message of our own engine: "depth 9-12 ev 35 n 1000 n/s 9 tm 1 pv h8 ...". Returns false
 * for messages of other engines. */
static bool parse_info(struct gomocup_state *state, const char *text, struct event *event)
{
    struct event_info info = {.multipv = 1, .nodes = -1, .nps = -1, .time_ms = -1, .tb_hits = -1};
    snprintf(state->fen, sizeof state->fen, "%s", text);
    char *rest = state->fen, *key, *value;
    if (sscanf(rest, "depth %d-%d", &info.depth, &info.seldepth) != 2) {
        return false;
    }
    words_take(&rest);
    words_take(&rest);
    while ((key = words_take(&rest))) {
        if (strcmp(key, "pv") == 0) {
            info.pv = rest;
            break;
        }
        value = words_take(&rest);
        if (!value || !parse_figure(key, value, &info)) {
            return false;
        }
    }
    event->kind = EVENT_INFO;
    event->info = info;
    return true;
}

bool gomocup_parse_event(struct dialect_state *dialect_state, char *line, struct event *event,
                         struct error *error)
{
    struct gomocup_state *state = &dialect_state->gomocup;
    int64_t numbers[3];
    *event = (struct event){.kind = EVENT_NOTHING};
    words_fold(line);
    if (gomocup_numbers(line, 2, 2, numbers)) {
        if (numbers[0] < 0 || numbers[0] >= state->size || numbers[1] < 0 ||
            numbers[1] >= state->size) {
            return error_set(error, "%s is off the board", line);
        }
        int counts[3], x = (int)numbers[0], y = (int)numbers[1];
        uint8_t *stone = gomocup_stone(state, x, y);
        if (!*stone) {
            *stone = (uint8_t)gomocup_to_move(state, counts);
        }
        gomocup_square_text(state, x, y, state->text);
        event->kind = EVENT_BESTMOVE;
        event->bestmove.move = state->text;
        return true;
    }
    if (strstr(line, "name=\"")) {
        return parse_about(state, line, event) ||
               error_set(error, "an answer to ABOUT without a name");
    }
    char *rest = line, *word = words_take(&rest);
    if (!word) {
        return true;
    }
    static const struct {
        const char *word;
        enum event_kind kind;
    } kinds[] = {
        {"OK", EVENT_DONE},        {"ERROR", EVENT_ERROR},     {"UNKNOWN", EVENT_UNKNOWN},
        {"MESSAGE", EVENT_STRING}, {"DEBUG", EVENT_STRING},    {"SUGGEST", EVENT_TEXT},
        {"SWAP", EVENT_TEXT},      {"FORBID", EVENT_RESPONSE},
    };
    if (words_equal_nocase(word, "MESSAGE") && parse_info(state, rest, event)) {
        return true;
    }
    for (int i = 0; i < LENGTH(kinds); i++) {
        if (words_equal_nocase(word, kinds[i].word)) {
            event->kind = kinds[i].kind;
            event->text = kinds[i].kind == EVENT_TEXT ? word : rest;
            return true;
        }
    }
    return error_set(error, "'%.40s' is no answer of Gomocup's protocol", word);
}
