/* SPDX-License-Identifier: MIT */
/* The events of a match as JSON Lines, for scripts: README.md describes the fields. */
#ifndef MATCH_MATCH_EVENTS_H
#define MATCH_MATCH_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"
#include "played_game.h"
#include "standings.h"

struct match_options;

struct match_event_options {
    const char *path; /* NULL: none */
    bool appends;     /* to a file that exists */
    bool moves;       /* an event for each move */
};

/* The file. Every event is written at once, in one write(). */
struct match_events {
    const struct match_options *options;
    int file;          /* -1: none */
    bool begun;        /* the event match_begun was written */
    struct error lost; /* why an event could not be written; "": none */
};

bool match_events_open(struct match_events *events, const struct match_options *options,
                       struct error *error);
bool match_events_close(struct match_events *events, struct error *error);

/* Write the events; without a file, they do nothing. */
void match_events_begin(struct match_events *events, const struct standings *standings);
void match_events_game_begun(struct match_events *events, const struct played_game *played);
void match_events_move(struct match_events *events, const struct played_game *played);
void match_events_game_ended(struct match_events *events, const struct played_game *played);
void match_events_standings(struct match_events *events, const struct standings *standings);
void match_events_message(struct match_events *events, const char *text);
/* `why`: "played", "decided", "interrupted" or "failed". */
void match_events_end(struct match_events *events, const struct standings *standings,
                      const char *why);

#endif
