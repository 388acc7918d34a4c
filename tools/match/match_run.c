/* SPDX-License-Identifier: MIT */
#include "match_run.h"

#include <ev.h>
#include <stdlib.h>

#include "game_runner.h"
#include "memory.h"

static void on_signal(struct ev_loop *loop, ev_signal *watcher, int events)
{
    (void)loop;
    (void)events;
    match_stop(watcher->data);
}

static void play_games(struct match *match)
{
    int count = match->options->concurrency;
    struct game_runner **runners = memory_zeroed((size_t)count, sizeof(struct game_runner *));
    for (int i = 0; i < count; i++) {
        runners[i] = game_runner_create(match, i);
        game_runner_run(runners[i]);
    }
    while (!match->stopping) {
        ev_run(match->loop, 0);
    }
    for (int i = 0; i < count; i++) {
        game_runner_destroy(runners[i]);
    }
    free(runners);
}

void match_run(struct match *match)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    ev_signal watchers[LENGTH(signals)];
    if (match_is_over(match)) {
        return;
    }
    for (int i = 0; i < LENGTH(signals); i++) {
        ev_signal_init(&watchers[i], on_signal, signals[i]);
        watchers[i].data = match;
        ev_signal_start(match->loop, &watchers[i]);
    }
    play_games(match);
    for (int i = 0; i < LENGTH(signals); i++) {
        ev_signal_stop(match->loop, &watchers[i]);
    }
    progress_clear(&match->progress);
    ev_run(match->loop, 0); /* until the last engine has ended */
}
