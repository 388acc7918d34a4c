/* SPDX-License-Identifier: MIT */
/* The state of a match: which games are to be played, the results so far, and whether it is over.
 * Game runners call it; it calls none of them. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "compiler.h"
#include "opening.h"
#include "options.h"
#include "played_game.h"
#include "progress.h"
#include "schedule.h"
#include "standings.h"
#include "store.h"

struct ev_loop;

struct match {
    struct ev_loop *loop;
    const struct match_options *options;
    struct store *store;
    const struct openings *openings;
    struct standings standings;
    struct progress progress;
    FILE *log;         /* every line of every engine; NULL: none */
    int64_t next;      /* the first game not handed out yet */
    int playing;       /* games under way */
    bool stopping;     /* no more games are handed out */
    struct error lost; /* why the match cannot go on, if the database failed */
};

/* A match over what the database already holds; false if that does not fit the options. */
bool match_init(struct match *match, struct ev_loop *loop, const struct match_options *options,
                const struct openings *openings, const char *const *names, struct store *store,
                struct error *error);
void match_finish(struct match *match);

/* Whether all games are played, or the sequential test has its verdict. */
bool match_is_over(const struct match *match);

/* Ends the match now; games under way are dropped. */
void match_stop(struct match *match);

/* Takes the next game that is neither played nor being played; false when there is none. */
bool match_next(struct match *match, struct scheduled_game *game);

/* The opening of a game, to be finished by the caller. */
void match_opening(const struct match *match, const struct scheduled_game *game,
                   struct opening *opening);

/* Keeps a game that ended. */
void match_game_over(struct match *match, const struct played_game *played);

/* Prints one line for people, above the progress line. */
void match_say(struct match *match, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
