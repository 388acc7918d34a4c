/* SPDX-License-Identifier: MIT */
/* The engine's side of Gomocup's dialect: lines to commands. Lists of stones and INFO are in
 * separate files.
 *
 * The manager counts columns and rows from 0, rows from the top, and sends stones, not games. The
 * state therefore holds the whole board, and every command for a move carries it as FEN. The
 * opponent's last stone is sent as a move on this board, so that the rules can reject it. In that
 * case the state before the line is restored (dialect.h). */
#include "gomocup.h"

#include <stdio.h>
#include <string.h>

#include "compiler.h"
#include "dialect.h"
#include "gomocup_parse.h"
#include "words.h"

/* The only game of this dialect, by its name in `newgame`. */
#define GAME "gomoku"

static bool begin(struct gomocup_parse *parse, int64_t size)
{
    struct gomocup_state *state = parse->state;
    if (size < 5 || size > GOMOCUP_MAX_SIZE) {
        return error_set(parse->error, "the board must have 5 to %d squares a side",
                         GOMOCUP_MAX_SIZE);
    }
    state->size = (int)size;
    state->board_is_rejected = false;
    memset(state->stones, GOMOCUP_EMPTY, sizeof state->stones);
    snprintf(state->text, sizeof state->text, "%d", state->size);
    snprintf(state->reply, sizeof state->reply, "OK");
    parse->command->kind = COMMAND_NEWGAME;
    parse->command->newgame = (struct command_newgame){.game = GAME, .count = 1};
    parse->command->newgame.parameters[0].name = "size";
    parse->command->newgame.parameters[0].value = state->text;
    return true;
}

static bool run_start(struct gomocup_parse *parse)
{
    int64_t numbers[3];
    parse->state->size = 0; /* after a wrong size there is no board */
    if (!gomocup_numbers(parse->rest, 1, 1, numbers)) {
        return error_set(parse->error, "START needs the size of the board: START 15");
    }
    return begin(parse, numbers[0]);
}

static bool run_rectstart(struct gomocup_parse *parse)
{
    int64_t numbers[3];
    parse->state->size = 0;
    if (!gomocup_numbers(parse->rest, 2, 2, numbers)) {
        return error_set(parse->error, "RECTSTART needs width and height: RECTSTART 15,15");
    }
    if (numbers[0] != numbers[1]) {
        return error_set(parse->error, "only square boards are played on");
    }
    return begin(parse, numbers[0]);
}

static bool run_restart(struct gomocup_parse *parse)
{
    return gomocup_need_board(parse) && begin(parse, parse->state->size);
}

/* True if there is a board on which the manager and the engine agree. */
static bool need_accepted_board(struct gomocup_parse *parse)
{
    return gomocup_need_board(parse) &&
           (!parse->state->board_is_rejected ||
            error_set(parse->error,
                      "the last board was rejected: expected START, RESTART or BOARD"));
}

static bool run_begin(struct gomocup_parse *parse)
{
    int counts[3];
    if (!need_accepted_board(parse)) {
        return false;
    }
    gomocup_to_move(parse->state, counts);
    if (counts[GOMOCUP_FIRST]) {
        return error_set(parse->error, "BEGIN is for an empty board");
    }
    gomocup_attach_board(parse, NULL);
    gomocup_ask_for_move(parse);
    return true;
}

/* Reads "x,y" of a square on the board. */
static bool read_square(struct gomocup_parse *parse, int *x, int *y)
{
    int64_t numbers[3];
    int size = parse->state->size;
    *x = *y = 0;
    if (!need_accepted_board(parse)) {
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

/* Adds a move of the side to move to the command. The rules check it when the command is run. */
static bool attach_stone(struct gomocup_parse *parse, int x, int y)
{
    int counts[3];
    uint8_t *stone = gomocup_stone(parse->state, x, y);
    if (*stone) {
        return error_set(parse->error, "a stone stands on %d,%d already", x, y);
    }
    gomocup_square_text(parse->state, x, y, parse->state->text);
    gomocup_attach_board(parse, parse->state->text);
    *stone = (uint8_t)gomocup_to_move(parse->state, counts);
    return true;
}

static bool run_turn(struct gomocup_parse *parse)
{
    int x, y;
    if (!read_square(parse, &x, &y) || !attach_stone(parse, x, y)) {
        return false;
    }
    gomocup_ask_for_move(parse);
    return true;
}

/* The manager selects our move. */
static bool run_play(struct gomocup_parse *parse)
{
    int x, y;
    if (!read_square(parse, &x, &y) || !attach_stone(parse, x, y)) {
        return false;
    }
    char reply[32];
    snprintf(reply, sizeof reply, "%d,%d", x, y);
    gomocup_note(parse, reply);
    return true;
}

static bool run_takeback(struct gomocup_parse *parse)
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
    gomocup_note(parse, "OK");
    return true;
}

static bool run_about(struct gomocup_parse *parse)
{
    parse->command->kind = COMMAND_HELLO;
    return true;
}

static bool run_end(struct gomocup_parse *parse)
{
    parse->command->kind = COMMAND_QUIT;
    return true;
}

static bool run_yxstop(struct gomocup_parse *parse)
{
    parse->command->kind = COMMAND_STOP;
    return true;
}

static bool run_yxshowforbid(struct gomocup_parse *parse)
{
    if (!need_accepted_board(parse)) {
        return false;
    }
    gomocup_attach_board(parse, NULL);
    parse->state->asks_forbidden = true;
    parse->command->kind = COMMAND_QUERY;
    parse->command->query = "moves";
    return true;
}

static const struct row {
    const char *word;
    bool (*run)(struct gomocup_parse *parse);
    bool opens; /* as the first line of a conversation it selects this dialect */
    const char *samples;
} rows[] = {
    {"START", run_start, true, "START 15"},
    {"RECTSTART", run_rectstart, true, "RECTSTART 15,15"},
    {"RESTART", run_restart, true, "RESTART"},
    {"BEGIN", run_begin, true, "BEGIN"},
    {"TURN", run_turn, true, "TURN 7,7"},
    {"BOARD", gomocup_run_board, true, "BOARD\n7,7,1\n8,7,2\n4,4,3\nDONE"},
    {"PLAY", run_play, true, "PLAY 8,8"},
    {"TAKEBACK", run_takeback, true, "TAKEBACK 7,7"},
    {"SWAP2BOARD", gomocup_run_swap2board, true, "SWAP2BOARD\n7,7\n8,7\n6,6\nDONE"},
    {"INFO", gomocup_run_info, true,
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
    {"YXBOARD", gomocup_run_yxboard, true, "YXBOARD\n7,7,1\nDONE"},
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

/* Parses a line between the first line of a list and DONE. An invalid line is part of the list; a
 * command means that DONE is missing. */
static bool parse_listed(struct gomocup_parse *parse, char *line)
{
    if (words_equal_nocase(line, "DONE")) {
        return gomocup_end_list(parse);
    }
    char word[16] = "";
    snprintf(word, sizeof word, "%.*s", (int)strcspn(line, " "), line);
    if (!find_row(word)) {
        parse->rest = line;
        return gomocup_take_listed(parse);
    }
    parse->state->list = GOMOCUP_NO_LIST;
    parse->state->board_is_rejected = true;
    return error_set(parse->error, "DONE is missing: the list of stones is given up");
}

static bool parse_command(struct dialect_state *state, char *line, struct command *command,
                          struct error *error)
{
    struct gomocup_parse parse = {&state->gomocup, line, command, error};
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
    .has_own_game = true,
    .lines_build_on_another = true,
    .quits_in_silence = true,
    .is_first_line = is_first_line,
    .samples = samples,
    .parse_command = parse_command,
    .format_event = format_event,
    .format_command = gomocup_format_command,
    .parse_event = gomocup_parse_event,
};
