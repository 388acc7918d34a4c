/* SPDX-License-Identifier: MIT */
/* A game of a match that has been played: the players, the moves with their times and scores, and
 * how it ended. */
#ifndef MATCH_PLAYED_GAME_H
#define MATCH_PLAYED_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "error.h"
#include "game.h"
#include "game_record.h"
#include "schedule.h"

enum verdict {
    VERDICT_RULES,       /* won, lost or drawn on the board */
    VERDICT_RESIGNATION, /* adjudicated: one side's scores were low for long enough */
    VERDICT_DRAW,        /* adjudicated: both sides' scores were near zero for long enough */
    VERDICT_LENGTH,      /* adjudicated: too many moves */
    VERDICT_TABLES,      /* adjudicated: by tables of endgames */
    VERDICT_TIME,        /* forfeit: answered too late */
    VERDICT_ILLEGAL,     /* forfeit: not a legal move */
    VERDICT_CRASH,       /* forfeit: the program ended, or could not be started */
    VERDICT_HANG,        /* forfeit: no answer, not even to `stop` or `isready` */
    VERDICT_COUNT
};

struct played_move {
    int player; /* 1 or 2: the player who moved; 0 in a game read from a database */
    char text[GAME_MOVE_TEXT];
    int64_t time_us; /* -1: not measured */
    int64_t nodes;   /* -1: not reported */
    int depth;       /* 0: not reported */
    /* Only kept if they were asked for. 0 or -1: not kept, or not reported. */
    int seldepth;
    int64_t nps;
    int hashfull; /* in permille */
    int64_t tb_hits;
    int64_t left_us; /* on the clock after the move */
    char *line;      /* a line of the engine that -pgnout asked for; NULL: none */
    char *pv;        /* in the protocol's notation; NULL: none */
    int score;       /* centipawns or plies to mate, of the side that moved */
    bool has_score, is_mate;
};

/* Zeroed memory is a game without moves. */
struct played_game {
    int64_t number;
    int round;
    int engines[2];       /* of players 1 and 2, by their index in the match */
    char *fen;            /* NULL: the game's start */
    char *code, *opening; /* the opening's ECO code and name; NULL: unknown */
    int opening_plies;    /* number of moves that belong to the opening */
    int count;
    struct played_move *moves;
    enum game_result result;
    enum verdict verdict;
    struct error detail; /* what happened, as text */
    int64_t began;       /* seconds since 1970 */
};

/* Returns the verdict's name ("time", "illegal move"); and the verdict with a name, VERDICT_COUNT
 * if there is none. */
const char *verdict_name(enum verdict verdict);
enum verdict verdict_find(const char *name);

/* True if a player lost by exceeding its time, an illegal move, a crash or a hang. */
bool verdict_is_forfeit(enum verdict verdict);

/* Copies the start and the moves of a record as the opening; each move gets this time. */
void played_game_open(struct played_game *played, const struct game_record *record,
                      int64_t time_us);

/* Begins a scheduled game now, after this opening. */
void played_game_begin(struct played_game *played, const struct scheduled_game *scheduled,
                       const struct game_record *opening);
void played_game_finish(struct played_game *played);
struct played_move *played_game_add(struct played_game *played);

#endif
