/* SPDX-License-Identifier: MIT */
/* The table at which a game is played: the game record, the players, the clocks, the engines'
 * analysis. It calls its handlers when something changed; how it is shown is not its concern. */
#ifndef PLAY_TABLE_H
#define PLAY_TABLE_H

#include <ev.h>
#include <stdbool.h>
#include <stdint.h>

#include "analysis.h"
#include "game_record.h"
#include "game_time.h"
#include "played_game.h"
#include "table_engine.h"

enum player_kind { PLAYER_PERSON, PLAYER_ENGINE };

struct table_handlers {
    void (*changed)(void *context);                   /* the position, or who is to move */
    void (*thinking)(void *context);                  /* the analysis */
    void (*message)(void *context, const char *text); /* a line for the person to read */
};

struct table {
    struct ev_loop *loop;
    struct table_handlers handlers;
    void *context;
    struct game_record record;
    struct game_settings settings;
    enum player_kind players[2];
    struct table_engine *engines[2];          /* the engines; the second may be missing */
    struct game_time control, person_control; /* limits of engines and of persons */
    struct game_clocks clocks;
    int64_t turn_began_ns; /* 0: no clock runs */
    struct analysis analysis;
    struct analysis moved[2];  /* what the engine that plays for a player saw at its last move */
    struct buffer undone;      /* moves taken back, the next to be played again first */
    int game_number;           /* counts the games begun here */
    char hint[GAME_MOVE_TEXT]; /* "" is none */
    bool hint_wanted;          /* once the engine is ready */
    bool over;
    enum game_result result;
    enum verdict verdict;
    char why[160];        /* who won and how: "White wins: Black resigns" */
    ev_timer tick;        /* looks at the clocks */
    bool starting;        /* the engines' greetings are awaited */
    struct error failure; /* of an engine meanwhile; "": none */
    bool closing;
};

/* A table for a game under these settings; both players are persons, and nobody looks. */
struct table *table_create(struct ev_loop *loop, const struct game *game,
                           const struct game_settings *settings);

/* Who looks at the table from now on. */
void table_show(struct table *table, const struct table_handlers *handlers, void *context);

/* Ends the engines; the loop must run until they have gone. */
void table_destroy(struct table *table);

/* Engine number 0 or 1, started at once. The specification must outlive the table. */
void table_add_engine(struct table *table, int number, const struct client_spec *spec);

/* Runs the loop until all engines have greeted; false, and the reason, if one failed. */
bool table_await_engines(struct table *table, struct error *error);

/* Gives whoever looks a line to read. */
void table_say(struct table *table, const char *text);

/* Another game, from a position and after moves that it allows (NULL: as in table_begin). */
void table_set_game(struct table *table, const struct game *game,
                    const struct game_settings *settings, const char *fen, const char *moves);

/* Ends the game as a file tells it, where the position does not; RESULT_NONE: it goes on. */
void table_end_as_told(struct table *table, enum game_result result);

/* "you", or what the engine that plays for a player (0 or 1) calls itself. */
const char *table_player_name(const struct table *table, int player);

/* Begins a game from `fen` (NULL: the start) after `moves` (NULL: none). */
bool table_begin(struct table *table, const char *fen, const char *moves, struct error *error);

/* Starts the search of an engine whose turn it is; the caller does this after every change. */
void table_advance(struct table *table);

/* A person's move, as players write it or as the protocol does. */
bool table_move(struct table *table, const char *text, struct error *error);

/* Takes back to the last moment when a person was to move. */
bool table_undo(struct table *table, struct error *error);

/* Plays moves that were taken back, up to the next moment when a person is to move. */
bool table_redo(struct table *table, struct error *error);

/* The person who is to move, or the only one at the table, gives the game up. */
bool table_resign(struct table *table, struct error *error);

/* The same person offers a draw. Another person agrees; an engine does when it does not see itself
 * ahead. */
bool table_offer_draw(struct table *table, struct error *error);

/* Makes the engines play at a level of strength (level.h), where they offer it for this game. */
bool table_set_level(struct table *table, int level, struct error *error);

/* Asks an engine what it would play; the answer is a message, and stands in `hint`. */
bool table_hint(struct table *table, struct error *error);

/* Makes an engine that is searching answer now. */
bool table_hurry(struct table *table, struct error *error);

/* Makes a person or an engine the player 0 or 1; refused without an engine. */
bool table_set_player(struct table *table, int player, enum player_kind kind, struct error *error);

/* Whether a person is to move. */
bool table_waits_for_person(const struct table *table);

/* Whether an engine's move or hint is awaited. */
bool table_is_busy(const struct table *table);

/* What the clock of a player (0 or 1) shows, and whether there is one. */
bool table_clock(const struct table *table, int player, int64_t *left_ns);

#endif
