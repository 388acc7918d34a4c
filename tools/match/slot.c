#include "slot.h"

#include <ev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "adjudicate.h"
#include "clock.h"
#include "course.h"
#include "memory.h"
#include "pace.h"

/* How long an engine whose time is over has to answer `stop` before it counts as hanging. */
#define STOP_GRACE_NS (1 * NS_PER_SECOND)

/* How long an engine may think about a query after the game. */
#define QUERY_NS (1 * NS_PER_SECOND)

enum slot_state { SLOT_FREE, SLOT_PREPARING, SLOT_PLAYING, SLOT_ASKING };

/* One engine at the slot. */
struct seat {
    struct slot *slot;
    int engine;
    struct client *client; /* NULL: not running */
    bool greeted;
    bool ready;  /* prepared for the game that begins */
    int answers; /* queries that it still owes */
};

struct slot {
    struct match *match;
    int index;
    enum slot_state state;
    struct seat *seats[2]; /* of players 1 and 2 */
    struct scheduled_game game;
    struct course course;
    struct game_record record;
    struct adjudicator adjudicator;
    struct pace_clocks clocks;
    int64_t sent_ns;
    int64_t limit_ns;       /* of the move under way; INT64_MAX: none */
    struct event_info seen; /* the last score of the move under way */
    bool stop_sent;
    ev_timer timer;
};

static void on_ready(void *context);
static void on_event(void *context, const struct event *event, int64_t when_ns);
static void on_failed(void *context, enum client_failure failure, const char *reason);
static void on_trace(void *context, bool sent, const char *line);

static const struct engine_options *options_of(const struct seat *seat)
{
    return &seat->slot->match->options->engines[seat->engine];
}

static int player_of(const struct seat *seat)
{
    return seat->slot->seats[0] == seat ? 0 : 1;
}

static void start_timer(struct slot *slot, int64_t after_ns)
{
    ev_timer_stop(slot->match->loop, &slot->timer);
    ev_now_update(slot->match->loop);
    ev_timer_set(&slot->timer, (double)after_ns / (double)NS_PER_SECOND, 0);
    ev_timer_start(slot->match->loop, &slot->timer);
}

static void open_seat(struct seat *seat, int engine)
{
    struct client_handlers handlers = {.ready = on_ready, .event = on_event, .failed = on_failed};
    if (seat->slot->match->log) {
        handlers.trace = on_trace;
    }
    seat->engine = engine;
    seat->greeted = false;
    seat->client = client_open(seat->slot->match->loop, &options_of(seat)->spec, &handlers, seat);
}

static void close_seat(struct seat *seat, bool killed)
{
    client_release(seat->client, killed);
    seat->client = NULL;
}

static void seat_engines(struct slot *slot)
{
    struct seat **seats = slot->seats;
    const int *engines = slot->game.engines;
    if (seats[0]->engine == engines[1] || seats[1]->engine == engines[0]) {
        struct seat *kept = seats[0];
        seats[0] = seats[1];
        seats[1] = kept;
    }
    for (int player = 0; player < 2; player++) {
        struct seat *seat = seats[player];
        seat->ready = false;
        if (seat->client && seat->engine != engines[player]) {
            close_seat(seat, false);
        }
        if (seat->client) {
            client_prepare(seat->client, slot->match->options->game,
                           &slot->match->options->settings);
        } else {
            open_seat(seat, engines[player]);
        }
    }
}

/* Enters the opening's moves into the record. */
static void record_opening(struct slot *slot)
{
    char *moves = memory_text(buffer_text(&slot->course.moves)), *rest = moves;
    for (int ply = 0; ply < slot->course.plies; ply++) {
        struct move_record *move = record_add(&slot->record);
        move->player = course_mover(&slot->course, ply);
        snprintf(move->text, sizeof move->text, "%s", strsep(&rest, " "));
    }
    slot->record.opening_plies = slot->record.count;
    free(moves);
}

static void begin_record(struct slot *slot)
{
    struct game_record *record = &slot->record;
    record_init(record);
    record->number = slot->game.number;
    record->round = slot->game.round;
    record->engines[0] = slot->game.engines[0];
    record->engines[1] = slot->game.engines[1];
    record->fen = memory_text(slot->course.fen);
    record->began = (int64_t)time(NULL);
    record_opening(slot);
}

void slot_run(struct slot *slot)
{
    if (!match_next(slot->match, &slot->game)) {
        slot->state = SLOT_FREE;
        return;
    }
    struct opening opening;
    match_opening(slot->match, &slot->game, &opening);
    course_begin(&slot->course, opening.fen, opening.moves, NULL);
    opening_finish(&opening);
    begin_record(slot);
    adjudicator_init(&slot->adjudicator, &slot->match->options->adjudication);
    slot->state = SLOT_PREPARING;
    seat_engines(slot);
    slot->clocks = pace_start(&options_of(slot->seats[0])->pace, &options_of(slot->seats[1])->pace);
}

static void end_game(struct slot *slot)
{
    ev_timer_stop(slot->match->loop, &slot->timer);
    slot->state = SLOT_FREE;
    for (int player = 0; player < 2; player++) {
        if (options_of(slot->seats[player])->restart) {
            close_seat(slot->seats[player], false);
        }
    }
    match_game_over(slot->match, &slot->record);
    record_finish(&slot->record);
    slot_run(slot);
}

static const struct seat *thinking_seat(const struct slot *slot)
{
    return slot->state == SLOT_PLAYING ? slot->seats[course_player(&slot->course) - 1] : NULL;
}

/* The seat's player loses by something else than play. */
static void forfeit(struct seat *seat, enum verdict verdict, const char *detail)
{
    struct slot *slot = seat->slot;
    const char *name = options_of(seat)->name;
    slot->record.result = player_of(seat) == 0 ? RESULT_P2_WINS : RESULT_P1_WINS;
    slot->record.verdict = verdict;
    error_set(&slot->record.detail, "%s %s", name, detail);
    if (verdict == VERDICT_CRASH || verdict == VERDICT_HANG) {
        /* An opponent that is thinking cannot be asked for the next game at once. */
        struct seat *other = slot->seats[1 - player_of(seat)];
        if (thinking_seat(slot) == other || slot->state == SLOT_PREPARING) {
            close_seat(other, true);
        }
        close_seat(seat, true);
    }
    match_say(slot->match, "game %lld: %s (%s)", (long long)slot->game.number + 1,
              slot->record.detail.text, verdict_name(verdict));
    end_game(slot);
}

/* The time that a player may use, its margin included. */
static int64_t time_limit(const struct slot *slot, int player)
{
    int64_t limit = pace_limit_ns(&slot->clocks, player);
    int64_t margin = options_of(slot->seats[player])->margin_ms * NS_PER_MS;
    return limit < INT64_MAX ? limit + margin : INT64_MAX;
}

static void ask_for_move(struct slot *slot)
{
    int player = course_player(&slot->course) - 1;
    struct seat *seat = slot->seats[player];
    struct command_position position = course_command(&slot->course);
    struct command_go go = pace_go(&slot->clocks, player);
    slot->seen = (struct event_info){.nodes = -1};
    slot->stop_sent = false;
    slot->limit_ns = time_limit(slot, player);
    slot->sent_ns = client_go(seat->client, &position, &go);
    int64_t patience = options_of(seat)->hang_ms * NS_PER_MS;
    start_timer(slot, slot->limit_ns < INT64_MAX ? slot->limit_ns : patience);
}

static void record_move(struct slot *slot, int64_t elapsed_ns)
{
    struct move_record *move = record_add(&slot->record);
    move->player = course_mover(&slot->course, slot->course.plies - 1);
    course_last_move(&slot->course, move->text);
    move->time_us = elapsed_ns / 1000;
    move->nodes = slot->seen.nodes;
    move->depth = slot->seen.depth;
    move->has_score = slot->seen.has_score;
    move->is_mate = slot->seen.is_mate;
    move->score = slot->seen.score;
}

/* Asks the engines that can be asked how the game ended. */
static void ask_for_claims(struct slot *slot)
{
    static const char *const queries[] = {"gameover", "result"};
    slot->state = SLOT_ASKING;
    struct command_position position = course_command(&slot->course);
    bool asked = false;
    for (int player = 0; player < 2; player++) {
        struct seat *seat = slot->seats[player];
        seat->answers = 0;
        if (strcmp(client_dialect(seat->client)->name, "ugi") != 0) {
            continue;
        }
        client_send(seat->client,
                    &(struct command){.kind = COMMAND_POSITION, .position = position});
        for (int i = 0; i < LENGTH(queries); i++) {
            client_send(seat->client,
                        &(struct command){.kind = COMMAND_QUERY, .query = queries[i]});
        }
        seat->answers = LENGTH(queries);
        asked = true;
    }
    if (asked) {
        start_timer(slot, QUERY_NS);
    } else {
        end_game(slot);
    }
}

static void take_claim(struct seat *seat, const char *answer)
{
    struct slot *slot = seat->slot;
    static const char *const results[] = {"none", "p1win", "p2win", "draw"};
    const char *expected = seat->answers == 2 ? "true" : results[slot->record.result];
    if (strcmp(answer, expected) != 0) {
        match_say(slot->match, "game %lld: %s answers '%.40s' where '%s' is right",
                  (long long)slot->game.number + 1, options_of(seat)->name, answer, expected);
        error_set(&slot->record.detail, "%s claims '%.40s', not '%s'", options_of(seat)->name,
                  answer, expected);
    }
    seat->answers--;
    if (slot->seats[0]->answers == 0 && slot->seats[1]->answers == 0) {
        end_game(slot);
    }
}

/* After a move of `player`: is it over? */
static void decide(struct slot *slot, int player)
{
    struct game_record *record = &slot->record;
    record->result = course_result(&slot->course);
    record->verdict = VERDICT_RULES;
    if (record->result == RESULT_NONE) {
        record->result = adjudicate(&slot->adjudicator, record, player, &record->verdict);
        if (record->result != RESULT_NONE) {
            end_game(slot);
            return;
        }
        ask_for_move(slot);
        return;
    }
    ask_for_claims(slot);
}

static void take_move(struct seat *seat, const struct event_bestmove *answer, int64_t when_ns)
{
    struct slot *slot = seat->slot;
    struct error reason = {""}, detail = {""};
    int64_t elapsed = when_ns - slot->sent_ns;
    ev_timer_stop(slot->match->loop, &slot->timer);
    if (elapsed > slot->limit_ns) {
        error_set(&detail, "answered %.3f ms too late",
                  (double)(elapsed - slot->limit_ns) / (double)NS_PER_MS);
        forfeit(seat, VERDICT_TIME, detail.text);
        return;
    }
    pace_charge(&slot->clocks, player_of(seat), elapsed);
    if (!answer->move) {
        forfeit(seat, VERDICT_ILLEGAL, "says that it has no move");
        return;
    }
    if (!course_play(&slot->course, answer->move, &reason)) {
        error_set(&detail, "plays '%.64s': %s", answer->move, reason.text);
        forfeit(seat, VERDICT_ILLEGAL, detail.text);
        return;
    }
    record_move(slot, elapsed);
    decide(slot, player_of(seat));
}

static void on_timer(struct ev_loop *loop, ev_timer *watcher, int events)
{
    struct slot *slot = watcher->data;
    (void)loop;
    (void)events;
    if (slot->state == SLOT_ASKING) {
        for (int player = 0; player < 2; player++) {
            if (slot->seats[player]->answers > 0) {
                match_say(slot->match, "game %lld: %s does not answer a query",
                          (long long)slot->game.number + 1, options_of(slot->seats[player])->name);
                close_seat(slot->seats[player], true);
            }
        }
        end_game(slot);
        return;
    }
    struct seat *seat = slot->seats[course_player(&slot->course) - 1];
    if (slot->stop_sent) {
        forfeit(seat, VERDICT_HANG, "does not answer `go`, nor `stop`");
        return;
    }
    slot->stop_sent = true;
    client_send(seat->client, &(struct command){.kind = COMMAND_STOP, .word = ""});
    start_timer(slot, STOP_GRACE_NS);
}

static void begin_game(struct slot *slot)
{
    slot->state = SLOT_PLAYING;
    ask_for_move(slot);
}

static void on_ready(void *context)
{
    struct seat *seat = context;
    struct slot *slot = seat->slot;
    const struct match_options *options = slot->match->options;
    if (slot->state != SLOT_PREPARING) {
        return;
    }
    if (!seat->greeted) {
        seat->greeted = true;
        client_prepare(seat->client, options->game, &options->settings);
        return;
    }
    seat->ready = true;
    if (slot->seats[0]->ready && slot->seats[1]->ready) {
        begin_game(slot);
    }
}

static void take_info(struct slot *slot, const struct event_info *info)
{
    if (info->nodes >= 0) {
        slot->seen.nodes = info->nodes;
    }
    if (info->multipv <= 1 && info->has_score) {
        slot->seen.depth = info->depth;
        slot->seen.has_score = true;
        slot->seen.is_mate = info->is_mate;
        slot->seen.score = info->score;
    }
}

static void on_event(void *context, const struct event *event, int64_t when_ns)
{
    struct seat *seat = context;
    struct slot *slot = seat->slot;
    if (slot->state == SLOT_ASKING && event->kind == EVENT_RESPONSE && seat->answers > 0) {
        take_claim(seat, event->text);
    } else if (thinking_seat(slot) == seat && event->kind == EVENT_INFO) {
        take_info(slot, &event->info);
    } else if (thinking_seat(slot) == seat && event->kind == EVENT_BESTMOVE) {
        take_move(seat, &event->bestmove, when_ns);
    }
}

static void on_failed(void *context, enum client_failure failure, const char *reason)
{
    struct seat *seat = context;
    struct slot *slot = seat->slot;
    if (slot->state == SLOT_ASKING) { /* the game itself is over */
        close_seat(seat, true);
        seat->answers = 0;
        end_game(slot);
    } else if (slot->state == SLOT_FREE) {
        close_seat(seat, true);
    } else if (failure == CLIENT_GONE || failure == CLIENT_NOT_STARTED) {
        forfeit(seat, VERDICT_CRASH, reason);
    } else {
        forfeit(seat, VERDICT_HANG,
                failure == CLIENT_NOT_READY ? "does not answer `isready`" : "does not greet");
    }
}

static void on_trace(void *context, bool sent, const char *line)
{
    struct seat *seat = context;
    fprintf(seat->slot->match->log, "%.6f %d %s %s %s\n",
            (double)clock_ns() / (double)NS_PER_SECOND, seat->slot->index, options_of(seat)->name,
            sent ? "<" : ">", line);
}

struct slot *slot_create(struct match *match, int index)
{
    struct slot *slot = memory_zeroed(1, sizeof *slot);
    slot->match = match;
    slot->index = index;
    for (int i = 0; i < 2; i++) {
        slot->seats[i] = memory_zeroed(1, sizeof *slot->seats[i]);
        *slot->seats[i] = (struct seat){.slot = slot, .engine = -1};
    }
    course_init(&slot->course, match->options->game, &match->options->settings);
    ev_timer_init(&slot->timer, on_timer, 0, 0);
    slot->timer.data = slot;
    return slot;
}

void slot_destroy(struct slot *slot)
{
    slot->state = SLOT_FREE;
    ev_timer_stop(slot->match->loop, &slot->timer);
    for (int i = 0; i < 2; i++) {
        close_seat(slot->seats[i], false);
        free(slot->seats[i]);
    }
    record_finish(&slot->record);
    course_finish(&slot->course);
    free(slot);
}
