/* SPDX-License-Identifier: MIT */
/* The table at which a game is played: the game record, the players, the clocks, the engines'
 * analysis. It calls its handlers on every change, and does not depend on how they show it. */
#ifndef PLAY_TABLE_H
#define PLAY_TABLE_H

#include <ev.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "event.h"
#include "game_record.h"
#include "game_time.h"
#include "played_game.h"
#include "table_engine.h"

enum player_kind { PLAYER_PERSON, PLAYER_ENGINE };

/* The last report of an engine with a score of the position that it searches. */
struct analysis {
    bool known;
    int player;             /* to move in the position: 0 or 1 */
    struct event_info info; /* without its moves */
    char pv[256];           /* the moves, in the players' notation */
};

/* Each may be NULL. */
struct table_handlers {
    void (*changed)(void *context); /* the position, the side to move, or the analysis */
    void (*message)(void *context, const char *text); /* a message for the player */
};

/* The file to which the games of a table are appended. */
struct table_kept {
    const char *path; /* NULL: none */
    bool unsaved;     /* the game has changed since it began or was written */
    bool failed;      /* it could not be written */
    off_t begin, end; /* the text of the game in the file; 0: it has none */
};

struct table {
    struct ev_loop *loop;
    struct table_handlers handlers;
    void *context;
    struct game_record record;
    struct game_settings settings;
    enum player_kind players[2];
    struct table_engine engines[2];           /* there may be no second one */
    struct game_time control, person_control; /* limits of engines and of persons */
    struct game_clocks clocks;
    int64_t turn_began_ns; /* 0: no clock is running */
    struct analysis analysis;
    struct analysis moved[2];       /* for each player, the engine's analysis at its last move */
    char (*undone)[GAME_MOVE_TEXT]; /* moves taken back; the next one to redo is the last */
    int undone_count;
    int game_number;           /* number of games begun at this table */
    char hint[GAME_MOVE_TEXT]; /* "": none */
    bool hint_wanted;          /* to be requested when the engine is ready */
    bool over;
    enum game_result result;
    enum verdict verdict;
    char why[320]; /* the winner and the reason: "White wins: Black resigns" */
    /* Set by the commands of the shell, for the views. */
    bool flipped; /* the board is shown from the second player's side */
    bool quitting;
    bool moves_wanted, help_wanted; /* cleared when they have been shown */
    int level;                      /* of the engines; 0: not chosen */
    struct table_kept kept;
    ev_timer tick;        /* checks the clocks */
    bool starting;        /* waiting for the engines' greetings */
    struct error failure; /* of an engine during that time; "": none */
};

/* Creates a table for a game with these settings. Both players are persons, and there are no
 * handlers. */
struct table *table_create(struct ev_loop *loop, const struct game *game,
                           const struct game_settings *settings);

/* Sets the handlers that show the table from now on. */
void table_show(struct table *table, const struct table_handlers *handlers, void *context);

/* Ends the engines; the loop must run until they have ended. */
void table_destroy(struct table *table);

/* Starts engine number 0 or 1. The specification must outlive the table. */
void table_add_engine(struct table *table, int number, const struct client_spec *spec);

/* Runs the loop until all engines have sent their greetings; false, and the reason, if one
 * failed. */
bool table_await_engines(struct table *table, struct error *error);

/* True if the engine that plays, or would play, for a player plays a game, or does not say which
 * games it plays. The second function checks the engines of all players that are engines. They must
 * have sent their greetings. */
bool table_check_engine(const struct table *table, int player, const struct game *game,
                        struct error *error);
bool table_check_engines(const struct table *table, const struct game *game, struct error *error);

/* Sends a message to the handlers. */
void table_say(struct table *table, const char *format, ...) PRINTF_LIKE(2, 3);

/* Begins another game, from a position and after legal moves (NULL: as in table_begin). */
void table_set_game(struct table *table, const struct game *game,
                    const struct game_settings *settings, const char *fen, const char *moves);

/* Ends the game with this result if it is not over; RESULT_NONE: the game continues. */
void table_end_with(struct table *table, enum game_result result, const char *why);

/* Returns "you", or the name of the engine that plays for a player (0 or 1). */
const char *table_player_name(const struct table *table, int player);

/* The same in the person's language. */
const char *table_shown_name(const struct table *table, int player);

/* Begins a game from `fen` (NULL: the start) after `moves` (NULL: none). */
bool table_begin(struct table *table, const char *fen, const char *moves, struct error *error);

/* Starts the search of an engine that is to move. The caller does this after every change. */
void table_advance(struct table *table);

/* Plays a person's move, in the players' or the protocol's notation. */
bool table_move(struct table *table, const char *text, struct error *error);

/* True if a person is to move. */
bool table_waits_for_person(const struct table *table);

/* True if an engine's move or hint is awaited. */
bool table_is_busy(const struct table *table);

/* Appends the score of the analysis from the first player's side: "White +0.31", or "White #5" if
 * White wins in five plies. */
void table_format_score(const struct table *table, struct buffer *out);

/* Finds the time on the clock of a player (0 or 1); false if there is no clock. */
bool table_clock(const struct table *table, int player, int64_t *left_ns);

/* For the commands of the shell: the player to move, 0 or 1; the engine that plays, or would play,
 * for a player; the time limits of the person or engine that does. */
int table_player_to_move(const struct table *table);
struct table_engine *table_engine_of(struct table *table, int player);
const struct game_time *table_control_of(const struct table *table, int player);

/* Calls the handler for a change. */
void table_tell_changed(struct table *table);

/* Drops the answers of searches in progress. */
void table_drop_answers(struct table *table);

/* Ends the game; `why` is "", or how it ended if the position does not show it. */
void table_finish(struct table *table, enum game_result result, enum verdict verdict,
                  const char *why);

/* Makes a player, 0 or 1, lose for another reason than the position. */
void table_lose(struct table *table, int player, enum verdict verdict, const char *why);

#endif
