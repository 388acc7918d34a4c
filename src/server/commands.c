/* What each command does. One row a command: how it is written, what it is for, who runs it. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "session_state.h"

#define AUTHOR "the Myosu authors"

static void fail(struct session *session, const struct error *error)
{
    session_refuse(session, EVENT_ERROR, error->text);
}

/* Where the option's choices are put, separated by line ends; the text of the initial one. */
static const char *join_choices(const struct engine_option *option, struct buffer *out)
{
    for (int i = 0; option->choices[i]; i++) {
        buffer_printf(out, "%s%s", i > 0 ? "\n" : "", option->choices[i]);
    }
    return option->choices[option->initial];
}

static void say_option(struct session *session, const struct engine_option *option)
{
    static const enum option_kind kinds[] = {
        [ENGINE_OPTION_CHECK] = OPTION_CHECK,  [ENGINE_OPTION_SPIN] = OPTION_SPIN,
        [ENGINE_OPTION_CHOICE] = OPTION_COMBO, [ENGINE_OPTION_BUTTON] = OPTION_BUTTON,
        [ENGINE_OPTION_TEXT] = OPTION_STRING,
    };
    struct buffer choices;
    buffer_init(&choices);
    char number[24];
    snprintf(number, sizeof number, "%d", option->initial);
    struct event event = {.kind = EVENT_OPTION};
    event.option = (struct event_option){
        .name = option->name,
        .kind = kinds[option->kind],
        .min = option->min,
        .max = option->max,
    };
    switch (option->kind) {
    case ENGINE_OPTION_CHECK:
        event.option.initial = option->initial ? "true" : "false";
        break;
    case ENGINE_OPTION_SPIN:
        event.option.initial = number;
        break;
    case ENGINE_OPTION_CHOICE:
        event.option.initial = join_choices(option, &choices);
        event.option.choices = buffer_text(&choices);
        break;
    case ENGINE_OPTION_TEXT:
        event.option.initial = option->initial_text;
        break;
    case ENGINE_OPTION_BUTTON:
        break;
    }
    session_say(session, &event);
    buffer_finish(&choices);
}

static void run_hello(struct session *session, const struct command *command)
{
    (void)command;
    struct event event = {.kind = EVENT_ID};
    event.id = (struct event_id){"Myosu " MYOSU_VERSION, AUTHOR};
    session_say(session, &event);
    struct engine_option option;
    for (int i = 0; engine_option(session->engine, i, &option); i++) {
        say_option(session, &option);
    }
    session_say(session, &(struct event){.kind = EVENT_HELLO_OK});
}

/* Says the event when the engine could search without delay; what comes meanwhile waits. */
static void say_when_warm(struct session *session, enum event_kind kind)
{
    if (session->work == WORK_NONE && engine_warm_up(session->engine)) {
        session->work = WORK_WARM_UP;
        session->owed = kind;
    } else {
        session_say(session, &(struct event){.kind = kind});
    }
}

static void run_isready(struct session *session, const struct command *command)
{
    (void)command;
    struct error error;
    if (session->work == WORK_NONE && !engine_prepare(session->engine, &error)) {
        fail(session, &error);
    }
    say_when_warm(session, EVENT_READY);
}

static void run_newgame(struct session *session, const struct command *command)
{
    const struct command_newgame *newgame = &command->newgame;
    struct engine_parameter parameters[COMMAND_MAX_PARAMETERS];
    for (int i = 0; i < newgame->count; i++) {
        parameters[i].name = newgame->parameters[i].name;
        parameters[i].value = newgame->parameters[i].value;
    }
    struct error error;
    if (!engine_new_game(session->engine, newgame->game, parameters, newgame->count, &error)) {
        fail(session, &error);
        return;
    }
    say_when_warm(session, EVENT_DONE);
}

static void run_note(struct session *session, const struct command *command)
{
    (void)command;
    session_say(session, &(struct event){.kind = EVENT_DONE});
}

static void run_setoption(struct session *session, const struct command *command)
{
    struct error notice;
    switch (engine_set_option(session->engine, command->setoption.name, command->setoption.value,
                              &notice)) {
    case OPTION_DONE:
        break;
    case OPTION_ADJUSTED:
        session_say_text(session, EVENT_STRING, notice.text);
        break;
    case OPTION_REFUSED:
        fail(session, &notice);
        break;
    }
}

static bool set_position(struct session *session, const struct command_position *position)
{
    struct error error;
    if (!engine_set_position(session->engine, position->fen, position->moves, &error)) {
        fail(session, &error);
        return false;
    }
    return true;
}

static void run_position(struct session *session, const struct command *command)
{
    set_position(session, &command->position);
}

/* The clock of the player to move; the other one's stands in where a client sends only that. */
static void set_clock(const struct session *session, const struct command_go *go,
                      struct engine_limits *limits)
{
    static const unsigned times[] = {GO_TIME_1, GO_TIME_2}, incs[] = {GO_INC_1, GO_INC_2};
    int own = engine_game(session->engine)->player(engine_position(session->engine)) - 1;
    int shown = go->given & times[own] ? own : own ^ 1;
    limits->has_clock = go->given & times[shown];
    limits->time_ms = go->time_ms[shown];
    limits->increment_ms = go->given & incs[own] ? go->inc_ms[own] : 0;
    limits->movestogo = go->given & GO_MOVESTOGO ? go->movestogo : 0;
}

static void run_go(struct session *session, const struct command *command)
{
    const struct command_go *go = &command->go;
    struct engine_limits limits = {
        .has_depth = go->given & GO_DEPTH,
        .has_nodes = go->given & GO_NODES,
        .has_movetime = go->given & GO_MOVETIME,
        .has_mate = go->given & GO_MATE,
        .infinite = go->given & GO_INFINITE,
        .ponder = go->given & GO_PONDER,
        .depth = go->depth,
        .nodes = go->nodes,
        .movetime_ms = go->movetime_ms,
        .mate_plies = go->mate_plies,
        .searchmoves = go->given & GO_SEARCHMOVES ? go->searchmoves : NULL,
    };
    set_clock(session, go, &limits);
    int64_t deadline;
    struct error error;
    if (!engine_go(session->engine, &limits, &deadline, &error)) {
        fail(session, &error);
        session_say(session, &(struct event){.kind = EVENT_BESTMOVE});
        return;
    }
    session->work = WORK_SEARCH;
    session->discarded = session->stopped = false;
    session->pondering = limits.ponder;
    session->answers_when_asked = limits.infinite || limits.ponder;
    session->unlimited = session->answers_when_asked ||
                         !(limits.has_depth || limits.has_nodes || limits.has_movetime ||
                           limits.has_clock || limits.has_mate);
    report_reset(session);
    session_arm(session, deadline);
}

static void run_perft(struct session *session, const struct command *command)
{
    struct error error;
    if (engine_perft(session->engine, command->perft_depth, &error)) {
        session->work = WORK_COUNT;
        session->stopped = false;
    } else {
        fail(session, &error);
    }
}

static void run_bench(struct session *session, const struct command *command)
{
    struct error error;
    if (engine_bench(session->engine, command->bench.game, command->bench.depth, &error)) {
        session->work = WORK_COUNT;
        session->stopped = false;
    } else {
        fail(session, &error);
    }
}

static void run_genfens(struct session *session, const struct command *command)
{
    struct buffer text;
    buffer_init(&text);
    for (int i = 0; i < command->genfens.count; i++) {
        buffer_clear(&text);
        buffer_puts(&text, "genfens ");
        if (engine_make_opening(session->engine, command->genfens.seed, (uint64_t)i, &text)) {
            session_say_text(session, EVENT_STRING, buffer_text(&text));
        }
    }
    buffer_finish(&text);
}

static void run_stop(struct session *session, const struct command *command)
{
    (void)command;
    session_stop(session);
    session_await(session);
}

/* The opponent played the move that was pondered on: from now on our clock runs. */
static void run_ponderhit(struct session *session, const struct command *command)
{
    (void)command;
    if (session->work != WORK_SEARCH || !session->pondering) {
        return;
    }
    session->pondering = session->unlimited = false;
    if (session->holding) {
        session_stop(session);
    } else {
        session->answers_when_asked = false;
        session_arm(session, engine_ponderhit(session->engine));
    }
}

static void query_moves(const struct session *session, struct buffer *out)
{
    const struct game *game = engine_game(session->engine);
    const void *position = engine_position(session->engine);
    struct move_list list = {.count = 0};
    game->legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        if (i > 0) {
            buffer_putc(out, ' ');
        }
        game->format_move(position, list.moves[i], out);
    }
}

static void run_query(struct session *session, const struct command *command)
{
    static const char *const results[] = {
        [RESULT_NONE] = "none",
        [RESULT_P1_WINS] = "p1win",
        [RESULT_P2_WINS] = "p2win",
        [RESULT_DRAW] = "draw",
    };
    const struct game *game = engine_game(session->engine);
    const void *position = engine_position(session->engine);
    const char *query = command->query;
    struct buffer answer;
    buffer_init(&answer);
    if (strcasecmp(query, "p1turn") == 0) {
        buffer_puts(&answer, game->player(position) == 1 ? "true" : "false");
    } else if (strcasecmp(query, "gameover") == 0) {
        buffer_puts(&answer, game->result(position) != RESULT_NONE ? "true" : "false");
    } else if (strcasecmp(query, "result") == 0) {
        buffer_puts(&answer, results[game->result(position)]);
    } else if (strcasecmp(query, "fen") == 0) {
        game->format_fen(position, &answer);
    } else if (strcasecmp(query, "moves") == 0) {
        query_moves(session, &answer);
    } else {
        struct error error;
        error_set(
            &error,
            "query: unknown question '%.40s'; expected p1turn, gameover, result, fen or moves",
            query);
        fail(session, &error);
        buffer_puts(&answer, "unknown");
    }
    session_say_text(session, EVENT_RESPONSE, buffer_text(&answer));
    buffer_finish(&answer);
}

static void run_display(struct session *session, const struct command *command)
{
    (void)command;
    const struct game *game = engine_game(session->engine);
    const void *position = engine_position(session->engine);
    struct buffer text;
    buffer_init(&text);
    game->draw(position, &text);
    buffer_puts(&text, "\nFEN: ");
    game->format_fen(position, &text);
    buffer_printf(&text, "\nKey: %016llX", (unsigned long long)game->key(position));
    session_say_text(session, EVENT_TEXT, buffer_text(&text));
    buffer_finish(&text);
}

static void run_eval(struct session *session, const struct command *command)
{
    (void)command;
    struct buffer text;
    buffer_init(&text);
    engine_game(session->engine)->explain(engine_position(session->engine), &text);
    session_say_text(session, EVENT_TEXT, buffer_text(&text));
    buffer_finish(&text);
}

/* One parameter of newgame and what it may be. */
static void put_parameter(const struct setting *setting, struct buffer *out)
{
    buffer_printf(out, " %s ", setting->name);
    switch (setting->kind) {
    case SETTING_CHECK:
        buffer_puts(out, setting->initial ? "on|off" : "off|on");
        break;
    case SETTING_SPIN:
        buffer_printf(out, "%d..%d", setting->min, setting->max);
        break;
    case SETTING_CHOICE:
        for (int i = 0; setting->choices[i]; i++) {
            buffer_printf(out, "%s%s", i > 0 ? "|" : "", setting->choices[i]);
        }
        break;
    case SETTING_TEXT:
        buffer_puts(out, "TEXT");
        break;
    }
}

static void run_games(struct session *session, const struct command *command)
{
    (void)command;
    struct buffer text;
    buffer_init(&text);
    for (const struct game *const *at = engine_games(session->engine); *at; at++) {
        const struct game *game = *at;
        buffer_printf(&text, "%-10s %s", game->name, game->title);
        for (int i = 0; game->aliases[i]; i++) {
            buffer_printf(&text, "%s%s", i == 0 ? "; also called " : ", ", game->aliases[i]);
        }
        bool first = true;
        for (int i = 0; i < game->setting_count; i++) {
            if (game->settings[i].name) {
                buffer_puts(&text, first ? "; parameters:" : ",");
                put_parameter(&game->settings[i], &text);
                first = false;
            }
        }
        buffer_putc(&text, '\n');
    }
    session_say_text(session, EVENT_TEXT, buffer_text(&text));
    buffer_finish(&text);
}

static void run_help(struct session *session, const struct command *command);

static void run_quit(struct session *session, const struct command *command)
{
    (void)command;
    session_forget_waiting(session);
    session_end(session);
}

/* When a command may run while a search or a count is under way. */
enum when {
    WHEN_IDLE,    /* it waits for the end of the work */
    WHEN_NO_WAIT, /* at once, unless others wait already: it shows what they would change */
    WHEN_EVER
};

static const struct row {
    enum command_kind kind;
    enum when when;
    void (*run)(struct session *session, const struct command *command);
    const char *usage, *purpose;
} rows[] = {
    {COMMAND_HELLO, WHEN_EVER, run_hello, "uci | ugi", "who this is, and which options it has"},
    {COMMAND_ISREADY, WHEN_EVER, run_isready, "isready", "answered by readyok"},
    {COMMAND_NEWGAME, WHEN_IDLE, run_newgame, "newgame [GAME [PARAMETER VALUE]...]",
     "begin a new game (ucinewgame, uginewgame: of the same kind)"},
    {COMMAND_NOTE, WHEN_IDLE, run_note, NULL, NULL},
    {COMMAND_SETOPTION, WHEN_IDLE, run_setoption, "setoption name NAME [value VALUE]",
     "set an option"},
    {COMMAND_POSITION, WHEN_IDLE, run_position, "position startpos|fen FEN [moves MOVE...]",
     "set the position"},
    {COMMAND_GO, WHEN_IDLE, run_go,
     "go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS]\n"
     "   [movestogo N] [mate N] [searchmoves MOVE...] [infinite] [ponder]",
     "search (p1time, p2time, p1inc, p2inc are the same clocks)"},
    {COMMAND_PERFT, WHEN_IDLE, run_perft, "go perft N", "count the leaves of the tree of moves"},
    {COMMAND_STOP, WHEN_EVER, run_stop, "stop", "answer now"},
    {COMMAND_PONDERHIT, WHEN_EVER, run_ponderhit, "ponderhit", "the move pondered on was played"},
    {COMMAND_QUERY, WHEN_NO_WAIT, run_query, "query p1turn|gameover|result|fen|moves",
     "ask about the position"},
    {COMMAND_DISPLAY, WHEN_NO_WAIT, run_display, "d", "show the board"},
    {COMMAND_EVAL, WHEN_NO_WAIT, run_eval, "eval", "show the static evaluation, term by term"},
    {COMMAND_BENCH, WHEN_IDLE, run_bench, "bench [GAME|all] [DEPTH]",
     "search fixed positions, count nodes and speed"},
    {COMMAND_GENFENS, WHEN_IDLE, run_genfens, "genfens N seed S book none",
     "make N openings from the seed"},
    {COMMAND_GAMES, WHEN_EVER, run_games, "games", "list the games and their parameters"},
    {COMMAND_HELP, WHEN_EVER, run_help, "help", "this list"},
    {COMMAND_QUIT, WHEN_EVER, run_quit, "quit", "end"},
};

static void run_help(struct session *session, const struct command *command)
{
    (void)command;
    struct buffer text;
    buffer_init(&text);
    for (int i = 0; i < LENGTH(rows); i++) {
        if (rows[i].usage) {
            buffer_printf(&text, "%s\n      %s\n", rows[i].usage, rows[i].purpose);
        }
    }
    session_say_text(session, EVENT_TEXT, buffer_text(&text));
    buffer_finish(&text);
}

static const struct row *find_row(enum command_kind kind)
{
    for (int i = 0; i < LENGTH(rows); i++) {
        if (rows[i].kind == kind) {
            return &rows[i];
        }
    }
    return NULL;
}

bool commands_run_while_working(const struct session *session, enum command_kind kind)
{
    const struct row *row = find_row(kind);
    enum when when = row ? row->when : WHEN_EVER;
    if (kind == COMMAND_ISREADY && session->work == WORK_WARM_UP) {
        return false; /* it asks for the end of just this */
    }
    return when == WHEN_EVER || (when == WHEN_NO_WAIT && !session->waiting);
}

void commands_run(struct session *session, const struct command *command)
{
    const struct row *row = find_row(command->kind);
    if (command->has_board && !set_position(session, &command->board)) {
        return;
    }
    if (row) {
        row->run(session, command);
    } else if (command->kind == COMMAND_UNKNOWN) {
        struct error error;
        error_set(&error, "unknown command '%.40s'; 'help' lists them", command->word);
        session_refuse(session, EVENT_UNKNOWN, error.text);
    }
}
