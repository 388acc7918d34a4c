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

/* Of `memory`, in megabytes: the program's own part. */
#define MEMORY_RESERVE 20

/* The opponent's offer of a draw is accepted if the last score is not above this. */
#define DRAW_SCORE_CP 0

struct parse {
    struct cecp_state *state;
    char *rest; /* the line after its first word */
    int with;   /* by which commands differ that share a function; see the table */
    struct command *command;
    struct error *error;
};

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
    parse->state->paused = false;
    parse->state->mode = mode;
    parse->state->reply[0] = '\0';
    return true;
}

static bool run_mode(struct parse *parse)
{
    return set_mode(parse, (enum cecp_mode)parse->with);
}

static bool run_exit(struct parse *parse)
{
    return parse->state->mode == CECP_ANALYSING ? set_mode(parse, CECP_FORCE) : run_note(parse);
}

/* playother: the engine plays the side that is not to move; so do white and black, which are
 * obsolete: `go` follows, and the board tells which side is to move. */
static bool run_playother(struct parse *parse)
{
    parse->state->may_ponder = parse->with;
    return set_mode(parse, CECP_WAITING);
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
    state->nps = 0;
    state->has_clock = state->paused = false;
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

/* Takes the only word of the rest; NULL, and an error, if there is another number of words. */
static const char *only_word(struct parse *parse, const char *expected)
{
    const char *word = words_take(&parse->rest);
    if (word && !*parse->rest) {
        return word;
    }
    error_set(parse->error, "expected %s", expected);
    return NULL;
}

static bool run_variant(struct parse *parse)
{
    const enum cecp_mode mode = parse->state->mode;
    const char *name = only_word(parse, "the name of a variant");
    if (name) {
        begin_game(parse, name);
        parse->state->mode = mode;
    }
    return name;
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

/* Makes the command a search within the time control, of which some was spent before a pause. Only
 * the clock of the player to move counts, and `time` is that clock, whichever colour the engine
 * plays. */
static bool search(struct parse *parse, int64_t spent_ms)
{
    struct cecp_state *state = parse->state;
    struct command_go *go = &parse->command->go;
    const int period = state->has_level ? state->period : LEVEL_INITIAL;
    *go = (struct command_go){.given = GO_PLAYS | GO_TIME_1 | GO_TIME_2};
    parse->command->kind = COMMAND_GO;
    state->mode = CECP_THINKING;
    state->may_ponder = true;
    state->paused = false;
    state->used_ms = 0;
    state->spent_ms = spent_ms;
    const int64_t left = state->has_st      ? state->st_ms
                         : state->has_clock ? state->clock_ms
                         : state->has_level ? state->base_ms
                                            : LEVEL_INITIAL_MS;
    go->time_ms[0] = go->time_ms[1] = left - spent_ms;
    go->movestogo = state->has_st       ? 1
                    : period > 0        ? period - state->plies / 2 % period
                    : !state->has_clock ? MOVES_OF_NO_CLOCK
                                        : 0;
    go->given |= go->movestogo > 0 ? GO_MOVESTOGO : 0;
    if (state->has_level && state->inc_ms > 0 && !state->has_st) {
        go->given |= GO_INC_1 | GO_INC_2;
        go->inc_ms[0] = go->inc_ms[1] = state->inc_ms;
    }
    go->given |= (state->depth > 0 ? GO_DEPTH : 0) | (state->nps > 0 ? GO_NPS : 0);
    go->depth = state->depth;
    go->nps = state->nps;
    return true;
}

static bool run_go(struct parse *parse)
{
    return search(parse, 0);
}

/* A search ends without its move, and `resume` begins it again; the transposition table still has
 * what it found. */
static bool run_pause(struct parse *parse)
{
    const bool was_paused = parse->state->paused;
    set_mode(parse, parse->state->mode);
    parse->state->paused = true;
    return !was_paused || run_note(parse);
}

static bool run_resume(struct parse *parse)
{
    struct cecp_state *state = parse->state;
    if (!state->paused) {
        return run_note(parse);
    }
    return state->mode == CECP_THINKING ? search(parse, state->spent_ms + state->used_ms)
                                        : set_mode(parse, state->mode);
}

/* A move of the opponent, or one that the engine only follows. */
static bool run_move(struct parse *parse, const char *move)
{
    struct cecp_state *state = parse->state;
    struct command *command = parse->command;
    const bool answers = state->mode == CECP_WAITING || state->mode == CECP_THINKING;
    const struct command_position position = {.moves = move, .continues = true};
    state->hint[0] = state->reply[0] = '\0';
    state->plies++;
    if (answers) {
        command->has_board = true;
        command->board = position;
        return run_go(parse);
    }
    command->kind = COMMAND_POSITION;
    command->position = position;
    return true;
}

static bool run_usermove(struct parse *parse)
{
    const char *move = only_word(parse, "a move");
    return move && run_move(parse, move);
}

static bool run_undo(struct parse *parse)
{
    const int plies = parse->with, since = parse->state->plies;
    forget(parse->state);
    parse->state->plies = since > plies ? since - plies : 0;
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
        !words_time(base, true, &base_ms) || !inc || !words_time(inc, false, &inc_ms)) {
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
    if (!words_time(parse->rest, false, &ms)) {
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

/* Reads the only word, a number. */
static bool read_number(struct parse *parse, int64_t least, const char *expected, int64_t *number)
{
    return (words_number(parse->rest, number) && *number >= least) ||
           error_set(parse->error, "expected %s", expected);
}

static bool read_count(struct parse *parse, int *count)
{
    int64_t number = 0;
    if (!read_number(parse, 1, "a number, 1 or more", &number)) {
        return false;
    }
    *count = number < INT32_MAX ? (int)number : INT32_MAX;
    return true;
}

static bool run_sd(struct parse *parse)
{
    return read_count(parse, &parse->state->depth) && note(parse, "");
}

/* `nps 0` should count the time of the processor; here it ends the counting of nodes. */
static bool run_nps(struct parse *parse)
{
    return read_number(parse, 0, "nodes per second", &parse->state->nps) && note(parse, "");
}

static bool run_time(struct parse *parse)
{
    const int64_t most = COMMAND_TIME_LIMIT_MS / 10;
    int64_t centiseconds = 0;
    if (!read_number(parse, -most, "centiseconds", &centiseconds)) {
        return false;
    }
    parse->state->has_clock = true;
    parse->state->clock_ms = 10 * (centiseconds < most ? centiseconds : most);
    return note(parse, "");
}

/* memory and cores: a part of the memory is the program's own. */
static bool run_resource(struct parse *parse)
{
    const int reserve = parse->with;
    int number;
    if (!read_count(parse, &number)) {
        return false;
    }
    number = number > reserve ? number - reserve : 1;
    snprintf(parse->state->text, sizeof parse->state->text, "%d", number);
    return set_option(parse, reserve > 0 ? "Hash" : "Threads", parse->state->text);
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
    parse->state->shows = parse->with;
    return note(parse, "");
}

static bool run_hard(struct parse *parse)
{
    parse->state->ponders = parse->with;
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
    parse->command->kind = (enum command_kind)parse->with;
    return true;
}

static const struct row {
    const char *word;
    bool (*run)(struct parse *parse);
    int with;
    const char *samples;
} rows[] = {
    {"xboard", run_note, 0, "xboard"},
    {"protover", run_plain, COMMAND_HELLO, "protover 2"},
    {"accepted", run_note, 0, "accepted setboard"},
    {"rejected", run_rejected, 0, "rejected debug"},
    {"new", run_new, 0, "new"},
    {"variant", run_variant, 0, "variant fischerandom"},
    {"setboard", run_setboard, 0, "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1"},
    {"usermove", run_usermove, 0, "usermove e2e4\nusermove O-O"},
    {"go", run_go, 0, "go"},
    {"force", run_mode, CECP_FORCE, "force"},
    {"playother", run_playother, 1, "playother"},
    {"white", run_playother, 0, "white"},
    {"black", run_playother, 0, "black"},
    {"level", run_level, 0, "level 40 0:01 0\nlevel 0 1 0.5"},
    {"st", run_st, 0, "st 0.01"},
    {"sd", run_sd, 0, "sd 3"},
    {"nps", run_nps, 0, "nps 20000"},
    {"time", run_time, 0, "time 20"},
    {"otim", run_note, 0, "otim 20"},
    {"?", run_now, 0, "?"},
    {"ping", run_ping, 0, "ping 7"},
    {"undo", run_undo, 1, "undo"},
    {"remove", run_undo, 2, "remove"},
    {"hard", run_hard, 1, "hard"},
    {"easy", run_hard, 0, "easy"},
    {"post", run_post, 1, "post"},
    {"nopost", run_post, 0, "nopost"},
    {"analyze", run_mode, CECP_ANALYSING, "analyze"},
    {"exit", run_exit, 0, "exit"},
    {"pause", run_pause, 0, "pause"},
    {"resume", run_resume, 0, "resume"},
    {".", run_progress, 0, "."},
    {"hint", run_hint, 0, "hint"},
    {"bk", run_bk, 0, "bk"},
    {"draw", run_draw, 0, "draw"},
    {"result", run_mode, CECP_FORCE, "result 1-0 {White mates}"},
    {"computer", run_note, 0, "computer"},
    {"name", run_note, 0, "name Fairy-Max 5"},
    {"rating", run_note, 0, "rating 2600 1500"},
    {"ics", run_note, 0, "ics -"},
    {"memory", run_resource, MEMORY_RESERVE, "memory 32"},
    {"cores", run_resource, 0, "cores 2"},
    {"option", run_option, 0, "option MultiPV=2\noption Clear Hash"},
    {"egtpath", run_note, 0, "egtpath nalimov /x"},
    {"random", run_note, 0, "random"},
    {"quit", run_plain, COMMAND_QUIT, "quit"},
};

const char *cecp_samples(int index)
{
    return index < LENGTH(rows) ? rows[index].samples : NULL;
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

bool cecp_parse_command(struct dialect_state *state, char *line, struct command *command,
                        struct error *error)
{
    struct parse parse = {.state = &state->cecp, .rest = line, .command = command, .error = error};
    *command = (struct command){.kind = COMMAND_NOTHING, .word = ""};
    words_fold(line);
    const char *word = words_take(&parse.rest);
    if (!word) {
        return true;
    }
    command->word = word;
    for (int i = 0; i < LENGTH(rows); i++) {
        if (strcmp(word, rows[i].word) == 0) {
            parse.with = rows[i].with;
            return rows[i].run(&parse);
        }
    }
    if (looks_like_a_move(word) && !*parse.rest) {
        return run_move(&parse, word);
    }
    command->kind = COMMAND_UNKNOWN;
    return true;
}
