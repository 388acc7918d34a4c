/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "engine_choice.h"
#include "game_walk.h"
#include "language.h"
#include "look.h"
#include "memory.h"

/* An engine's time for a hint, in ms. */
#define HINT_MS 1000

/* How often the clocks are checked, in seconds. */
#define TICK_S 0.1

void table_say(struct table *table, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (table->handlers.message && vasprintf(&text, format, arguments) >= 0) {
        table->handlers.message(table->context, text);
        free(text);
    }
    va_end(arguments);
}

void table_tell_changed(struct table *table)
{
    if (table->handlers.changed) {
        table->handlers.changed(table->context);
    }
}

int table_player_to_move(const struct table *table)
{
    return game_record_player(&table->record) - 1;
}

static int engine_of(const struct table *table, int player)
{
    return player == 1 && table->engines[1].client ? 1 : 0;
}

struct table_engine *table_engine_of(struct table *table, int player)
{
    return &table->engines[engine_of(table, player)];
}

const char *table_player_name(const struct table *table, int player)
{
    const struct table_engine *engine = &table->engines[engine_of(table, player)];
    if (table->players[player] == PLAYER_PERSON) {
        return "you";
    }
    return engine->client ? table_engine_name(engine) : "engine";
}

const char *table_shown_name(const struct table *table, int player)
{
    const bool has_name =
        table->players[player] == PLAYER_ENGINE && table->engines[engine_of(table, player)].client;
    const char *name = table_player_name(table, player);
    return has_name ? name : strcmp(name, "you") == 0 ? _("you") : _("engine");
}

bool table_waits_for_person(const struct table *table)
{
    return !table->over && table->players[table_player_to_move(table)] == PLAYER_PERSON;
}

bool table_is_busy(const struct table *table)
{
    return table->engines[0].purpose == PURPOSE_HINT || table->engines[1].purpose == PURPOSE_HINT ||
           table->hint_wanted || (!table->over && !table_waits_for_person(table));
}

const struct game_time *table_control_of(const struct table *table, int player)
{
    return table->players[player] == PLAYER_PERSON ? &table->person_control : &table->control;
}

static int64_t spent_ns(const struct table *table)
{
    return table->turn_began_ns ? clock_ns() - table->turn_began_ns : 0;
}

bool table_clock(const struct table *table, int player, int64_t *left_ns)
{
    bool to_move = !table->over && player == table_player_to_move(table);
    int64_t limit = game_clocks_limit_ns(&table->clocks, player);
    if (limit == INT64_MAX) {
        return false;
    }
    int64_t left = limit - (to_move ? spent_ns(table) : 0);
    *left_ns = left > 0 ? left : 0;
    return true;
}

/* Subtracts the time used from the player's clock; false if the time is exceeded. A fixed time for
 * each move is not enforced for engines. */
static bool end_turn(struct table *table, int player, int64_t spent)
{
    int64_t limit = game_clocks_limit_ns(&table->clocks, player);
    bool judged = table->players[player] == PLAYER_PERSON || table->control.base_ms;
    bool in_time = !judged || spent <= limit;
    game_clocks_charge(&table->clocks, player, spent);
    table->turn_began_ns = 0;
    return in_time;
}

void table_finish(struct table *table, enum game_result result, enum verdict verdict,
                  const char *why)
{
    LOCAL_BUFFER line = {0};
    table->over = true;
    table->kept.unsaved = true;
    table->result = result;
    table->verdict = verdict;
    table->turn_began_ns = 0;
    if (result == RESULT_DRAW) {
        buffer_puts(&line, _("Draw"));
    } else {
        LOCAL_BUFFER name = {0};
        language_put_player(table->record.game, result == RESULT_P2_WINS, &name);
        buffer_printf(&line, _("%s wins"), buffer_text(&name));
    }
    snprintf(table->why, sizeof table->why, "%s%s%s", buffer_text(&line), *why ? ": " : "", why);
    table_tell_changed(table);
    table_say(table, "%s.", table->why);
}

void table_lose(struct table *table, int player, enum verdict verdict, const char *why)
{
    table_finish(table, player == 0 ? RESULT_P2_WINS : RESULT_P1_WINS, verdict, why);
}

void table_end_with(struct table *table, enum game_result result, const char *why)
{
    if (result != RESULT_NONE && !table->over) {
        table_finish(table, result, VERDICT_RULES, why);
    }
}

void table_drop_answers(struct table *table)
{
    for (int i = 0; i < 2; i++) {
        table_engine_drop(&table->engines[i]);
    }
    table->analysis.known = false;
    table->hint[0] = '\0';
    table->hint_wanted = false;
}

/* After a move that took `spent` nanoseconds: the player loses if its time is exceeded. */
static void end_move(struct table *table, int64_t spent)
{
    int player = game_record_mover(&table->record, table->record.plies - 1) - 1;
    table->hint[0] = '\0';
    table->kept.unsaved = true;
    bool in_time = end_turn(table, player, spent);
    table_end_with(table, game_record_result(&table->record), "");
    if (!in_time && !table->over) {
        table_lose(table, player, VERDICT_TIME, _("time is over"));
    }
    if (!table->over) {
        table_tell_changed(table);
    }
    table_advance(table);
}

/* Makes a player lose as soon as its time is over. */
static void check_clock(struct table *table)
{
    int64_t left;
    int player = table_player_to_move(table);
    bool judged = table->players[player] == PLAYER_PERSON || table->control.base_ms;
    if (!table->over && table->turn_began_ns && judged && table_clock(table, player, &left) &&
        left == 0) {
        table_drop_answers(table);
        table_lose(table, player, VERDICT_TIME, _("time is over"));
    }
}

static void show_hint(struct table *table, const char *move)
{
    LOCAL_BUFFER line = {0};
    snprintf(table->hint, sizeof table->hint, "%s", move ? move : "");
    notation_line(table->record.game, table->record.position, table->hint, INT_MAX, &line);
    table_say(table, _("Hint: %s"), move ? buffer_text(&line) : _("there is no move"));
    table_tell_changed(table);
}

/* Takes the answer of an engine that has become idle by it. */
static void take_answer(struct table_engine *engine, enum engine_purpose purpose, const char *move,
                        int64_t spent)
{
    struct table *table = engine->table;
    struct error error = {""};
    const char *why = client_complaint(engine->client);
    if (!move && *why) {
        table_say(table, _("The engine answers: %s"), why);
    }
    if (purpose == PURPOSE_HINT) {
        show_hint(table, move);
        return;
    }
    int mover = table_player_to_move(table);
    if (!move || !game_record_play(&table->record, move, &error)) {
        table_say(table, _("The engine's move is refused: %.150s"),
                  move ? error.text : _("it says that it has none"));
        if (!table_engine_plays(engine, table->record.game, &error)) {
            table_say(table, "%.190s.", error.text);
        }
        table_lose(table, mover, VERDICT_ILLEGAL, _("illegal move"));
        return;
    }
    table->undone_count = 0;
    if (table->analysis.known) {
        table->moved[mover] = table->analysis;
    }
    end_move(table, spent);
}

void table_format_score(const struct table *table, struct buffer *out)
{
    const struct event_info *info = &table->analysis.info;
    const bool first = table->analysis.player == 0;
    const struct game *game = table->record.game;
    buffer_printf(out, "%s ", language_name(game, game->look->sides[0].name));
    if (info->is_mate) {
        buffer_printf(out, "%s#%d", (info->score > 0) == first ? "" : "-", abs(info->score));
    } else {
        buffer_printf(out, "%+.2f", (first ? info->score : -info->score) / 100.0);
    }
}

static void take_info(struct table *table, const struct event_info *info)
{
    struct analysis *analysis = &table->analysis;
    if (info->multipv <= 1 && info->has_score) {
        LOCAL_BUFFER line = {0};
        notation_line(table->record.game, table->record.position, info->pv ? info->pv : "", INT_MAX,
                      &line);
        *analysis =
            (struct analysis){.known = true, .player = table_player_to_move(table), .info = *info};
        analysis->info.pv = NULL;
        snprintf(analysis->pv, sizeof analysis->pv, "%s", buffer_text(&line));
        table_tell_changed(table);
    }
}

/* An engine is idle: it has greeted, is prepared for a game, or has answered a dropped search. */
static void on_ready(void *context)
{
    struct table_engine *engine = context;
    struct table *table = engine->table;
    if (!table->starting && !table_engine_prepare(engine, table->record.game, &table->settings)) {
        table_tell_changed(table);
        table_advance(table);
    }
}

static void on_event(void *context, const struct event *event, int64_t when_ns)
{
    struct table_engine *engine = context;
    enum engine_purpose purpose = engine->purpose;
    if (event->kind == EVENT_INFO && (purpose == PURPOSE_MOVE || purpose == PURPOSE_HINT)) {
        take_info(engine->table, &event->info);
    } else if (event->kind == EVENT_BESTMOVE && purpose != PURPOSE_NONE) {
        engine->purpose = PURPOSE_NONE;
        if (purpose == PURPOSE_DROPPED) {
            on_ready(engine);
        } else {
            take_answer(engine, purpose,
                        game_record_answer(&engine->table->record, event->bestmove.move),
                        when_ns - engine->sent_ns);
        }
    }
}

/* Replaces an engine that has ended by a person. */
static void on_failed(void *context, enum client_failure failure, const char *reason)
{
    struct table_engine *engine = context;
    struct table *table = engine->table;
    struct error sentence;
    error_set(&sentence, "%s",
              failure == CLIENT_NO_GREETING ? _("it answers no greeting in time")
                                            : engine_choice_reason(engine->spec, reason));
    engine->purpose = PURPOSE_NONE;
    if (table->starting) {
        error_set(&table->failure, "%s: %s", engine_choice_command(engine->spec), sentence.text);
        return;
    }
    table->hint_wanted = false;
    table_say(table, _("The engine is gone: %s"), sentence.text);
    for (int player = 0; player < 2; player++) {
        if (table_engine_of(table, player) == engine && table->players[player] == PLAYER_ENGINE) {
            table->players[player] = PLAYER_PERSON;
            table->clocks.controls[player] = table->person_control;
            table->turn_began_ns = player == table_player_to_move(table) ? 0 : table->turn_began_ns;
        }
    }
    table_tell_changed(table);
    table_advance(table);
}

/* Starts a search of an idle engine. */
static void ask(struct table *table, struct table_engine *engine, enum engine_purpose purpose,
                const struct command_go *go, int64_t limit_ns)
{
    struct command_position position = game_record_command(&table->record);
    table->analysis.known = false;
    table_engine_ask(engine, purpose, &position, go, limit_ns);
}

void table_advance(struct table *table)
{
    for (int i = 0; i < 2; i++) {
        table_engine_prepare(&table->engines[i], table->record.game, &table->settings);
    }
    if (table->over) {
        return;
    }
    int player = table_player_to_move(table);
    struct table_engine *engine = table_engine_of(table, player);
    if (table->players[player] == PLAYER_PERSON) {
        table->turn_began_ns = table->turn_began_ns ? table->turn_began_ns : clock_ns();
        if (table->hint_wanted && table_engine_is_idle(engine)) {
            struct command_go go = {.given = GO_MOVETIME, .movetime_ms = HINT_MS};
            table->hint_wanted = false;
            ask(table, engine, PURPOSE_HINT, &go, HINT_MS * NS_PER_MS);
        }
    } else if (table_engine_is_idle(engine)) {
        struct command_go go = game_clocks_go(&table->clocks, player);
        ask(table, engine, PURPOSE_MOVE, &go, game_clocks_limit_ns(&table->clocks, player));
        table->turn_began_ns = engine->sent_ns;
    }
    check_clock(table);
}

bool table_begin(struct table *table, const char *fen, const char *moves, struct error *error)
{
    table_drop_answers(table);
    for (int i = 0; i < 2; i++) {
        table->engines[i].expects_game = true;
    }
    bool good = game_record_begin(&table->record, fen, moves, error);
    table->clocks = game_clocks_start(table_control_of(table, 0), table_control_of(table, 1));
    table->turn_began_ns = 0;
    table->over = false;
    table->why[0] = '\0';
    table->moved[0].known = table->moved[1].known = false;
    table->kept = (struct table_kept){.path = table->kept.path};
    table->game_number++;
    table->undone_count = 0;
    table_end_with(table, game_record_result(&table->record), "");
    table_tell_changed(table);
    return good;
}

bool table_move(struct table *table, const char *text, struct error *error)
{
    struct game_record *record = &table->record;
    move_t move;
    if (table->over) {
        return error_set(error, _("The game is over; 'new' begins another, 'undo' goes back."));
    }
    if (!table_waits_for_person(table)) {
        return error_set(error, _("It is the engine's turn."));
    }
    if (!look_parse_move(record->game, record->position, text, &move, error)) {
        return false;
    }
    game_record_play_move(record, move);
    table->undone_count = 0;
    table_drop_answers(table);
    end_move(table, spent_ns(table));
    return true;
}

static void on_tick(struct ev_loop *loop UNUSED, ev_timer *watcher, int events UNUSED)
{
    check_clock(watcher->data);
}

void table_set_game(struct table *table, const struct game *game,
                    const struct game_settings *settings, const char *fen, const char *moves)
{
    table_drop_answers(table);
    game_record_finish(&table->record);
    table->settings = *settings;
    game_record_init(&table->record, game, &table->settings);
    table_begin(table, fen, moves, NULL);
}

struct table *table_create(struct ev_loop *loop, const struct game *game,
                           const struct game_settings *settings)
{
    struct table *table = memory_zeroed(1, sizeof *table);
    table->loop = loop;
    table->settings = *settings;
    game_record_init(&table->record, game, &table->settings);
    table->clocks = game_clocks_start(&table->control, &table->control);
    ev_timer_init(&table->tick, on_tick, TICK_S, TICK_S);
    table->tick.data = table;
    ev_timer_start(loop, &table->tick);
    return table;
}

void table_show(struct table *table, const struct table_handlers *handlers, void *context)
{
    table->handlers = *handlers;
    table->context = context;
}

void table_add_engine(struct table *table, int number, const struct client_spec *spec)
{
    static const struct client_handlers handlers = {
        .ready = on_ready, .event = on_event, .failed = on_failed};
    struct table_engine *engine = &table->engines[number];
    *engine = (struct table_engine){.table = table, .spec = spec, .expects_game = true};
    engine->client = client_open(table->loop, spec, &handlers, engine);
}

static bool is_greeting(const struct table_engine *engine)
{
    return engine->client && client_state(engine->client) <= CLIENT_SETTING;
}

bool table_await_engines(struct table *table, struct error *error)
{
    table->starting = true;
    while ((is_greeting(&table->engines[0]) || is_greeting(&table->engines[1])) &&
           !table->failure.text[0]) {
        ev_run(table->loop, EVRUN_ONCE);
    }
    table->starting = false;
    return !table->failure.text[0] || error_set(error, "%s", table->failure.text);
}

bool table_check_engine(const struct table *table, int player, const struct game *game,
                        struct error *error)
{
    const struct table_engine *engine = &table->engines[engine_of(table, player)];
    if (!table_engine_lives(engine) || table_engine_plays(engine, game, error)) {
        return true;
    }
    return client_dialect(engine->client) != &dialect_gomocup &&
           !engine_option_find(client_options(engine->client), "UCI_Variant");
}

bool table_check_engines(const struct table *table, const struct game *game, struct error *error)
{
    for (int player = 0; player < 2; player++) {
        if (table->players[player] == PLAYER_ENGINE &&
            !table_check_engine(table, player, game, error)) {
            return false;
        }
    }
    return true;
}

void table_destroy(struct table *table)
{
    ev_timer_stop(table->loop, &table->tick);
    for (int i = 0; i < 2; i++) {
        client_release(table->engines[i].client, false);
    }
    game_record_finish(&table->record);
    free(table->undone);
    free(table);
}
