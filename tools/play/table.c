#include "table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "look.h"
#include "memory.h"

/* How long an engine thinks about a hint, in ms. */
#define HINT_MS 1000

/* How often the clocks are looked at, in seconds. */
#define TICK_S 0.1

/* Centipawns at which a side is taken to win about three games of four. */
#define PROSPECT_SCALE 200.0

enum mind_state { MIND_GREETING, MIND_PREPARING, MIND_IDLE, MIND_THINKING, MIND_GONE };

/* Why an engine thinks. */
enum purpose { PURPOSE_MOVE, PURPOSE_HINT, PURPOSE_NOTHING };

struct mind {
    struct table *table;
    struct client *client;
    enum mind_state state;
    enum purpose purpose; /* PURPOSE_NOTHING: the answer will be dropped */
    bool stale;           /* a new game began since it was prepared */
    int64_t sent_ns;
};

static void say(struct table *table, const char *text)
{
    if (!table->closing) {
        table->handlers.said(table->context, text);
    }
}

static void tell_changed(struct table *table)
{
    if (!table->closing) {
        table->handlers.changed(table->context);
    }
}

static int player_to_move(const struct table *table)
{
    return course_player(&table->course) - 1;
}

/* The engine that plays, or would play, for a player. */
static struct mind *mind_of(const struct table *table, int player)
{
    return table->minds[1] && player == 1 ? table->minds[1] : table->minds[0];
}

const char *table_player_name(const struct table *table, int player)
{
    struct mind *mind = mind_of(table, player);
    if (table->seats[player] == SEAT_PERSON) {
        return "you";
    }
    return mind && *client_name(mind->client) ? client_name(mind->client) : "engine";
}

bool table_waits_for_person(const struct table *table)
{
    return !table->over && table->seats[player_to_move(table)] == SEAT_PERSON;
}

bool table_is_busy(const struct table *table)
{
    for (int i = 0; i < 2; i++) {
        const struct mind *mind = table->minds[i];
        if (mind && mind->state == MIND_THINKING && mind->purpose == PURPOSE_HINT) {
            return true;
        }
    }
    return table->hint_wanted || (!table->over && !table_waits_for_person(table));
}

static const struct pace *pace_of(const struct table *table, int player)
{
    return table->seats[player] == SEAT_PERSON ? &table->person_pace : &table->pace;
}

static int64_t spent_ns(const struct table *table)
{
    return table->turn_began_ns ? clock_ns() - table->turn_began_ns : 0;
}

bool table_clock(const struct table *table, int player, int64_t *left_ns)
{
    bool to_move = !table->over && player == player_to_move(table);
    int64_t limit = pace_limit_ns(&table->clocks, player);
    if (limit == INT64_MAX) {
        return false;
    }
    int64_t left = limit - (to_move ? spent_ns(table) : 0);
    *left_ns = left > 0 ? left : 0;
    return true;
}

/* Takes the turn's time off the clock of the player whose turn ends; false when it was too long. An
 * engine's fixed time a move is its own affair. */
static bool end_turn(struct table *table, int player, int64_t spent)
{
    int64_t limit = pace_limit_ns(&table->clocks, player);
    bool judged = table->seats[player] == SEAT_PERSON || table->pace.base_ms;
    bool in_time = !judged || spent <= limit;
    pace_charge(&table->clocks, player, spent);
    table->turn_began_ns = 0;
    return in_time;
}

static void finish_game(struct table *table, enum game_result result, const char *why)
{
    static const char *const words[] = {"", "The first player wins", "The second player wins",
                                        "Draw"};
    char line[200];
    table->over = true;
    table->result = result;
    table->turn_began_ns = 0;
    snprintf(table->why, sizeof table->why, "%s%s%s", words[result], *why ? ": " : "", why);
    snprintf(line, sizeof line, "%s.", table->why);
    tell_changed(table);
    say(table, line);
}

static void look_for_end(struct table *table)
{
    enum game_result result = course_result(&table->course);
    if (result != RESULT_NONE && !table->over) {
        finish_game(table, result, "");
    }
}

/* The answer of an engine that is thinking is wanted no more. */
static void drop_thoughts(struct table *table)
{
    for (int i = 0; i < 2; i++) {
        struct mind *mind = table->minds[i];
        if (mind && mind->state == MIND_THINKING && mind->purpose != PURPOSE_NOTHING) {
            mind->purpose = PURPOSE_NOTHING;
            client_send(mind->client, &(struct command){.kind = COMMAND_STOP, .word = ""});
        }
    }
    table->thought.known = false;
    table->hint[0] = '\0';
    table->hint_wanted = false;
}

/* After a move that took so long: whose it was loses if that was too long. */
static void end_move(struct table *table, int64_t spent)
{
    int player = course_mover(&table->course, table->course.plies - 1) - 1;
    table->hint[0] = '\0';
    bool in_time = end_turn(table, player, spent);
    look_for_end(table);
    if (!in_time && !table->over) {
        finish_game(table, player == 0 ? RESULT_P2_WINS : RESULT_P1_WINS, "time is over");
    }
    if (!table->over) {
        tell_changed(table);
    }
    table_advance(table);
}

/* A player whose time is over loses at once. */
static void check_clock(struct table *table)
{
    int64_t left;
    int player = player_to_move(table);
    bool judged = table->seats[player] == SEAT_PERSON || table->pace.base_ms;
    if (!table->over && table->turn_began_ns && judged && table_clock(table, player, &left) &&
        left == 0) {
        drop_thoughts(table);
        finish_game(table, player == 0 ? RESULT_P2_WINS : RESULT_P1_WINS, "time is over");
    }
}

static void take_answer(struct mind *mind, const struct event_bestmove *answer, int64_t when_ns)
{
    struct table *table = mind->table;
    enum purpose purpose = mind->purpose;
    struct error error = {""};
    char line[200];
    mind->state = MIND_IDLE;
    if (purpose == PURPOSE_NOTHING) {
        table_advance(table);
        return;
    }
    if (purpose == PURPOSE_HINT) {
        snprintf(table->hint, sizeof table->hint, "%s", answer->move ? answer->move : "");
        snprintf(line, sizeof line, "Hint: %s", answer->move ? answer->move : "there is no move");
        say(table, line);
        tell_changed(table);
        return;
    }
    if (!answer->move || !course_play(&table->course, answer->move, &error)) {
        snprintf(line, sizeof line, "The engine's move is refused: %.150s",
                 answer->move ? error.text : "it says that it has none");
        int player = player_to_move(table);
        say(table, line);
        finish_game(table, player == 0 ? RESULT_P2_WINS : RESULT_P1_WINS, "illegal move");
        return;
    }
    end_move(table, when_ns - mind->sent_ns);
}

static void take_info(struct mind *mind, const struct event_info *info)
{
    struct thought *thought = &mind->table->thought;
    if (info->multipv > 1 || !info->has_score || mind->purpose == PURPOSE_NOTHING) {
        return;
    }
    thought->known = true;
    thought->player = player_to_move(mind->table);
    thought->depth = info->depth;
    thought->seldepth = info->seldepth;
    thought->is_mate = info->is_mate;
    thought->score = info->score;
    thought->nodes = info->nodes;
    thought->nps = info->nps;
    thought->time_ms = info->time_ms;
    snprintf(thought->pv, sizeof thought->pv, "%s", info->pv ? info->pv : "");
    mind->table->handlers.thinking(mind->table->context);
}

static void on_event(void *context, const struct event *event, int64_t when_ns)
{
    struct mind *mind = context;
    if (mind->table->closing || mind->state != MIND_THINKING) {
        return;
    }
    if (event->kind == EVENT_INFO) {
        take_info(mind, &event->info);
    } else if (event->kind == EVENT_BESTMOVE) {
        take_answer(mind, &event->bestmove, when_ns);
    }
}

static void prepare(struct mind *mind)
{
    mind->stale = false;
    mind->state = MIND_PREPARING;
    client_prepare(mind->client, mind->table->course.game, &mind->table->settings);
}

static void on_ready(void *context)
{
    struct mind *mind = context;
    bool greeted = mind->state == MIND_GREETING;
    mind->state = MIND_IDLE;
    if (greeted || mind->stale) {
        prepare(mind);
        return;
    }
    tell_changed(mind->table);
    table_advance(mind->table);
}

static void on_failed(void *context, enum client_failure failure, const char *reason)
{
    struct mind *mind = context;
    char line[400];
    (void)failure;
    mind->state = MIND_GONE;
    mind->table->hint_wanted = false;
    snprintf(line, sizeof line, "The engine is gone: %.350s", reason);
    say(mind->table, line);
    for (int player = 0; player < 2; player++) {
        if (mind_of(mind->table, player) == mind) {
            mind->table->seats[player] = SEAT_PERSON;
        }
    }
    tell_changed(mind->table);
}

static void think(struct mind *mind, enum purpose purpose, const struct command_go *go)
{
    struct table *table = mind->table;
    struct command_position position = course_command(&table->course);
    mind->state = MIND_THINKING;
    mind->purpose = purpose;
    table->thought.known = false;
    mind->sent_ns = client_go(mind->client, &position, go);
}

void table_advance(struct table *table)
{
    if (table->closing) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        struct mind *mind = table->minds[i];
        if (mind && mind->stale && mind->state == MIND_IDLE) {
            prepare(mind);
        }
    }
    if (table->over) {
        return;
    }
    int player = player_to_move(table);
    struct mind *mind = mind_of(table, player);
    if (table->seats[player] == SEAT_PERSON) {
        table->turn_began_ns = table->turn_began_ns ? table->turn_began_ns : clock_ns();
        if (table->hint_wanted && mind->state == MIND_IDLE) {
            struct command_go go = {.given = GO_MOVETIME, .movetime_ms = HINT_MS};
            table->hint_wanted = false;
            think(mind, PURPOSE_HINT, &go);
        }
    } else if (mind->state == MIND_IDLE) {
        struct command_go go = pace_go(&table->clocks, player);
        think(mind, PURPOSE_MOVE, &go);
        table->turn_began_ns = mind->sent_ns;
    }
    check_clock(table);
}

bool table_begin(struct table *table, const char *fen, const char *moves, struct error *error)
{
    drop_thoughts(table);
    for (int i = 0; i < 2; i++) {
        if (table->minds[i]) {
            table->minds[i]->stale = true;
        }
    }
    bool good = course_begin(&table->course, fen, moves, error);
    table->clocks = pace_start(pace_of(table, 0), pace_of(table, 1));
    table->turn_began_ns = 0;
    table->over = false;
    table->why[0] = '\0';
    look_for_end(table);
    tell_changed(table);
    return good;
}

bool table_move(struct table *table, const char *text, struct error *error)
{
    struct course *course = &table->course;
    move_t move;
    if (table->over) {
        return error_set(error, "The game is over; 'new' begins another, 'undo' goes back.");
    }
    if (!table_waits_for_person(table)) {
        return error_set(error, "It is the engine's turn.");
    }
    if (!look_parse_move(course->game, course->position, text, &move, error)) {
        return false;
    }
    course_play_move(course, move);
    drop_thoughts(table);
    end_move(table, spent_ns(table));
    return true;
}

bool table_undo(struct table *table, struct error *error)
{
    if (table->course.plies == 0) {
        return error_set(error, "There is no move to take back.");
    }
    drop_thoughts(table);
    bool persons = table->seats[0] == SEAT_PERSON || table->seats[1] == SEAT_PERSON;
    do {
        course_undo(&table->course, 1);
    } while (persons && table->course.plies > 0 &&
             table->seats[player_to_move(table)] != SEAT_PERSON);
    table->over = false;
    table->turn_began_ns = 0;
    tell_changed(table);
    table_advance(table);
    return true;
}

bool table_hint(struct table *table, struct error *error)
{
    struct mind *mind = mind_of(table, player_to_move(table));
    if (table->over) {
        return error_set(error, "The game is over.");
    }
    if (!mind || mind->state == MIND_GONE) {
        return error_set(error, "There is no engine to ask.");
    }
    if (!table_waits_for_person(table)) {
        return error_set(error, "It is the engine's turn.");
    }
    table->hint_wanted = true;
    table_advance(table);
    return true;
}

bool table_hurry(struct table *table, struct error *error)
{
    struct mind *mind = mind_of(table, player_to_move(table));
    if (!mind || mind->state != MIND_THINKING) {
        return error_set(error, "No engine is thinking.");
    }
    client_send(mind->client, &(struct command){.kind = COMMAND_STOP, .word = ""});
    return true;
}

bool table_seat(struct table *table, int player, enum seat seat, struct error *error)
{
    struct mind *mind = mind_of(table, player);
    if (seat == SEAT_ENGINE && (!mind || mind->state == MIND_GONE)) {
        return error_set(error, "There is no engine to sit there.");
    }
    if (table->seats[player] != seat && player == player_to_move(table)) {
        drop_thoughts(table);
        table->turn_began_ns = 0;
    }
    table->seats[player] = seat;
    table->clocks.paces[player] = *pace_of(table, player);
    tell_changed(table);
    return true;
}

static void on_tick(struct ev_loop *loop, ev_timer *watcher, int events)
{
    (void)loop;
    (void)events;
    check_clock(watcher->data);
}

void table_set_game(struct table *table, const struct game *game,
                    const struct game_settings *settings)
{
    drop_thoughts(table);
    course_finish(&table->course);
    table->settings = *settings;
    course_init(&table->course, game, &table->settings);
    table_begin(table, NULL, NULL, NULL);
}

struct table *table_create(struct ev_loop *loop, const struct game *game,
                           const struct game_settings *settings,
                           const struct table_handlers *handlers, void *context)
{
    struct table *table = memory_zeroed(1, sizeof *table);
    table->loop = loop;
    table->handlers = *handlers;
    table->context = context;
    table->settings = *settings;
    course_init(&table->course, game, &table->settings);
    table->clocks = pace_start(&table->pace, &table->pace);
    ev_timer_init(&table->tick, on_tick, TICK_S, TICK_S);
    table->tick.data = table;
    ev_timer_start(loop, &table->tick);
    return table;
}

void table_add_engine(struct table *table, int number, const struct client_spec *spec)
{
    static const struct client_handlers handlers = {
        .ready = on_ready, .event = on_event, .failed = on_failed};
    struct mind *mind = memory_zeroed(1, sizeof *mind);
    mind->table = table;
    mind->state = MIND_GREETING;
    mind->client = client_open(table->loop, spec, &handlers, mind);
    table->minds[number] = mind;
}

void table_destroy(struct table *table)
{
    table->closing = true;
    ev_timer_stop(table->loop, &table->tick);
    for (int i = 0; i < 2; i++) {
        if (table->minds[i]) {
            client_release(table->minds[i]->client, false);
            free(table->minds[i]);
        }
    }
    course_finish(&table->course);
    free(table);
}

double table_prospect(const struct thought *thought)
{
    double own = thought->is_mate ? (thought->score > 0 ? 1 : -1)
                                  : tanh(thought->score / PROSPECT_SCALE / 2);
    return thought->player == 0 ? own : -own;
}

void table_format_score(const struct thought *thought, struct buffer *out)
{
    if (thought->is_mate) {
        buffer_printf(out, "%s#%d", thought->score > 0 ? "" : "-", abs(thought->score));
    } else {
        buffer_printf(out, "%+.2f", thought->score / 100.0);
    }
}
