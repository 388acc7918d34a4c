/* SPDX-License-Identifier: MIT */
#include "commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "describe.h"
#include "queries.h"
#include "registry.h"

#define AUTHOR "the Myosu authors"

/* Begins the game of a dialect that does not have the current one, if no work is in progress. */
static void begin_game_of_dialect(struct command_context *context)
{
    const struct dialect *dialect = context->output->dialect;
    const struct game *game = engine_game(context->engine), *own;
    struct error error;
    if (!dialect->has_own_game || !context->idle ||
        (dialect->writes_vertices ? look_has_stones(game) : look_is_implied(game, dialect->name))) {
        return;
    }
    own = registry_find_implied(engine_games(context->engine), dialect->name);
    if (own && engine_new_game(context->engine, own->name, NULL, 0, &error)) {
        watchers_see_game(&context->output->watchers, context->engine);
    }
}

static bool run_hello(struct command_context *context)
{
    begin_game_of_dialect(context);
    struct event event = {.kind = EVENT_ID};
    LOCAL_BUFFER variants = {0};
    describe_variants(engine_games(context->engine), &variants);
    event.id = (struct event_id){"Myosu " MYOSU_VERSION, AUTHOR, buffer_text(&variants)};
    output_say(context->output, &event);
    struct setting option;
    for (int i = 0; engine_option(context->engine, i, &option); i++) {
        output_option(context->output, &option);
    }
    output_kind(context->output, EVENT_HELLO_OK);
    return true;
}

static bool run_note(struct command_context *context)
{
    output_kind(context->output, EVENT_DONE);
    return true;
}

static bool run_isready(struct command_context *context)
{
    if (context->idle) {
        context->owed = EVENT_READY;
    } else {
        context->status = STATUS_DONE;
        output_kind(context->output, EVENT_READY);
    }
    return true;
}

/* Begins a new game, or checks whether it may begin. */
typedef bool new_game_fn(struct engine *engine, const char *name,
                         const struct engine_parameter *parameters, int count, struct error *error);

static bool ask_for_game(struct engine *engine, const struct command_newgame *newgame,
                         new_game_fn *ask, struct error *error)
{
    struct engine_parameter parameters[COMMAND_MAX_PARAMETERS];
    for (int i = 0; i < newgame->count; i++) {
        parameters[i].name = newgame->parameters[i].name;
        parameters[i].value = newgame->parameters[i].value;
    }
    return ask(engine, newgame->game, parameters, newgame->count, error);
}

bool commands_may_begin(struct engine *engine, const struct command_newgame *newgame)
{
    struct error error;
    return ask_for_game(engine, newgame, engine_has_game, &error);
}

/* A size for a board that has only this one begins a new game without a parameter. */
static void drop_size(const struct engine *engine, struct command_newgame *newgame)
{
    const struct game *game = engine_game(engine);
    struct look_board board;
    if (game_find_parameter(game, newgame->parameters[0].name) < 0) {
        game->look->board(engine_position(engine), &board);
        newgame->count = board.files != atoi(newgame->parameters[0].value);
    }
}

static bool run_newgame(struct command_context *context)
{
    struct command_newgame newgame = context->command->newgame;
    const struct game *game =
        newgame.game ? registry_find(engine_games(context->engine), newgame.game) : NULL;
    const bool vertices = context->output->dialect->writes_vertices;
    if (game && vertices && !look_has_stones(game)) {
        return error_set(&context->error, "%s has pieces of several kinds", game->name);
    }
    if (newgame.game && !game && context->output->dialect->background) {
        LOCAL_BUFFER names = {0};
        describe_variants(engine_games(context->engine), &names);
        return error_set(&context->error,
                         vertices ? "unknown game '%.40s'; 'list_games' lists them"
                                  : "unknown variant '%.40s'; expected one of %s, or a game's name",
                         newgame.game, buffer_text(&names));
    }
    if (newgame.has_size) {
        drop_size(context->engine, &newgame);
    }
    if (!ask_for_game(context->engine, &newgame, engine_new_game, &context->error)) {
        return false;
    }
    watchers_see_game(&context->output->watchers, context->engine);
    play_begin(context->play, NULL);
    context->owed = EVENT_DONE;
    return true;
}

static bool run_setoption(struct command_context *context)
{
    const struct command_setoption *setoption = &context->command->setoption;
    const struct game *game = engine_game(context->engine);
    const uint64_t key = game->key(engine_position(context->engine));
    const enum option_status status =
        engine_set_option(context->engine, setoption->name, setoption->value, &context->error);
    if (engine_game(context->engine) != game ||
        game->key(engine_position(context->engine)) != key) {
        play_begin(context->play, NULL); /* the option has begun a new game */
    }
    if (status == OPTION_ADJUSTED) {
        output_text(context->output, EVENT_STRING, context->error.text);
    }
    return status != OPTION_REFUSED && run_note(context);
}

static bool set_position(struct command_context *context, const struct command_position *position)
{
    struct error *error = &context->error;
    if (position->continues) {
        if (!play_continue(context->play, context->engine, position,
                           context->output->dialect->writes_vertices, error, &context->illegal)) {
            return false;
        }
        const struct command_position whole = play_position(context->play);
        watchers_see_position(&context->output->watchers, context->engine, &whole);
        return true;
    }
    if (!engine_set_position(context->engine, position->fen, position->moves, error)) {
        return false;
    }
    if (error->text[0]) {
        output_text(context->output, EVENT_STRING, error->text);
    }
    if (context->output->dialect->lines_build_on_another) {
        play_begin(context->play, position);
    }
    watchers_see_position(&context->output->watchers, context->engine, position);
    return true;
}

static bool run_position(struct command_context *context)
{
    return set_position(context, &context->command->position) && run_note(context);
}

/* Returns the clock of the player to move; if a client sends only the other player's clock, that.
 */
static struct time_control clock_of(const struct engine *engine, const struct command_go *go)
{
    static const unsigned times[] = {GO_TIME_1, GO_TIME_2}, incs[] = {GO_INC_1, GO_INC_2};
    const bool by_mover = go->given & GO_MOVER;
    int own = by_mover ? 0 : engine_game(engine)->player(engine_position(engine)) - 1;
    int shown = go->given & times[own] ? own : own ^ 1;
    return (struct time_control){
        .has_movetime = go->given & GO_MOVETIME,
        .has_clock = go->given & times[shown],
        .movetime = go->movetime_ms,
        .remaining = go->time_ms[shown],
        .increment = go->given & incs[own] ? go->inc_ms[own] : 0,
        .movestogo = go->given & GO_MOVESTOGO ? go->movestogo : 0,
    };
}

/* Limits the search to the nodes that are searched within its share of the clock at this speed,
 * instead of the clock. */
static void count_time_in_nodes(struct engine_limits *limits, int64_t nodes_per_second)
{
    const struct time_budget budget = time_control_budget(&limits->clock);
    const double nodes = (double)budget.soft / (double)NS_PER_SECOND * (double)nodes_per_second;
    const uint64_t most = nodes < (double)INT64_MAX ? (uint64_t)nodes : INT64_MAX;
    limits->nodes = limits->has_nodes && limits->nodes < most ? limits->nodes : most;
    limits->has_nodes = true;
    limits->clock.has_clock = false;
}

static bool run_go(struct command_context *context)
{
    const struct command_go *go = &context->command->go;
    context->plays = go->given & GO_PLAYS;
    if (context->plays && play_report_result(context->engine, context->output)) {
        context->status = STATUS_DONE;
        return true;
    }
    context->limits = (struct engine_limits){
        .has_depth = go->given & GO_DEPTH,
        .has_nodes = go->given & GO_NODES,
        .has_mate = go->given & GO_MATE,
        .infinite = go->given & GO_INFINITE,
        .ponder = go->given & GO_PONDER,
        .depth = go->depth,
        .nodes = go->nodes,
        .mate_plies = go->mate_plies,
        .clock = clock_of(context->engine, go),
        .searchmoves = go->given & GO_SEARCHMOVES ? go->searchmoves : NULL,
        .excepts = go->given & GO_EXCEPT,
        .multipv = go->given & GO_MULTIPV ? go->multipv : 0,
    };
    if (go->given & GO_NPS && context->limits.clock.has_clock) {
        count_time_in_nodes(&context->limits, go->nps);
    }
    return true;
}

static bool run_perft(struct command_context *context)
{
    return engine_perft(context->engine, context->command->perft_depth, &context->error);
}

static bool run_bench(struct command_context *context)
{
    const struct command_bench *bench = &context->command->bench;
    return engine_bench(context->engine, bench->game, bench->depth, &context->error);
}

static bool run_compare(struct command_context *context)
{
    const struct command_compare *compare = &context->command->compare;
    return engine_compare(context->engine, compare->depth, (uint64_t)compare->nodes,
                          &context->error);
}

static bool run_trace(struct command_context *context)
{
    _Static_assert(COMMAND_TRACE_DEPTH_LIMIT == ENGINE_TRACE_DEPTH, "the deepest tree of a trace");
    return engine_trace(context->engine, context->command->trace_depth, &context->error);
}

static bool run_review(struct command_context *context)
{
    const struct command_position game = play_position(context->play);
    return engine_review(context->engine, game.fen, game.moves, context->command->review_depth,
                         &context->error);
}

static bool run_genfens(struct command_context *context)
{
    const struct command_genfens *genfens = &context->command->genfens;
    engine_make_openings(context->engine, genfens->seed, genfens->count);
    return true;
}

static bool run_query(struct command_context *context)
{
    return queries_answer(context->engine, context->command->query, &context->answer,
                          &context->error);
}

static bool run_display(struct command_context *context)
{
    const struct game *game = engine_game(context->engine);
    const void *position = engine_position(context->engine);
    struct buffer *text = &context->answer;
    if (!engine_has_position(context->engine, "d", &context->error)) {
        return false;
    }
    game->draw(position, text);
    buffer_puts(text, "\nFEN: ");
    game->format_fen(position, text);
    buffer_printf(text, "\nKey: %016llX", (unsigned long long)game->key(position));
    return true;
}

static bool run_eval(struct command_context *context)
{
    if (!engine_has_position(context->engine, "eval", &context->error)) {
        return false;
    }
    engine_game(context->engine)->explain(engine_position(context->engine), &context->answer);
    return true;
}

static bool run_games(struct command_context *context)
{
    describe_games(engine_games(context->engine), &context->answer);
    return true;
}

static bool run_help(struct command_context *context);

static bool run_publish(struct command_context *context)
{
    const char *name = context->command->name;
    struct error *error = &context->error, reason;
    if (!name) {
        return error_set(error, "publish: expected a name, or none");
    }
    if (strcmp(name, "none") != 0 && !engine_has_position(context->engine, "publish", error)) {
        return false;
    }
    return watchers_publish(&context->output->watchers, name, context->engine, &reason) ||
           error_set(error, "publish: %s", reason.text);
}

/* Watches a published game; without a name, lists the published games. */
static bool run_watch(struct command_context *context)
{
    struct watchers *watchers = &context->output->watchers;
    struct error reason;
    if (!context->command->name) {
        buffer_puts(&context->answer, "published");
        watchers_list(watchers, &context->answer);
        output_text(context->output, EVENT_STRING, buffer_text(&context->answer));
        return true;
    }
    return watchers_watch(watchers, context->command->name, &reason) ||
           error_set(&context->error, "watch: %s", reason.text);
}

static const struct row {
    enum command_kind kind;
    bool (*run)(struct command_context *context); /* false: refused; NULL: nothing is to be done */
    enum command_status status;                   /* after that; a handler may change it */
    const char *usage, *purpose;
    enum event_kind answer; /* the event that outputs the context's answer; 0: none */
    enum event_kind owed;   /* output after the reason of a refusal, for clients that wait for it */
} rows[] = {
    {COMMAND_HELLO, run_hello, STATUS_DONE, "uci | ugi | uai",
     "who this is, and which options it has", 0, 0},
    {COMMAND_ISREADY, run_isready, STATUS_WARM_UP, "isready", "answered by readyok", 0,
     EVENT_READY},
    {COMMAND_NEWGAME, run_newgame, STATUS_WARM_UP, "newgame [GAME [PARAMETER VALUE]...]",
     "begin a new game (ucinewgame, uginewgame, uainewgame: of the same kind)", 0, 0},
    {COMMAND_NOTE, run_note, STATUS_DONE, NULL, NULL, 0, 0},
    {COMMAND_ASIDE, run_note, STATUS_DONE, NULL, NULL, 0, 0},
    {COMMAND_SYNC, run_note, STATUS_DONE, NULL, NULL, 0, 0},
    {COMMAND_CANCEL, run_note, STATUS_DONE, NULL, NULL, 0, 0},
    {COMMAND_PROGRESS, NULL, STATUS_ASK, NULL, NULL, 0, 0},
    {COMMAND_SETOPTION, run_setoption, STATUS_RENEW, "setoption name NAME [value VALUE]",
     "set an option", 0, 0},
    {COMMAND_POSITION, run_position, STATUS_DONE, "position startpos|fen FEN [moves MOVE...]",
     "set the position", 0, 0},
    {COMMAND_GO, run_go, STATUS_SEARCH,
     "go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS]\n"
     "   [movestogo N] [mate N] [searchmoves MOVE...] [infinite] [ponder]",
     "search (p1time, p2time, p1inc, p2inc are the same clocks)", 0, EVENT_BESTMOVE},
    {COMMAND_PERFT, run_perft, STATUS_COUNT, "go perft N", "count the leaves of the tree of moves",
     0, 0},
    {COMMAND_STOP, NULL, STATUS_STOP, "stop", "answer now", 0, 0},
    {COMMAND_PONDERHIT, NULL, STATUS_PONDERHIT, "ponderhit", "the move pondered on was played", 0,
     0},
    {COMMAND_QUERY, run_query, STATUS_DONE, "query", "ask about the position or the games",
     EVENT_RESPONSE, EVENT_RESPONSE},
    {COMMAND_DISPLAY, run_display, STATUS_DONE, "d", "show the board", EVENT_TEXT, 0},
    {COMMAND_EVAL, run_eval, STATUS_DONE, "eval", "show the static evaluation, term by term",
     EVENT_TEXT, 0},
    {COMMAND_BENCH, run_bench, STATUS_COUNT, "bench [GAME|all] [DEPTH]",
     "search fixed positions, count nodes and speed", 0, 0},
    {COMMAND_COMPARE, run_compare, STATUS_COUNT, "compare [depth N] [nodes N]",
     "search with each algorithm of the textbooks and the full search, and compare", 0, 0},
    {COMMAND_TRACE, run_trace, STATUS_COUNT, "trace depth N",
     "show the tree of a small search by Algorithm, minimax or textbook", 0, 0},
    {COMMAND_REVIEW, run_review, STATUS_COUNT, NULL, NULL, 0, 0},
    {COMMAND_GENFENS, run_genfens, STATUS_COUNT, "genfens N seed S book none",
     "make N openings from the seed", 0, 0},
    {COMMAND_GAMES, run_games, STATUS_DONE, "games", "list the games and their parameters",
     EVENT_TEXT, 0},
    {COMMAND_HELP, run_help, STATUS_DONE, "help [GAME]",
     "this list; a game's rules, parameters and options", EVENT_TEXT, 0},
    {COMMAND_PUBLISH, run_publish, STATUS_DONE, "publish NAME|none", "offer the game to be watched",
     0, 0},
    {COMMAND_WATCH, run_watch, STATUS_DONE, "watch [NAME|none]",
     "follow a game that is offered; list them", 0, 0},
    {COMMAND_QUIT, NULL, STATUS_QUIT, "quit", "end", 0, 0},
};

const char *commands_usage(int index)
{
    for (int i = 0; i < LENGTH(rows); i++) {
        if (rows[i].usage && index-- == 0) {
            return rows[i].usage;
        }
    }
    return NULL;
}

static void put_commands(struct buffer *text)
{
    for (int i = 0; i < LENGTH(rows); i++) {
        if (rows[i].usage) {
            buffer_puts(text, rows[i].usage);
            if (rows[i].kind == COMMAND_QUERY) {
                buffer_putc(text, ' ');
                queries_list("|", "|", text);
            }
            buffer_printf(text, "\n      %s\n", rows[i].purpose);
        }
    }
}

static bool run_help(struct command_context *context)
{
    const char *topic = context->command->topic;
    const struct game *game = topic ? registry_find(engine_games(context->engine), topic) : NULL;
    if (game) {
        describe_game(game, &context->answer);
    } else if (!topic) {
        put_commands(&context->answer);
    }
    return game || !topic ||
           error_set(&context->error,
                     "help: '%.40s' is no game; 'games' lists them, 'help' the commands", topic);
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

/* Outputs the reason of a refusal, and the answer that the client waits for. */
static void say_refusal(const struct command_context *context, const struct row *row)
{
    output_refuse(context->output, context->illegal ? EVENT_ILLEGAL : EVENT_ERROR,
                  context->error.text);
    if (row && row->owed == EVENT_RESPONSE) {
        output_text(context->output, EVENT_RESPONSE, "unknown");
    } else if (row && row->owed) {
        output_kind(context->output, row->owed);
    }
}

/* Names the dialect that has the command, if there is one. */
static void refuse_unknown(struct command_context *context)
{
    struct output *output = context->output;
    const char *word = context->command->word;
    const struct dialect *other = dialect_of_word(output->dialect, word);
    if (other) {
        error_set(&context->error,
                  "unknown command '%.40s'; it belongs to %s, and this conversation uses %s", word,
                  other->name, output->dialect->name);
    } else {
        error_set(&context->error,
                  output->dialect->lines_build_on_another
                      ? "unknown command '%.40s'"
                      : "unknown command '%.40s'; 'help' lists them",
                  word);
    }
    output->state = output->before;
    output_say(output, &(struct event){.kind = EVENT_UNKNOWN,
                                       .line = output->line,
                                       .other = other ? other->name : NULL,
                                       .text = context->error.text});
}

enum command_status commands_run(struct command_context *context, const struct command *command)
{
    const struct row *row = find_row(command->kind);
    context->command = command;
    if (context->output->dialect->writes_vertices) {
        begin_game_of_dialect(context);
    }
    if (command->kind == COMMAND_UNKNOWN) {
        refuse_unknown(context);
        return STATUS_REFUSED;
    }
    context->status = row ? row->status : STATUS_DONE;
    if (command->has_board && !set_position(context, &command->board)) {
        context->status = STATUS_REFUSED;
        row = NULL;
    } else if (row && row->run && !row->run(context)) {
        context->status = STATUS_REFUSED;
    }
    if (context->status == STATUS_REFUSED) {
        say_refusal(context, row);
    } else if (row && row->answer) {
        output_text(context->output, row->answer, buffer_text(&context->answer));
    }
    buffer_finish(&context->answer);
    return context->status;
}
