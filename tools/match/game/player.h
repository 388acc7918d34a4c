/* SPDX-License-Identifier: MIT */
/* A player of a runner's game: one engine, which keeps running as long as the next games need it;
 * and how it thinks in the opponent's time. */
#ifndef MATCH_PLAYER_H
#define MATCH_PLAYER_H

#include "client.h"
#include "findings.h"
#include "game_record.h"
#include "game_time.h"

struct game_runner;

/* Whether a player thinks in the opponent's time. */
enum pondering {
    PONDERING_NOT,
    PONDERING_ON,    /* it thinks about its answer to `expected` */
    PONDERING_ENDING /* the opponent has played another move, or the game is over: it was stopped */
};

struct player {
    struct game_runner *runner;
    int engine;
    struct client *client; /* NULL: not running */
    bool greeted;
    int answers; /* queries that are not answered yet */
    struct findings findings;
    enum pondering pondering;
    char expected[GAME_MOVE_TEXT]; /* the opponent's move that the engine expects; "": none */
};

/* Keeps the move that the engine expects, NULL: none. */
void player_expect(struct player *player, const char *move);

/* Lets the engine think about its answer to the move that it expects, after its own last move. Does
 * nothing if that move is not legal or ends the game. */
void player_ponder(struct player *player, struct game_record *record,
                   const struct game_clocks *clocks, int side);

/* After the opponent's move: true if it is the expected one, and the engine goes on with its search
 * as with one that begins now. Otherwise it is stopped. */
bool player_ponder_hit(struct player *player, const struct game_record *record, int64_t limit_ns);

/* Stops the engine if it thinks in the opponent's time. Returns true if its answer is awaited. */
bool player_end_pondering(struct player *player);

/* Asks an engine that speaks UGI about the end of the game. Returns the number of queries. */
int player_ask_for_claims(struct player *player, const struct command_position *position,
                          double limit_s);

/* True if an engine that plays `side` (0 or 1) resigns, as those of CECP may. Its other claims do
 * not count: the rules decide. */
bool player_resigns(const struct event_result *claim, int side);

#endif
