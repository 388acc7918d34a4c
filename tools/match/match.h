/* SPDX-License-Identifier: MIT */
/* The state of a match: the games to be played, the results so far, and whether it is over. Game
 * runners call it; it never calls them. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"
#include "export.h"
#include "match_events.h"
#include "match_log.h"
#include "match_options.h"
#include "match_output.h"
#include "opening.h"
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
    struct export_files exports;
    struct match_output output;
    struct match_events events;
    struct match_log *log; /* NULL: none */
    int64_t next;          /* the first game that has not been handed out */
    uint8_t *handed;       /* whether it was, for each number, if encounters depend on results */
    bool stopping;         /* no more games are handed out */
    struct error lost;     /* why the match cannot continue, if the database or a file failed */
};

/* Begins a match, with the results that the database already holds, and writes the files of these
 * games. */
bool match_init(struct match *match, struct ev_loop *loop, const struct match_options *options,
                const struct openings *openings, struct store *store, struct error *error);

/* Closes the files. Returns false if one of them could not be written. */
bool match_finish(struct match *match, struct error *error);

/* Initializes the standings, with the results that the database holds. */
bool match_read_standings(struct standings *standings, const struct match_options *options,
                          struct store *store, struct error *error);

/* True if all games are played, or the sequential test has its verdict. */
bool match_is_over(const struct match *match);

/* Ends the match now. Games in progress are dropped. */
void match_stop(struct match *match);

/* Hands out the next game that is neither finished nor in progress; false if there is none. */
bool match_next(struct match *match, struct scheduled_game *game);

/* Begins the record of a game with its opening. Returns the opening, or NULL if no file has it. */
const struct opening *match_open(const struct match *match, const struct scheduled_game *game,
                                 struct game_record *record);

/* Reports that a game begins, with its opening. */
void match_game_begun(struct match *match, const struct played_game *played);

/* Reports the last move of a game. */
void match_move_played(struct match *match, const struct played_game *played);

/* Stores a finished game and writes it to the files. */
void match_game_over(struct match *match, const struct played_game *played);

/* Reports that the match has ended, or is interrupted. */
void match_ended(struct match *match);

/* Prints a line for the user, above the progress line, and writes it to the log. */
void match_say(struct match *match, enum match_log_level level, const char *format, ...)
    PRINTF_LIKE(3, 4);

#endif
