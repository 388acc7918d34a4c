/* SPDX-License-Identifier: MIT */
#include "game_runner.h"

#include <assert.h>
#include <ev.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adjudicate.h"
#include "broadcast.h"
#include "clock.h"
#include "game_record.h"
#include "game_time.h"
#include "memory.h"
#include "player.h"
#include "rng.h"

/* How long an engine has to answer the queries after a game, in seconds. */
#define QUERY_S 1.0

enum runner_state {
    RUNNER_FREE,
    RUNNER_PREPARING,
    RUNNER_PLAYING,
    RUNNER_ASKING,
    RUNNER_ENDING /* an engine that thought in its opponent's time has not answered `stop` yet */
};

struct game_runner {
    struct match *match;
    struct game_runner **all; /* of the match, NULL after the last */
    int index;
    enum runner_state state;
    struct player *players[2];       /* of players 1 and 2 */
    const struct client_spec *specs; /* of the engines */
    struct scheduled_game game;
    struct game_record record;
    struct played_game played;
    struct adjudicator adjudicator;
    struct game_clocks clocks;
    int64_t sent_ns;
    int64_t limit_ns;            /* of the current move; INT64_MAX: none */
    ev_timer pause;              /* between two games */
    struct broadcast *broadcast; /* NULL: the games are not published */
};

static void decide(struct game_runner *runner, int side);
static void on_ready(void *context);
static void on_event(void *context, const struct event *event, int64_t when_ns);
static void on_failed(void *context, enum client_failure failure, const char *reason);
static void on_trace(void *context, bool sent, const char *line);

static const struct engine_options *options_of(const struct player *player)
{
    return &player->runner->match->options->engines[player->engine];
}

static int side_of(const struct player *player)
{
    return player->runner->players[0] == player ? 0 : 1;
}

static void start_engine(struct player *player, int engine)
{
    struct client_handlers handlers = {.ready = on_ready, .event = on_event, .failed = on_failed};
    if (match_log_shows_engines(player->runner->match->log) ||
        player->runner->match->options->filter.used) {
        handlers.trace = on_trace;
    }
    player->engine = engine;
    player->greeted = false;
    player->client =
        client_open(player->runner->match->loop, &player->runner->specs[engine], &handlers, player);
}

static void end_engine(struct player *player, bool killed)
{
    assert(player);
    client_release(player->client, killed);
    player->client = NULL;
    player->pondering = PONDERING_NOT;
}

static void choose_engines(struct game_runner *runner)
{
    struct player **players = runner->players;
    const int *engines = runner->game.engines;
    if (players[0]->engine == engines[1] || players[1]->engine == engines[0]) {
        struct player *kept = players[0];
        players[0] = players[1];
        players[1] = kept;
    }
    for (int side = 0; side < 2; side++) {
        struct player *player = players[side];
        if (player->client && player->engine != engines[side]) {
            end_engine(player, false);
        }
        if (player->client) {
            client_prepare(player->client, runner->match->options->game,
                           &runner->match->options->settings);
        } else {
            start_engine(player, engines[side]);
        }
    }
}

void game_runner_run(struct game_runner *runner)
{
    if (!match_next(runner->match, &runner->game)) {
        runner->state = RUNNER_FREE;
        return;
    }
    const struct opening *opening = match_open(runner->match, &runner->game, &runner->record);
    broadcast_game(runner->broadcast, &runner->record);
    played_game_begin(&runner->played, &runner->game, &runner->record);
    runner->played.code = opening ? memory_text(opening->code) : NULL;
    runner->played.opening = opening ? memory_text(opening->name) : NULL;
    match_game_begun(runner->match, &runner->played);
    runner->adjudicator = (struct adjudicator){.rules = &runner->match->options->adjudication};
    runner->state = RUNNER_PREPARING;
    choose_engines(runner);
    runner->clocks = game_clocks_start(&options_of(runner->players[0])->control,
                                       &options_of(runner->players[1])->control);
}

static void on_pause_over(struct ev_loop *loop, ev_timer *watcher, int events)
{
    (void)loop;
    (void)events;
    game_runner_run(watcher->data);
}

/* Lets runners that had no game look for one: the encounters of a next round may be known now. */
static void wake_others(struct game_runner *runner)
{
    for (struct game_runner **at = runner->all; *at; at++) {
        if (*at != runner && (*at)->state == RUNNER_FREE && !ev_is_active(&(*at)->pause) &&
            !runner->match->stopping) {
            game_runner_run(*at);
        }
    }
}

static void end_game(struct game_runner *runner)
{
    runner->state = RUNNER_FREE;
    for (int side = 0; side < 2; side++) {
        if (player_end_pondering(runner->players[side])) {
            runner->state = RUNNER_ENDING;
        }
        player_expect(runner->players[side], NULL);
    }
    if (runner->state == RUNNER_ENDING) {
        return;
    }
    for (int side = 0; side < 2; side++) {
        if (options_of(runner->players[side])->restart) {
            end_engine(runner->players[side], false);
        }
    }
    match_game_over(runner->match, &runner->played);
    played_game_finish(&runner->played);
    if (runner->match->options->wait_ms > 0 && !runner->match->stopping) {
        ev_now_update(runner->match->loop);
        ev_timer_set(&runner->pause, runner->match->options->wait_ms / 1000., 0);
        ev_timer_start(runner->match->loop, &runner->pause);
    } else {
        game_runner_run(runner);
    }
    wake_others(runner);
}

static const struct player *thinking_player(const struct game_runner *runner)
{
    return runner->state == RUNNER_PLAYING
               ? runner->players[game_record_player(&runner->record) - 1]
               : NULL;
}

/* Makes the player lose by forfeit. */
static void forfeit(struct player *player, enum verdict verdict, const char *detail)
{
    struct game_runner *runner = player->runner;
    const char *name = options_of(player)->name;
    runner->played.result = side_of(player) == 0 ? RESULT_P2_WINS : RESULT_P1_WINS;
    runner->played.verdict = verdict;
    error_set(&runner->played.detail, "%s %s", name, detail);
    const bool died = verdict == VERDICT_CRASH || verdict == VERDICT_HANG;
    if (died) {
        /* An opponent that is searching cannot be prepared for the next game right away. */
        struct player *other = runner->players[1 - side_of(player)];
        if (thinking_player(runner) == other || runner->state == RUNNER_PREPARING) {
            end_engine(other, true);
        }
        end_engine(player, true);
    }
    match_say(runner->match, died ? MATCH_LOG_ERR : MATCH_LOG_WARN, "game %lld: %s (%s)",
              (long long)runner->game.number + 1, runner->played.detail.text,
              verdict_name(verdict));
    end_game(runner);
}

/* Returns the time limit of a side's move, including its margin. */
static int64_t time_limit(const struct game_runner *runner, int side)
{
    int64_t limit = game_clocks_limit_ns(&runner->clocks, side);
    int64_t margin = options_of(runner->players[side])->margin_ms * NS_PER_MS;
    return limit < INT64_MAX ? limit + margin : INT64_MAX;
}

/* Plays a move from the engine's book, without its clock. */
static bool play_from_book(struct game_runner *runner, int side)
{
    struct player *player = runner->players[side];
    const uint64_t seed = rng_mix(runner->match->options->seed) + (uint64_t)runner->game.number;
    if (!engine_book_play(&options_of(player)->book, &runner->record, seed, &runner->played)) {
        return false;
    }
    player_end_pondering(player);
    player_expect(player, NULL);
    broadcast_move(runner->broadcast, &runner->record);
    return true;
}

/* Lets a player that has just moved search while its opponent is to move, if it has the option
 * `ponder`. */
static void let_ponder(struct game_runner *runner, int side)
{
    struct player *player = runner->players[side];
    if (options_of(player)->ponder && player->pondering == PONDERING_NOT) {
        player_ponder(player, &runner->record, &runner->clocks, side);
    }
}

static void ask_for_move(struct game_runner *runner)
{
    int side = game_record_player(&runner->record) - 1;
    struct player *player = runner->players[side];
    if (play_from_book(runner, side)) {
        decide(runner, side);
        return;
    }
    runner->limit_ns = time_limit(runner, side);
    const int64_t timeout = options_of(player)->hang_ms * NS_PER_MS;
    const int64_t limit_ns = runner->limit_ns < INT64_MAX ? runner->limit_ns : timeout;
    if (player_ponder_hit(player, &runner->record, limit_ns)) {
        runner->sent_ns = clock_ns();
    } else if (player->pondering == PONDERING_ENDING) {
        return; /* until it has answered */
    } else {
        const struct command_position position = game_record_command(&runner->record);
        const struct command_go go = game_clocks_go(&runner->clocks, side);
        findings_clear(&player->findings);
        runner->sent_ns = client_go(player->client, &position, &go, limit_ns);
    }
    let_ponder(runner, 1 - side);
}

static void record_move(struct game_runner *runner, int64_t elapsed_ns)
{
    struct played_move *move = played_game_add(&runner->played);
    move->player = game_record_mover(&runner->record, runner->record.plies - 1);
    game_record_last_move(&runner->record, move->text);
    move->time_us = elapsed_ns / 1000;
    findings_record(&runner->players[move->player - 1]->findings, move);
    move->left_us = runner->clocks.controls[move->player - 1].base_ms
                        ? runner->clocks.left_ns[move->player - 1] / 1000
                        : -1;
    match_move_played(runner->match, &runner->played);
    pgn_style_trim(&runner->match->options->pgn, move);
}

/* Asks the engines that speak UGI for the result of the game. */
static void ask_for_claims(struct game_runner *runner)
{
    const struct command_position position = game_record_command(&runner->record);
    int asked = 0;
    runner->state = RUNNER_ASKING;
    for (int side = 0; side < 2; side++) {
        asked += player_ask_for_claims(runner->players[side], &position, QUERY_S);
    }
    if (asked == 0) {
        end_game(runner);
    }
}

/* Ends the game if every query has been answered, or will not be. */
static void end_if_answered(struct game_runner *runner)
{
    if (runner->players[0]->answers == 0 && runner->players[1]->answers == 0) {
        end_game(runner);
    }
}

static void take_claim(struct player *player, const char *answer)
{
    struct game_runner *runner = player->runner;
    static const char *const results[] = {"none", "p1win", "p2win", "draw"};
    const char *expected = player->answers == 2 ? "true" : results[runner->played.result];
    if (strcmp(answer, expected) != 0) {
        match_say(runner->match, MATCH_LOG_WARN,
                  "game %lld: %s answers '%.40s' where '%s' is right",
                  (long long)runner->game.number + 1, options_of(player)->name, answer, expected);
        error_set(&runner->played.detail, "%s claims '%.40s', not '%s'", options_of(player)->name,
                  answer, expected);
    }
    if (--player->answers == 0) {
        client_expect(player->client, -1);
    }
    end_if_answered(runner);
}

/* After a move of `side`: ends the game, or requests the next move. */
static void decide(struct game_runner *runner, int side)
{
    struct played_game *played = &runner->played;
    played->result = game_record_result(&runner->record);
    played->verdict = VERDICT_RULES;
    if (played->result == RESULT_NONE) {
        played->result = adjudicate_by_tables(
            runner->adjudicator.rules, runner->match->options->game, runner->record.position);
        played->verdict = VERDICT_TABLES;
        if (played->result == RESULT_NONE) {
            played->result = adjudicate(&runner->adjudicator, played, side, &played->verdict);
        }
        if (played->result != RESULT_NONE) {
            end_game(runner);
            return;
        }
        ask_for_move(runner);
        return;
    }
    ask_for_claims(runner);
}

static void take_move(struct player *player, const struct event_bestmove *answer, int64_t when_ns)
{
    struct game_runner *runner = player->runner;
    struct error reason = {""}, detail = {""};
    int64_t elapsed = when_ns - runner->sent_ns;
    if (elapsed > runner->limit_ns) {
        error_set(&detail, "answered %.3f ms too late",
                  (double)(elapsed - runner->limit_ns) / (double)NS_PER_MS);
        forfeit(player, VERDICT_TIME, detail.text);
        return;
    }
    game_clocks_charge(&runner->clocks, side_of(player), elapsed);
    const char *move = game_record_answer(&runner->record, answer->move);
    if (!move && client_dialect(player->client) == &dialect_ucci &&
        adjudicate_claim(&runner->played)) {
        runner->played.result = RESULT_DRAW;
        runner->played.verdict = VERDICT_DRAW;
        error_set(&runner->played.detail, "%s sees a draw", options_of(player)->name);
        end_game(runner);
        return;
    }
    if (!move) {
        const char *why = client_complaint(player->client);
        error_set(&detail, "says that it has no move%s%.240s", *why ? ": " : "", why);
        forfeit(player, VERDICT_ILLEGAL, detail.text);
        return;
    }
    if (!game_record_play(&runner->record, move, &reason)) {
        error_set(&detail, "plays '%.64s': %s", move, reason.text);
        forfeit(player, VERDICT_ILLEGAL, detail.text);
        return;
    }
    record_move(runner, elapsed);
    player_expect(player, answer->ponder);
    broadcast_move(runner->broadcast, &runner->record);
    decide(runner, side_of(player));
}

static bool is_ready(const struct player *player)
{
    return client_state(player->client) == CLIENT_IDLE;
}

static void on_ready(void *context)
{
    struct player *player = context;
    struct game_runner *runner = player->runner;
    const struct match_options *options = runner->match->options;
    if (runner->state != RUNNER_PREPARING) {
        return;
    }
    if (!player->greeted) {
        player->greeted = true;
        client_prepare(player->client, options->game, &options->settings);
        return;
    }
    if (is_ready(runner->players[0]) && is_ready(runner->players[1])) {
        runner->state = RUNNER_PLAYING;
        ask_for_move(runner);
    }
}

/* Goes on when an engine that thought in its opponent's time has answered `stop`. */
static void go_on(struct player *player)
{
    struct game_runner *runner = player->runner;
    player->pondering = PONDERING_NOT;
    if (runner->state == RUNNER_ENDING) {
        end_game(runner);
    } else if (thinking_player(runner) == player) {
        ask_for_move(runner);
    }
}

static void on_event(void *context, const struct event *event, int64_t when_ns)
{
    struct player *player = context;
    struct game_runner *runner = player->runner;
    const bool thinks = thinking_player(runner) == player;
    if (player->pondering == PONDERING_ENDING) {
        if (event->kind == EVENT_BESTMOVE) {
            go_on(player);
        }
    } else if (runner->state == RUNNER_ASKING && event->kind == EVENT_RESPONSE &&
               player->answers > 0) {
        take_claim(player, event->text);
    } else if ((thinks || player->pondering == PONDERING_ON) && event->kind == EVENT_INFO) {
        findings_take(&player->findings, &event->info, runner->match->options->pgn.pv);
    } else if (player->pondering == PONDERING_ON && event->kind == EVENT_BESTMOVE) {
        player->pondering = PONDERING_NOT; /* too early: it is asked again */
    } else if (thinks && event->kind == EVENT_BESTMOVE) {
        take_move(player, &event->bestmove, when_ns);
    } else if (thinks && event->kind == EVENT_RESULT &&
               player_resigns(&event->result, side_of(player))) {
        client_expect(player->client, -1);
        forfeit(player, VERDICT_RESIGNATION, "resigns");
    }
}

static void on_failed(void *context, enum client_failure failure, const char *reason)
{
    struct player *player = context;
    struct game_runner *runner = player->runner;
    if (runner->state == RUNNER_ASKING) { /* the game itself has ended */
        if (failure == CLIENT_HANG) {
            match_say(runner->match, MATCH_LOG_WARN, "game %lld: %s does not answer a query",
                      (long long)runner->game.number + 1, options_of(player)->name);
        }
        end_engine(player, true);
        player->answers = 0;
        end_if_answered(runner);
    } else if (runner->state == RUNNER_ENDING) {
        end_engine(player, true);
        end_game(runner);
    } else if (runner->state == RUNNER_FREE) {
        end_engine(player, true);
    } else if (failure == CLIENT_GONE || failure == CLIENT_NOT_STARTED ||
               failure == CLIENT_BAD_OPTION) {
        forfeit(player, VERDICT_CRASH, reason);
    } else {
        forfeit(player, VERDICT_HANG,
                failure == CLIENT_HANG        ? "does not answer `go`, nor `stop`"
                : failure == CLIENT_NOT_READY ? "does not answer `isready`"
                                              : "does not greet");
    }
}

static void on_trace(void *context, bool sent, const char *line)
{
    struct player *player = context;
    if (!sent && (thinking_player(player->runner) == player || player->pondering == PONDERING_ON)) {
        line_filter_take(&player->runner->match->options->filter, line, &player->findings.line);
    }
    if (match_log_shows_engines(player->runner->match->log)) {
        match_log_line(player->runner->match->log, player->runner->index, player->engine, sent,
                       line);
    }
}

struct game_runner *game_runner_create(struct match *match, int index,
                                       const struct client_spec *specs, struct game_runner **all)
{
    struct game_runner *runner = memory_zeroed(1, sizeof *runner);
    runner->match = match;
    runner->index = index;
    runner->specs = specs;
    runner->all = all;
    for (int i = 0; i < 2; i++) {
        runner->players[i] = memory_zeroed(1, sizeof *runner->players[i]);
        *runner->players[i] = (struct player){.runner = runner, .engine = -1};
    }
    game_record_init(&runner->record, match->options->game, &match->options->settings);
    runner->broadcast = broadcast_open(match, index);
    ev_timer_init(&runner->pause, on_pause_over, 0, 0);
    runner->pause.data = runner;
    return runner;
}

void game_runner_destroy(struct game_runner *runner)
{
    runner->state = RUNNER_FREE;
    ev_timer_stop(runner->match->loop, &runner->pause);
    for (int i = 0; i < 2; i++) {
        end_engine(runner->players[i], false);
        findings_finish(&runner->players[i]->findings);
        free(runner->players[i]);
    }
    broadcast_close(runner->broadcast);
    played_game_finish(&runner->played);
    game_record_finish(&runner->record);
    free(runner);
}
