/* SPDX-License-Identifier: MIT */
/* The engine's side of GTP: lines to commands. The specification is draft 2 of version 2 (Gunnar
 * Farnebäck, 2002); GoGui's documentation has the extension for other games than go. */
#include "gtp.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "compiler.h"
#include "words.h"

/* The time of a move without a time control, and between lines of an analysis by default. */
#define MOVE_MS              5000
#define INTERVAL_CENTISECOND 50

struct parse {
    struct gtp_state *state;
    char *rest; /* the line after the command */
    struct command *command;
    struct error *error;
};

static bool refuse(struct parse *parse, const char *expected)
{
    return error_set(parse->error, GTP_SYNTAX_ERROR "expected %s", expected);
}

void gtp_put_moves(struct buffer *out, const char *moves)
{
    for (; *moves; moves++) {
        const bool is_column = islower((unsigned char)*moves) && isdigit((unsigned char)moves[1]);
        buffer_putc(out, (char)(is_column ? *moves - 'a' + 'A' + (*moves >= 'i') : *moves));
    }
}

bool gtp_read_moves(char *moves)
{
    for (; *moves; moves++) {
        *moves = (char)tolower((unsigned char)*moves);
        if (islower((unsigned char)*moves) && isdigit((unsigned char)moves[1])) {
            if (*moves == 'i') {
                return false;
            }
            *moves = (char)(*moves - (*moves > 'i'));
        }
    }
    return true;
}

/* Returns 1 for black, 2 for white; 0: the word is no colour. */
static int colour_of(const char *word)
{
    static const char *const colours[] = {"b", "black", "w", "white"};
    for (int i = 0; word && i < LENGTH(colours); i++) {
        if (words_equal_nocase(word, colours[i])) {
            return 1 + i / 2;
        }
    }
    return 0;
}

static bool run_known_command(struct parse *parse)
{
    snprintf(parse->state->text, sizeof parse->state->text,
             gtp_row_of(parse->rest) ? "true" : "false");
    return true;
}

static bool run_boardsize(struct parse *parse)
{
    struct command_newgame *newgame = &parse->command->newgame;
    int64_t size;
    if (!words_number(parse->rest, &size)) {
        return refuse(parse, "a number");
    }
    *newgame = (struct command_newgame){.count = 1, .has_size = true};
    newgame->parameters[0].name = "size";
    newgame->parameters[0].value = parse->rest;
    return true;
}

static bool run_komi(struct parse *parse)
{
    char *end;
    strtod(parse->rest, &end);
    return (end > parse->rest && !*end) || refuse(parse, "a number");
}

static bool run_set_game(struct parse *parse)
{
    parse->command->newgame.game = parse->rest;
    return *parse->rest || refuse(parse, "the name of a game");
}

static bool run_play(struct parse *parse)
{
    struct command_position *position = &parse->command->position;
    position->continues = true;
    position->side = colour_of(words_take(&parse->rest));
    position->moves = parse->rest;
    if (!position->side || !*parse->rest) {
        return refuse(parse, "black or white, and a vertex or pass");
    }
    return gtp_read_moves(parse->rest) || refuse(parse, "a vertex; there is no column I");
}

static bool run_undo(struct parse *parse)
{
    parse->command->position.continues = true;
    parse->command->position.undone = 1;
    return true;
}

/* The search is for this colour. */
static void require_side(struct command *command, int colour)
{
    command->has_board = true;
    command->board = (struct command_position){.continues = true, .side = colour};
}

static bool run_genmove(struct parse *parse)
{
    struct gtp_state *state = parse->state;
    struct command_go *go = &parse->command->go;
    state->colour = colour_of(parse->rest);
    if (!state->colour) {
        return refuse(parse, "black or white");
    }
    const int player = state->colour - 1;
    const struct gtp_time *left = &state->left[player];
    require_side(parse->command, state->colour);
    go->given = strcmp(parse->command->word, "genmove") == 0 ? GO_PLAYS : 0;
    if (!left->is_known) {
        go->given |= GO_MOVETIME;
        go->movetime_ms = MOVE_MS;
        return true;
    }
    go->given |= player == 0 ? GO_TIME_1 : GO_TIME_2;
    go->time_ms[player] = left->ms;
    if (left->stones > 0) {
        go->given |= GO_MOVESTOGO;
        go->movestogo = left->stones;
    } else {
        go->given |= player == 0 ? GO_INC_1 : GO_INC_2;
        go->inc_ms[player] = state->overtime_ms;
    }
    return true;
}

/* Reads a word that is a time in seconds. */
static bool read_seconds(const char *word, int64_t *ms)
{
    const char *end = word ? words_time(word, false, ms) : NULL;
    return end && !*end;
}

/* Reads SECONDS STONES. */
static bool read_time(struct parse *parse, struct gtp_time *time)
{
    int64_t stones;
    const char *seconds = words_take(&parse->rest);
    if (!read_seconds(seconds, &time->ms) || !words_number(parse->rest, &stones) || stones < 0) {
        return false;
    }
    time->stones = stones < INT32_MAX ? (int)stones : INT32_MAX;
    time->is_known = true;
    return true;
}

/* time_settings MAIN OVERTIME STONES: each period of overtime is for so many stones; no stones in
 * some time mean no limit. */
static bool run_time_settings(struct parse *parse)
{
    struct gtp_state *state = parse->state;
    struct gtp_time main = {.is_known = true}, overtime;
    if (!read_seconds(words_take(&parse->rest), &main.ms) || !read_time(parse, &overtime)) {
        return refuse(parse, "SECONDS SECONDS STONES");
    }
    main.is_known = overtime.stones > 0 || overtime.ms == 0;
    state->left[0] = state->left[1] = main.ms > 0 || overtime.stones == 0 ? main : overtime;
    state->overtime_ms = overtime.stones > 0 ? overtime.ms / overtime.stones : 0;
    return true;
}

static bool run_time_left(struct parse *parse)
{
    const int colour = colour_of(words_take(&parse->rest));
    struct gtp_time left;
    if (!colour || !read_time(parse, &left)) {
        return refuse(parse, "black or white, SECONDS and STONES");
    }
    parse->state->left[colour - 1] = left;
    return true;
}

static bool run_analyze(struct parse *parse)
{
    int64_t centiseconds = INTERVAL_CENTISECOND;
    const char *word;
    while ((word = words_take(&parse->rest))) {
        if (colour_of(word)) {
            require_side(parse->command, colour_of(word));
        } else if (strcmp(word, "interval") != 0 &&
                   (!words_number(word, &centiseconds) || centiseconds < 0)) {
            return refuse(parse, "a colour and an interval, or neither");
        }
    }
    const int64_t most = COMMAND_TIME_LIMIT_MS / 10;
    parse->state->interval_ms = 10 * (centiseconds < most ? centiseconds : most);
    parse->state->next_ms = 0;
    parse->state->analyses = true;
    return true;
}

static bool run_setoption(struct parse *parse)
{
    struct command_setoption *option = &parse->command->setoption;
    char *name = words_begin(parse->rest, "name") ? words_split(parse->rest, "name") : NULL;
    option->value = name ? words_split(name, "value") : NULL;
    option->name = name;
    return (name && *name) || refuse(parse, "name NAME value VALUE");
}

#define ROW(word_, kind_, form_, ...)                                                              \
    {                                                                                              \
        .word = word_, .kind = COMMAND_##kind_, .form = GTP_##form_, __VA_ARGS__                   \
    }

static const struct gtp_row rows[] = {
    ROW("protocol_version", NOTE, TEXT, .with = "2"),
    ROW("name", HELLO, NAME, .with = NULL),
    ROW("version", HELLO, VERSION, .samples = "1 version"),
    ROW("known_command", NOTE, TEXT, .run = run_known_command, .samples = "known_command play"),
    ROW("list_commands", NOTE, COMMANDS, .with = NULL),
    ROW("boardsize", NEWGAME, DONE, .run = run_boardsize, .failure = "unacceptable size",
        .samples = "boardsize 15"),
    ROW("clear_board", NEWGAME, DONE, .with = NULL),
    ROW("komi", NOTE, DONE, .run = run_komi, .samples = "komi 6.5"),
    ROW("play", POSITION, DONE, .run = run_play, .failure = "illegal move",
        .samples = "2 play black D4\nplay w PASS"),
    ROW("genmove", GO, MOVE, .run = run_genmove, .failure = "illegal move",
        .samples = "3 genmove w"),
    ROW("reg_genmove", GO, MOVE, .run = run_genmove, .failure = "illegal move",
        .samples = "reg_genmove b"),
    ROW("undo", POSITION, DONE, .run = run_undo, .failure = "cannot undo"),
    ROW("time_settings", NOTE, DONE, .run = run_time_settings, .samples = "time_settings 1 0.2 3"),
    ROW("time_left", NOTE, DONE, .run = run_time_left,
        .samples = "time_left b 1 0\ntime_left w 1 2"),
    ROW("showboard", QUERY, DRAWING, .with = "board"),
    ROW("gogui-rules_board", QUERY, BOARD, .with = "board"),
    ROW("gogui-rules_board_size", QUERY, SIZE, .with = "board"),
    ROW("gogui-rules_side_to_move", QUERY, SIDE, .with = "board"),
    ROW("gogui-rules_final_result", QUERY, RESULT, .with = "board"),
    ROW("gogui-rules_legal_moves", QUERY, MOVES, .with = "vertices"),
    ROW("gogui-rules_game_id", QUERY, GAME, .with = "game"),
    ROW("gogui-analyze_commands", NOTE, ANALYZE_COMMANDS, .with = NULL),
    ROW("analyze", NOTE, ANALYSIS, .run = run_analyze, .failure = "illegal move",
        .samples = "analyze b interval 5"),
    ROW("lz-analyze", NOTE, ANALYSIS, .run = run_analyze, .failure = "illegal move",
        .samples = "lz-analyze 5"),
    ROW("set_game", NEWGAME, DONE, .run = run_set_game, .samples = "set_game Othello"),
    ROW("list_games", QUERY, GAMES, .with = "games stones"),
    ROW("myosu-setoption", SETOPTION, DONE, .run = run_setoption,
        .samples = "myosu-setoption name Skill Level value 3"),
    ROW("quit", QUIT, DONE, .samples = "4 quit"),
};

const struct gtp_row *gtp_row(int index)
{
    return index < LENGTH(rows) ? &rows[index] : NULL;
}

const struct gtp_row *gtp_row_of(const char *line)
{
    for (int i = 0; i < LENGTH(rows); i++) {
        if (words_begin(line, rows[i].word)) {
            return &rows[i];
        }
    }
    return NULL;
}

size_t gtp_keep_id(const char *line, char id[GTP_ID])
{
    const size_t digits = strspn(line, "0123456789"), blanks = strspn(line + digits, " \t");
    const bool is_id = digits > 0 && digits < GTP_ID && (blanks > 0 || !line[digits]);
    snprintf(id, GTP_ID, "%.*s", is_id ? (int)digits : 0, line);
    return is_id ? digits + blanks : 0;
}

/* `quit` is a command of every dialect. */
bool gtp_is_first_line(const char *line)
{
    char id[GTP_ID];
    const struct gtp_row *row = gtp_row_of(line + gtp_keep_id(line, id));
    return row && row->kind != COMMAND_QUIT;
}

bool gtp_parse_command(struct dialect_state *state, char *line, struct command *command,
                       struct error *error)
{
    struct gtp_state *gtp = &state->gtp;
    *command = (struct command){.kind = COMMAND_NOTHING, .word = ""};
    line[strcspn(line, "#")] = '\0';
    words_fold(line);
    if (!*line) {
        return true;
    }
    struct parse parse = {gtp, line + gtp_keep_id(line, gtp->id), command, error};
    const struct gtp_row *row = gtp_row_of(parse.rest);
    const char *word = words_take(&parse.rest);
    command->word = word ? word : "";
    command->kind = row ? row->kind : COMMAND_UNKNOWN;
    gtp->analyses = false;
    if (!row) {
        return true;
    }
    gtp->form = (int)row->form;
    snprintf(gtp->text, sizeof gtp->text, "%s", row->with ? row->with : "");
    if (row->kind == COMMAND_QUERY) {
        command->query = row->with;
    }
    if (row->run && !row->run(&parse)) {
        command->kind = COMMAND_NOTE;
        return false;
    }
    return true;
}
