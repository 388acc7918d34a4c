/* SPDX-License-Identifier: MIT */
/* The engine's side of CECP: lines to commands. The specification is XBoard's engine-intf.html.
 *
 * A client sends a game move by move. Each move becomes a position that continues the game of the
 * conversation, and, unless the engine only follows, a search whose answer is played, too. */
#include "cecp.h"

#include <stdio.h>
#include <string.h>

#include "compiler.h"
#include "words.h"

/* The time control before `level` and `st`: that of XBoard. */
#define LEVEL_INITIAL     40
#define LEVEL_INITIAL_MS  INT64_C(300000)
#define MOVES_OF_NO_CLOCK 40 /* `level` without `time`: each move gets this part of the time */

/* Of `memory`, in megabytes: the program's own part, and the least that is left for the table. */
#define MEMORY_RESERVE 20
#define MEMORY_LEAST   1

/* The opponent's offer of a draw is accepted if the last score is not above this. */
#define DRAW_SCORE_CP 0

struct parse {
    struct cecp_state *state;
    char *rest; /* the line after its first word */
    struct command *command;
    struct error *error;
};

/* A decimal number of seconds, or of minutes if `minutes`, which may go on with `:SECONDS`. Text
 * after it is ignored, as the specification asks. */
static bool read_time(const char *text, bool minutes, int64_t *ms)
{
    int64_t whole = 0, permille = 0, scale = 100;
    if (*text < '0' || *text > '9') {
        return false;
    }
    for (; *text >= '0' && *text <= '9'; text++) {
        whole = whole < COMMAND_TIME_LIMIT_MS / 60000 ? 10 * whole + (*text - '0') : whole;
    }
    if (*text == '.') {
        for (text++; *text >= '0' && *text <= '9'; text++, scale /= 10) {
            permille += scale * (*text - '0');
        }
    }
    *ms = (1000 * whole + permille) * (minutes ? 60 : 1);
    int64_t seconds;
    if (minutes && *text == ':' && read_time(text + 1, false, &seconds)) {
        *ms += seconds;
    }
    *ms = *ms < COMMAND_TIME_LIMIT_MS ? *ms : COMMAND_TIME_LIMIT_MS;
    return true;
}

/* The command only changes the state. `reply` is its answer; "": none. */
static bool note(struct parse *parse, const char *reply)
{
    parse->command->kind = COMMAND_ASIDE;
    snprintf(parse->state->reply, sizeof parse->state->reply, "%s", reply);
    return true;
}

static bool run_note(struct parse *parse)
{
    return note(parse, "");
}

/* Sets the mode, and ends the search of the one before. */
static bool set_mode(struct parse *parse, enum cecp_mode mode)
{
    parse->command->kind = COMMAND_CANCEL;
    parse->state->mode = mode;
    parse->state->reply[0] = '\0';
    return true;
}

/* force, result, exit: the engine plays neither side. */
static bool run_force(struct parse *parse)
{
    const bool is_exit = parse->command->word[0] == 'e';
    return is_exit && parse->state->mode != CECP_ANALYSING ? note(parse, "")
                                                           : set_mode(parse, CECP_FORCE);
}

/* playother: the engine plays the side that is not to move; so do white and black, which are
 * obsolete: `go` follows, and the board tells which side is to move. */
static bool run_playother(struct parse *parse)
{
    parse->state->may_ponder = parse->command->word[0] == 'p';
    return set_mode(parse, CECP_WAITING);
}

static bool run_analyze(struct parse *parse)
{
    return set_mode(parse, CECP_ANALYSING);
}

/* The position has changed: what was found for the one before is worth nothing. */
static void forget(struct cecp_state *state)
{
    state->has_score = state->may_ponder = false;
    state->hint[0] = state->reply[0] = '\0';
}

static void begin_game(struct parse *parse, const char *variant)
{
    struct cecp_state *state = parse->state;
    forget(state);
    state->plies = state->depth = 0;
    state->has_clock = false;
    state->is_shuffled = strcmp(variant, CECP_FIRST_GAME) != 0;
    state->mode = state->mode == CECP_ANALYSING ? CECP_ANALYSING : CECP_WAITING;
    parse->command->kind = COMMAND_NEWGAME;
    parse->command->newgame = (struct command_newgame){.game = variant};
}

static bool run_new(struct parse *parse)
{
    begin_game(parse, CECP_FIRST_GAME);
    return true;
}

static bool run_variant(struct parse *parse)
{
    const char *name = words_take(&parse->rest);
    if (!name || *parse->rest) {
        return error_set(parse->error, "expected the name of a variant");
    }
    const enum cecp_mode mode = parse->state->mode;
    begin_game(parse, name);
    parse->state->mode = mode;
    return true;
}

static bool run_setboard(struct parse *parse)
{
    if (!*parse->rest) {
        return error_set(parse->error, "expected a position");
    }
    forget(parse->state);
    parse->state->plies = 0;
    parse->command->kind = COMMAND_POSITION;
    parse->command->position = (struct command_position){.fen = parse->rest};
    return true;
}

/* Makes the command a search within the time control. Only the clock of the player to move counts,
 * and `time` is that clock, whichever colour the engine plays. */
static bool run_go(struct parse *parse)
{
    struct cecp_state *state = parse->state;
    struct command_go *go = &parse->command->go;
    const int period = state->has_level ? state->period : LEVEL_INITIAL;
    *go = (struct command_go){.given = GO_PLAYS | GO_TIME_1 | GO_TIME_2};
    parse->command->kind = COMMAND_GO;
    state->mode = CECP_THINKING;
    state->may_ponder = true;
    int64_t left = state->has_st      ? state->st_ms
                   : state->has_clock ? state->clock_ms
                   : state->has_level ? state->base_ms
                                      : LEVEL_INITIAL_MS;
    go->time_ms[0] = go->time_ms[1] = left;
    go->movestogo = state->has_st       ? 1
                    : period > 0        ? period - state->plies / 2 % period
                    : !state->has_clock ? MOVES_OF_NO_CLOCK
                                        : 0;
    go->given |= go->movestogo > 0 ? GO_MOVESTOGO : 0;
    if (state->has_level && state->inc_ms > 0 && !state->has_st) {
        go->given |= GO_INC_1 | GO_INC_2;
        go->inc_ms[0] = go->inc_ms[1] = state->inc_ms;
    }
    if (state->depth > 0) {
        go->given |= GO_DEPTH;
        go->depth = state->depth;
    }
    return true;
}

/* A move of the opponent, or one that the engine only follows. */
static bool run_move(struct parse *parse, const char *move)
{
    struct cecp_state *state = parse->state;
    struct command *command = parse->command;
    const bool answers = state->mode == CECP_WAITING || state->mode == CECP_THINKING;
    state->hint[0] = state->reply[0] = '\0';
    state->plies++;
    if (answers) {
        run_go(parse);
        command->has_board = true;
        command->board = (struct command_position){.moves = move, .continues = true};
    } else {
        command->kind = COMMAND_POSITION;
        command->position = (struct command_position){.moves = move, .continues = true};
    }
    return true;
}

static bool run_usermove(struct parse *parse)
{
    const char *move = words_take(&parse->rest);
    if (!move || *parse->rest) {
        return error_set(parse->error, "expected a move");
    }
    return run_move(parse, move);
}

/* undo, remove: takes one or two moves back. */
static bool run_undo(struct parse *parse)
{
    const int plies = parse->command->word[0] == 'u' ? 1 : 2;
    forget(parse->state);
    parse->state->plies -= parse->state->plies < plies ? parse->state->plies : plies;
    parse->command->kind = COMMAND_POSITION;
    parse->command->position = (struct command_position){.continues = true, .undone = plies};
    return true;
}

static bool run_level(struct parse *parse)
{
    struct cecp_state *state = parse->state;
    const char *moves = words_take(&parse->rest), *base = words_take(&parse->rest),
               *inc = words_take(&parse->rest);
    int64_t period, base_ms, inc_ms;
    if (!words_number(moves, &period) || period < 0 || period > INT32_MAX || !base ||
        !read_time(base, true, &base_ms) || !inc || !read_time(inc, false, &inc_ms)) {
        return error_set(parse->error, "expected MOVES MINUTES[:SECONDS] SECONDS");
    }
    state->has_level = true;
    state->has_clock = state->has_st = false;
    state->period = (int)period;
    state->base_ms = base_ms;
    state->inc_ms = inc_ms;
    state->plies = 0;
    return note(parse, "");
}

static bool run_st(struct parse *parse)
{
    struct cecp_state *state = parse->state;
    int64_t ms;
    if (!read_time(parse->rest, false, &ms)) {
        return error_set(parse->error, "expected seconds");
    }
    state->has_st = true;
    state->st_ms = ms;
    return note(parse, "");
}

static bool set_option(struct parse *parse, const char *name, const char *value)
{
    parse->state->reply[0] = '\0';
    parse->command->kind = COMMAND_SETOPTION;
    parse->command->setoption = (struct command_setoption){name, value};
    return true;
}

/* sd, time, memory, cores: a number. */
static bool run_number(struct parse *parse)
{
    struct cecp_state *state = parse->state;
    const char word = parse->command->word[0];
    const int64_t most = COMMAND_TIME_LIMIT_MS / 10, least = word == 't' ? -most : 1;
    int64_t number;
    if (!words_number(parse->rest, &number) || number < least) {
        return error_set(parse->error,
                         word == 't' ? "expected centiseconds" : "expected a number, 1 or more");
    }
    const int small = number < INT32_MAX ? (int)number : INT32_MAX;
    if (word == 's') {
        state->depth = small;
    } else if (word == 't') {
        state->has_clock = true;
        state->clock_ms = 10 * (number < most ? number : most);
    } else {
        const bool is_memory = word == 'm';
        snprintf(state->text, sizeof state->text, "%d",
                 !is_memory               ? small
                 : small > MEMORY_RESERVE ? small - MEMORY_RESERVE
                                          : MEMORY_LEAST);
        return set_option(parse, is_memory ? "Hash" : "Threads", state->text);
    }
    return note(parse, "");
}

static bool run_ping(struct parse *parse)
{
    snprintf(parse->state->reply, sizeof parse->state->reply, "pong %.50s", parse->rest);
    parse->command->kind = COMMAND_SYNC;
    return true;
}

static bool run_now(struct parse *parse)
{
    parse->command->kind = parse->state->mode == CECP_ANALYSING ? COMMAND_NOTHING : COMMAND_STOP;
    return true;
}

static bool run_progress(struct parse *parse)
{
    parse->state->asks_progress = parse->state->mode == CECP_ANALYSING;
    parse->command->kind = parse->state->asks_progress ? COMMAND_PROGRESS : COMMAND_NOTHING;
    return true;
}

static bool run_hint(struct parse *parse)
{
    char reply[32] = "";
    if (parse->state->hint[0]) {
        snprintf(reply, sizeof reply, "Hint: %s", parse->state->hint);
    }
    return note(parse, reply);
}

/* A line that begins with a blank, and an empty one. */
static bool run_bk(struct parse *parse)
{
    return note(parse, " no moves of a book are shown\n");
}

static bool run_draw(struct parse *parse)
{
    const struct cecp_state *state = parse->state;
    return note(parse, state->has_score && state->score <= DRAW_SCORE_CP ? "offer draw" : "");
}

static bool run_rejected(struct parse *parse)
{
    parse->state->no_comments |= strcmp(parse->rest, "debug") == 0;
    return note(parse, "");
}

static bool run_post(struct parse *parse)
{
    parse->state->shows = parse->command->word[0] == 'p';
    return note(parse, "");
}

static bool run_hard(struct parse *parse)
{
    parse->state->ponders = parse->command->word[0] == 'h';
    return set_option(parse, "Ponder", parse->state->ponders ? "true" : "false");
}

static bool run_option(struct parse *parse)
{
    char *sign = strchr(parse->rest, '=');
    if (!*parse->rest || sign == parse->rest) {
        return error_set(parse->error, "expected NAME or NAME=VALUE");
    }
    if (sign) {
        *sign = '\0';
    }
    return set_option(parse, parse->rest, sign ? sign + 1 : NULL);
}

static bool run_plain(struct parse *parse)
{
    parse->command->kind = parse->command->word[0] == 'q' ? COMMAND_QUIT : COMMAND_HELLO;
    return true;
}

static const struct row {
    const char *word;
    bool (*run)(struct parse *parse);
    const char *samples;
} rows[] = {
    {"xboard", run_note, "xboard"},
    {"protover", run_plain, "protover 2"},
    {"accepted", run_note, "accepted setboard"},
    {"rejected", run_rejected, "rejected debug"},
    {"new", run_new, "new"},
    {"variant", run_variant, "variant fischerandom"},
    {"setboard", run_setboard, "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
    {"usermove", run_usermove, "usermove e2e4\nusermove O-O"},
    {"go", run_go, "go"},
    {"force", run_force, "force"},
    {"playother", run_playother, "playother"},
    {"white", run_playother, "white"},
    {"black", run_playother, "black"},
    {"level", run_level, "level 40 0:01 0\nlevel 0 1 0.5"},
    {"st", run_st, "st 0.01"},
    {"sd", run_number, "sd 3"},
    {"time", run_number, "time 20"},
    {"otim", run_note, "otim 20"},
    {"?", run_now, "?"},
    {"ping", run_ping, "ping 7"},
    {"undo", run_undo, "undo"},
    {"remove", run_undo, "remove"},
    {"hard", run_hard, "hard"},
    {"easy", run_hard, "easy"},
    {"post", run_post, "post"},
    {"nopost", run_post, "nopost"},
    {"analyze", run_analyze, "analyze"},
    {"exit", run_force, "exit"},
    {".", run_progress, "."},
    {"hint", run_hint, "hint"},
    {"bk", run_bk, "bk"},
    {"draw", run_draw, "draw"},
    {"result", run_force, "result 1-0 {White mates}"},
    {"computer", run_note, "computer"},
    {"name", run_note, "name Fairy-Max 5"},
    {"rating", run_note, "rating 2600 1500"},
    {"ics", run_note, "ics -"},
    {"memory", run_number, "memory 32"},
    {"cores", run_number, "cores 2"},
    {"option", run_option, "option MultiPV=2\noption Clear Hash"},
    {"egtpath", run_note, "egtpath nalimov /x"},
    {"random", run_note, "random"},
    {"quit", run_plain, "quit"},
};

static const char *samples(int index)
{
    return index < LENGTH(rows) ? rows[index].samples : NULL;
}

static bool is_first_line(const char *line)
{
    return words_begin(line, "xboard") || words_begin(line, "protover");
}

/* True if a word looks like a move, as clients write it that do not accept `usermove`: it begins
 * with a letter and has a digit, or is castling. */
static bool looks_like_a_move(const char *word)
{
    const size_t length = strlen(word);
    const bool is_letter = (word[0] | 0x20) >= 'a' && (word[0] | 0x20) <= 'z';
    return strncmp(word, "O-O", 3) == 0 ||
           (is_letter && length < 10 && word[strcspn(word, "0123456789")] != '\0');
}

static bool parse_command(struct dialect_state *state, char *line, struct command *command,
                          struct error *error)
{
    struct parse parse = {&state->cecp, line, command, error};
    *command = (struct command){.kind = COMMAND_NOTHING, .word = ""};
    words_fold(line);
    const char *word = words_take(&parse.rest);
    if (!word) {
        return true;
    }
    command->word = word;
    for (int i = 0; i < LENGTH(rows); i++) {
        if (strcmp(word, rows[i].word) == 0) {
            return rows[i].run(&parse);
        }
    }
    if (looks_like_a_move(word) && !*parse.rest) {
        return run_move(&parse, word);
    }
    command->kind = COMMAND_UNKNOWN;
    return true;
}

/* An analysis; or pondering, which fills the transposition table for the opponent's next move. */
static bool background(const struct dialect_state *state)
{
    const struct cecp_state *cecp = &state->cecp;
    return cecp->mode == CECP_ANALYSING ||
           (cecp->mode == CECP_WAITING && cecp->ponders && cecp->may_ponder);
}

const struct dialect dialect_cecp = {
    .name = "cecp",
    .lines_build_on_another = true,
    .quits_in_silence = true,
    .background = background,
    .writes_moves = true,
    .is_first_line = is_first_line,
    .samples = samples,
    .parse_command = parse_command,
    .format_event = cecp_format_event,
    .format_command = cecp_format_command,
    .parse_event = cecp_parse_event,
};
