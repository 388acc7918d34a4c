/* SPDX-License-Identifier: MIT */
/* Gomocup's dialect, the engine's side: lines to commands.
 *
 * The manager counts columns and rows from 0, the rows from the top, and speaks of stones, not of
 * games. The state therefore holds the whole board, and whatever asks for a move carries it as FEN.
 * The last stone of the opponent goes as a move upon it, so that the rules may refuse it: then the
 * state from before the line is put back (dialect.h). */
#include "gomocup.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "compiler.h"
#include "dialect.h"
#include "words.h"

/* The one game of this dialect, by its name in `newgame`. */
#define GAME "gomoku"

/* A turn is answered before its end by this many milliseconds and thousandths of the turn together,
 * for timers and the way to the manager. */
#define TURN_RESERVE_MS       15
#define TURN_RESERVE_PERMILLE 30

/* The turn when nobody has said how long it is. */
#define TURN_INITIAL_MS 30000

/* Sent for `no limit`. */
#define UNLIMITED_MS INT64_C(2147483647)

/* What the program needs beside its table. */
#define MEMORY_RESERVE   (INT64_C(20) << 20)
#define HASH_MAX         1024
#define MEGABYTE         (INT64_C(1) << 20)
#define MEMORY_UNLIMITED 0

/* A table larger than its turns can fill is no help, and slow to touch for the first time: its size
 * in megabytes, and what each second of a turn adds. */
#define HASH_LEAST    16
#define HASH_A_SECOND 32

/* Values of INFO beyond this, either way, count as this: no sum of them can overflow. */
#define INFO_MAX INT64_C(1000000000000)

enum { RULE_BIT_EXACT = 1, RULE_BIT_RENJU = 4, RULE_BIT_CARO = 8 };

struct parse {
    struct gomocup_state *state;
    char *rest; /* the line behind its first word */
    struct command *command;
    struct error *error;
};

static void note(struct parse *parse, const char *reply)
{
    parse->command->kind = COMMAND_NOTE;
    snprintf(parse->state->reply, sizeof parse->state->reply, "%s", reply);
}

/* The command goes with the board as it is now, and `moves` upon it. */
static void attach_board(struct parse *parse, const char *moves)
{
    gomocup_write_fen(parse->state);
    parse->command->has_board = true;
    parse->command->board.fen = parse->state->fen;
    parse->command->board.moves = moves;
}

static void ask_for_move(struct parse *parse)
{
    const struct gomocup_state *state = parse->state;
    struct command_go *go = &parse->command->go;
    parse->command->kind = COMMAND_GO;
    int64_t turn = state->has_turn ? state->turn_ms : TURN_INITIAL_MS;
    *go = (struct command_go){.given = GO_MOVETIME};
    go->movetime_ms = turn - TURN_RESERVE_MS - turn * TURN_RESERVE_PERMILLE / 1000;
    go->movetime_ms = go->movetime_ms < 0 ? 0 : go->movetime_ms;
    bool has_clock =
        state->has_left ? state->left_ms < UNLIMITED_MS : state->has_match && state->match_ms > 0;
    if (has_clock) {
        go->given |= GO_TIME_1 | GO_TIME_2;
        go->time_ms[0] = go->time_ms[1] = state->has_left ? state->left_ms : state->match_ms;
    }
    if (state->max_nodes > 0) {
        go->given |= GO_NODES;
        go->nodes = (uint64_t)state->max_nodes;
    }
    if (state->max_depth > 0) {
        go->given |= GO_DEPTH;
        go->depth = state->max_depth;
    }
}

static bool begin(struct parse *parse, int64_t size)
{
    struct gomocup_state *state = parse->state;
    if (size < 5 || size > GOMOCUP_MAX_SIZE) {
        return error_set(parse->error, "the board must have 5 to %d squares a side",
                         GOMOCUP_MAX_SIZE);
    }
    state->size = (int)size;
    memset(state->stones, GOMOCUP_EMPTY, sizeof state->stones);
    snprintf(state->text, sizeof state->text, "%d", state->size);
    snprintf(state->reply, sizeof state->reply, "OK");
    parse->command->kind = COMMAND_NEWGAME;
    parse->command->newgame = (struct command_newgame){.game = GAME, .count = 1};
    parse->command->newgame.parameters[0].name = "size";
    parse->command->newgame.parameters[0].value = state->text;
    return true;
}

static bool run_start(struct parse *parse)
{
    int64_t numbers[3];
    if (!gomocup_numbers(parse->rest, 1, 1, numbers)) {
        return error_set(parse->error, "START needs the size of the board: START 15");
    }
    return begin(parse, numbers[0]);
}

static bool run_rectstart(struct parse *parse)
{
    int64_t numbers[3];
    if (!gomocup_numbers(parse->rest, 2, 2, numbers)) {
        return error_set(parse->error, "RECTSTART needs width and height: RECTSTART 15,15");
    }
    if (numbers[0] != numbers[1]) {
        return error_set(parse->error, "only square boards are played on");
    }
    return begin(parse, numbers[0]);
}

static bool need_board(struct parse *parse)
{
    return parse->state->size > 0 || error_set(parse->error, "no board yet: START comes first");
}

static bool run_restart(struct parse *parse)
{
    return need_board(parse) && begin(parse, parse->state->size);
}

static bool run_begin(struct parse *parse)
{
    int counts[3];
    if (!need_board(parse)) {
        return false;
    }
    gomocup_to_move(parse->state, counts);
    if (counts[GOMOCUP_FIRST]) {
        return error_set(parse->error, "BEGIN is for an empty board");
    }
    attach_board(parse, NULL);
    ask_for_move(parse);
    return true;
}

/* Reads "x,y" of a square on the board. */
static bool read_square(struct parse *parse, int *x, int *y)
{
    int64_t numbers[3];
    int size = parse->state->size;
    *x = *y = 0;
    if (!need_board(parse)) {
        return false;
    }
    if (!gomocup_numbers(parse->rest, 2, 2, numbers)) {
        return error_set(parse->error, "'%s' is no square: expected x,y", parse->rest);
    }
    if (numbers[0] < 0 || numbers[0] >= size || numbers[1] < 0 || numbers[1] >= size) {
        return error_set(parse->error, "%s is off the board: x and y are 0 to %d", parse->rest,
                         size - 1);
    }
    *x = (int)numbers[0];
    *y = (int)numbers[1];
    return true;
}

/* The stone of the side to move goes down on a square; the rules have the last word. */
static bool attach_stone(struct parse *parse, int x, int y)
{
    int counts[3];
    uint8_t *stone = gomocup_stone(parse->state, x, y);
    if (*stone) {
        return error_set(parse->error, "a stone stands on %d,%d already", x, y);
    }
    gomocup_square_text(parse->state, x, y, parse->state->text);
    attach_board(parse, parse->state->text);
    *stone = (uint8_t)gomocup_to_move(parse->state, counts);
    return true;
}

static bool run_turn(struct parse *parse)
{
    int x, y;
    if (!read_square(parse, &x, &y) || !attach_stone(parse, x, y)) {
        return false;
    }
    ask_for_move(parse);
    return true;
}

/* The manager chooses our move. */
static bool run_play(struct parse *parse)
{
    int x, y;
    if (!read_square(parse, &x, &y) || !attach_stone(parse, x, y)) {
        return false;
    }
    char reply[32];
    snprintf(reply, sizeof reply, "%d,%d", x, y);
    note(parse, reply);
    return true;
}

static bool run_takeback(struct parse *parse)
{
    int x, y;
    if (!read_square(parse, &x, &y)) {
        return false;
    }
    uint8_t *stone = gomocup_stone(parse->state, x, y);
    if (!*stone) {
        return error_set(parse->error, "no stone stands on %d,%d", x, y);
    }
    *stone = GOMOCUP_EMPTY;
    note(parse, "OK");
    return true;
}

static bool begin_list(struct parse *parse, enum gomocup_list list)
{
    struct gomocup_state *state = parse->state;
    if (!need_board(parse)) {
        return false;
    }
    state->list = list;
    state->list_is_wrong = false;
    state->listed_count = 0;
    memset(state->listed, 0, sizeof state->listed);
    note(parse, "");
    return true;
}

static bool run_board(struct parse *parse)
{
    return begin_list(parse, GOMOCUP_BOARD);
}

static bool run_yxboard(struct parse *parse)
{
    return begin_list(parse, GOMOCUP_YXBOARD);
}

static bool run_swap2board(struct parse *parse)
{
    return begin_list(parse, GOMOCUP_SWAP2);
}

/* One stone of a list. What is wrong with it is told at DONE, once. */
static bool take_listed(struct parse *parse)
{
    struct gomocup_state *state = parse->state;
    int64_t numbers[3] = {0, 0, 0};
    bool swap2 = state->list == GOMOCUP_SWAP2;
    note(parse, "");
    if (!gomocup_numbers(parse->rest, swap2 ? 2 : 3, 3, numbers) || numbers[0] < 0 ||
        numbers[0] >= state->size || numbers[1] < 0 || numbers[1] >= state->size) {
        state->list_is_wrong = true;
        return true;
    }
    uint8_t *listed = &state->listed[numbers[1] * state->size + numbers[0]];
    if (!swap2 && numbers[2] == 3) {
        return true; /* a mark on a winning line or a forbidden square, no stone of a colour */
    }
    if (*listed || (!swap2 && numbers[2] != 1 && numbers[2] != 2)) {
        state->list_is_wrong = true;
        return true;
    }
    state->listed_count++;
    *listed = (uint8_t)(swap2 ? state->listed_count : numbers[2]);
    return true;
}

/* The stones of SWAP2BOARD: none, three or five, black and white by turns. */
static bool end_swap2(struct parse *parse)
{
    struct gomocup_state *state = parse->state;
    int count = state->listed_count, middle = state->size / 2, counts[3];
    if (count != 0 && count != 3 && count != 5) {
        return error_set(parse->error, "SWAP2BOARD lists 0, 3 or 5 stones, not %d", count);
    }
    for (int i = 0; i < state->size * state->size; i++) {
        state->stones[i] = state->listed[i] ? state->listed[i] % 2 ? GOMOCUP_FIRST : GOMOCUP_SECOND
                                            : GOMOCUP_EMPTY;
    }
    if (count == 0) {
        /* Three stones apart from each other near a corner, where neither colour gains much. */
        const int x[] = {1, middle, middle - 1}, y[] = {2, 1, middle};
        char reply[64];
        for (int i = 0; i < 3; i++) {
            *gomocup_stone(state, x[i], y[i]) = (uint8_t)gomocup_to_move(state, counts);
        }
        snprintf(reply, sizeof reply, "%d,%d %d,%d %d,%d", x[0], y[0], x[1], y[1], x[2], y[2]);
        note(parse, reply);
        return true;
    }
    state->swap = count == 3 ? GOMOCUP_SWAP_OF_THREE : GOMOCUP_SWAP_OF_FIVE;
    state->second_move[0] = '\0';
    attach_board(parse, NULL);
    ask_for_move(parse);
    return true;
}

static bool end_board(struct parse *parse, bool answer)
{
    struct gomocup_state *state = parse->state;
    int own = 0, others = 0, counts[3];
    for (int i = 0; i < state->size * state->size; i++) {
        own += state->listed[i] == 1;
        others += state->listed[i] == 2;
    }
    /* A board only shown may be either side's turn. */
    int ahead = others - own;
    if (ahead < (answer ? 0 : -1) || ahead > 1) {
        return error_set(parse->error,
                         "BOARD: %d own stones and %d of the opponent's: no game has "
                         "them with us to move",
                         own, others);
    }
    bool own_is_first = ahead <= 0;
    for (int i = 0; i < state->size * state->size; i++) {
        int who = state->listed[i];
        state->stones[i] = (uint8_t)(!who                         ? GOMOCUP_EMPTY
                                     : (who == 1) == own_is_first ? GOMOCUP_FIRST
                                                                  : GOMOCUP_SECOND);
    }
    gomocup_to_move(state, counts);
    note(parse, "");
    attach_board(parse, NULL);
    if (answer) {
        ask_for_move(parse);
    }
    return true;
}

static bool end_list(struct parse *parse)
{
    enum gomocup_list list = parse->state->list;
    parse->state->list = GOMOCUP_NO_LIST;
    if (parse->state->list_is_wrong) {
        return error_set(parse->error, "the list holds a line that is no stone on an empty square "
                                       "of the board");
    }
    return list == GOMOCUP_SWAP2 ? end_swap2(parse) : end_board(parse, list == GOMOCUP_BOARD);
}

static void set_option(struct parse *parse, const char *name, const char *value)
{
    parse->command->kind = COMMAND_SETOPTION;
    parse->command->setoption = (struct command_setoption){name, value};
}

/* `rule` is a sum of bits; continuous play (2) changes nothing within a game. */
static void set_rule(struct parse *parse, int64_t bits)
{
    set_option(parse, "Rule",
               bits & RULE_BIT_RENJU   ? "renju"
               : bits & RULE_BIT_CARO  ? "caro"
               : bits & RULE_BIT_EXACT ? "standard"
                                       : "freestyle");
}

/* The table gets what the limit leaves. */
static void set_memory(struct parse *parse, int64_t bytes)
{
    if (bytes == MEMORY_UNLIMITED) {
        return;
    }
    int64_t megabytes = (bytes - MEMORY_RESERVE) / MEGABYTE;
    int64_t turn = parse->state->has_turn ? parse->state->turn_ms : TURN_INITIAL_MS;
    int64_t useful = HASH_LEAST + (turn < 0 ? 0 : turn) * HASH_A_SECOND / 1000;
    megabytes = megabytes < useful ? megabytes : useful;
    megabytes = megabytes < 1 ? 1 : megabytes > HASH_MAX ? HASH_MAX : megabytes;
    snprintf(parse->state->text, sizeof parse->state->text, "%d", (int)megabytes);
    set_option(parse, "Hash", parse->state->text);
}

/* Silent, whatever it says. */
static bool run_info(struct parse *parse)
{
    struct gomocup_state *state = parse->state;
    char *value = parse->rest, *key = words_take(&value);
    int64_t number;
    note(parse, "");
    if (!key || !words_number(value, &number)) {
        return true;
    }
    number = number > INFO_MAX ? INFO_MAX : number < -INFO_MAX ? -INFO_MAX : number;
    if (words_equal_nocase(key, "timeout_turn")) {
        state->has_turn = true;
        state->turn_ms = number;
    } else if (words_equal_nocase(key, "timeout_match")) {
        state->has_match = true;
        state->match_ms = number;
    } else if (words_equal_nocase(key, "time_left")) {
        state->has_left = true;
        state->left_ms = number;
    } else if (words_equal_nocase(key, "max_node")) {
        state->max_nodes = number;
    } else if (words_equal_nocase(key, "max_depth")) {
        state->max_depth = number > 0 && number < 1000 ? (int)number : 0;
    } else if (words_equal_nocase(key, "max_memory")) {
        set_memory(parse, number);
    } else if (words_equal_nocase(key, "rule") && number >= 0) {
        set_rule(parse, number);
    } else if (words_equal_nocase(key, "thread_num") && number >= 1) {
        snprintf(state->text, sizeof state->text, "%lld", (long long)number);
        set_option(parse, "Threads", state->text);
    }
    return true;
}

static bool run_about(struct parse *parse)
{
    parse->command->kind = COMMAND_HELLO;
    return true;
}

static bool run_end(struct parse *parse)
{
    parse->command->kind = COMMAND_QUIT;
    return true;
}

static bool run_yxstop(struct parse *parse)
{
    parse->command->kind = COMMAND_STOP;
    return true;
}

static bool run_yxshowforbid(struct parse *parse)
{
    if (!need_board(parse)) {
        return false;
    }
    attach_board(parse, NULL);
    parse->state->asks_forbidden = true;
    parse->command->kind = COMMAND_QUERY;
    parse->command->query = "moves";
    return true;
}

static const struct row {
    const char *word;
    bool (*run)(struct parse *parse);
    bool opens; /* may be the first command of a conversation, and tells the dialect */
    const char *samples;
} rows[] = {
    {"START", run_start, true, "START 15"},
    {"RECTSTART", run_rectstart, true, "RECTSTART 15,15"},
    {"RESTART", run_restart, true, "RESTART"},
    {"BEGIN", run_begin, true, "BEGIN"},
    {"TURN", run_turn, true, "TURN 7,7"},
    {"BOARD", run_board, true, "BOARD\n7,7,1\n8,7,2\n4,4,3\nDONE"},
    {"PLAY", run_play, true, "PLAY 8,8"},
    {"TAKEBACK", run_takeback, true, "TAKEBACK 7,7"},
    {"SWAP2BOARD", run_swap2board, true, "SWAP2BOARD\n7,7\n8,7\n6,6\nDONE"},
    {"INFO", run_info, true,
     "INFO timeout_turn 2\n"
     "INFO timeout_match 1000\n"
     "INFO time_left 100\n"
     "INFO max_memory 50000000\n"
     "INFO max_node 100\n"
     "INFO max_depth 2\n"
     "INFO rule 4\n"
     "INFO thread_num 2\n"
     "INFO game_type 1\n"
     "INFO folder x"},
    {"ABOUT", run_about, true, "ABOUT"},
    {"END", run_end, false, "END"},
    {"YXSTOP", run_yxstop, true, "YXSTOP"},
    {"YXBOARD", run_yxboard, true, "YXBOARD\n7,7,1\nDONE"},
    {"YXSHOWFORBID", run_yxshowforbid, true, "YXSHOWFORBID"},
};

static const char *samples(int index)
{
    return index < LENGTH(rows) ? rows[index].samples : NULL;
}

static const struct row *find_row(const char *word)
{
    for (int i = 0; i < LENGTH(rows); i++) {
        if (words_equal_nocase(word, rows[i].word)) {
            return &rows[i];
        }
    }
    return NULL;
}

static bool is_first_line(const char *line)
{
    char word[16];
    line += strspn(line, " \t");
    size_t length = strcspn(line, " \t\r\n");
    if (length >= sizeof word) {
        return false;
    }
    memcpy(word, line, length);
    word[length] = '\0';
    const struct row *row = find_row(word);
    return row && row->opens;
}

/* A line between the first of a list and DONE. A damaged one is part of the list; a command shows
 * that DONE is missing. */
static bool parse_listed(struct parse *parse, char *line)
{
    if (words_equal_nocase(line, "DONE")) {
        return end_list(parse);
    }
    char word[16] = "";
    snprintf(word, sizeof word, "%.*s", (int)strcspn(line, " "), line);
    if (!find_row(word)) {
        parse->rest = line;
        return take_listed(parse);
    }
    parse->state->list = GOMOCUP_NO_LIST;
    return error_set(parse->error, "DONE is missing: the list of stones is given up");
}

static bool parse_command(struct dialect_state *state, char *line, struct command *command,
                          struct error *error)
{
    struct parse parse = {&state->gomocup, line, command, error};
    *command = (struct command){.kind = COMMAND_NOTHING, .word = line};
    words_fold(line);
    if (!*line) {
        command->word = "";
        return true;
    }
    if (state->gomocup.list != GOMOCUP_NO_LIST && !words_equal_nocase(line, "END")) {
        return parse_listed(&parse, line);
    }
    command->word = words_take(&parse.rest);
    const struct row *row = find_row(command->word);
    if (!row) {
        command->kind = COMMAND_UNKNOWN;
        return true;
    }
    return row->run(&parse);
}

static void format_event(struct dialect_state *state, const struct event *event, struct buffer *out)
{
    gomocup_format_event(&state->gomocup, event, out);
}

const struct dialect dialect_gomocup = {
    .name = "gomocup",
    .game = GAME,
    .lines_build_on_another = true,
    .quits_in_silence = true,
    .is_first_line = is_first_line,
    .samples = samples,
    .parse_command = parse_command,
    .format_event = format_event,
    .format_command = gomocup_format_command,
    .parse_event = gomocup_parse_event,
};
