/* SPDX-License-Identifier: MIT */
/* A program that plays a game against itself and writes the games, their positions, or openings.
 *
 *     GAME-selfplay [games=N] [nodes=N] [seed=N] ... [--shard I/N] > FILE
 *
 * A game depends only on its number, the numbers on the command line and the program. Games are
 * written in the order of their numbers, with any number of threads. A shard is a part of the
 * games, such as the third of eight: the files of all shards, one after the other, are the file of
 * all games. GAME_selfplay.c defines `selfplay`, which contains everything that depends on the
 * game. With `threads` its functions run concurrently. */
#ifndef TUNE_SELFPLAY_H
#define TUNE_SELFPLAY_H

#include <stdio.h>

#include "player.h"
#include "rng.h"

#define GAME_MAX_PLIES 600
#define NO_SEARCH      INT16_MIN

/* The result in half points of player 1, which is White in chess. */
enum game_end { END_LOST, END_DRAWN, END_WON };

struct selfplay_game {
    int plies, random_plies;
    enum game_end end;
    move_t moves[GAME_MAX_PLIES];
    int16_t scores[GAME_MAX_PLIES]; /* player 1's centipawns; NO_SEARCH for a random ply */
    bool explored[GAME_MAX_PLIES];  /* the move is not the one that the search found */
};

/* A thread that plays games, one at a time. */
struct selfplayer {
    struct player player;
    const struct game *game;
    const long *values; /* of the settings */
    struct rng rng;
    void *position; /* of the game in progress */
    void *replay;   /* its first recorded position */
    struct selfplay_game record;
};

/* A number that the command line may set. With `most` 0 it has no upper limit. */
struct selfplay_setting {
    const char *name;
    long initial, least, most;
};

/* Writes lines of another kind instead of games, if setting `name` is their number. */
struct selfplay_finder {
    const char *name;
    /* Tries once to find and write a line. Returns false if it found none. */
    bool (*write)(struct selfplayer *self, FILE *out);
};

struct selfplay {
    const char *game;
    struct selfplay_setting settings[MAX_SETTINGS];
    const char *refusal; /* printed if a setting is out of range, or no file is named */
    bool writes_file;    /* to out=FILE instead of the standard output */
    bool adds_number;    /* the seed of a game is the mixed seed plus the number of the game */

    /* Plays a random opening from the start position. Returns false to try again. */
    bool (*open)(struct selfplayer *self);
    /* A game is played if a search of even_nodes nodes scores its opening within even_limit
     * centipawns. If even_nodes is 0, the game's own first search must do so; it gets first_factor
     * times the nodes of the others (0: as many). */
    uint64_t even_nodes, first_factor;
    score_t even_limit;
    /* If not 0, a search ends with the first iteration that ends after `nodes` nodes, and at
     * hard_factor times as many. */
    uint64_t hard_factor;
    /* The recorded scores are player_mean_score's: in games without a quiescence search, scores of
     * odd depths differ from those of even ones. */
    bool mean_score;
    /* Chooses a move instead of the engine's search; *score is for the side to move. May be NULL.
     */
    move_t (*choose)(struct selfplayer *self, int *score);
    /* May replace the move of a search, unless that sees a mate. May be NULL. */
    move_t (*explore)(struct selfplayer *self, move_t move);

    /* A game is won when the score is a mate within mate_plies, or when it has been at least
     * win_score centipawns for win_plies plies. It is drawn when, at ply draw_from or later, it has
     * been within draw_score for draw_plies plies, and after max_plies. A number of plies that is
     * 0 turns its rule off. */
    int mate_plies;
    int win_score, win_plies;
    int draw_score, draw_plies, draw_from;
    int max_plies;
    /* True if the side with the better score has won for another reason. May be NULL. */
    bool (*is_won)(const struct selfplayer *self, int score);

    /* Writes a game. NULL writes its positions after the opening, those that `takes` selects (NULL:
     * all), as network_job.h describes them: a line has the FEN, the search's score in centipawns
     * and the half points at the end of the game (0, 1 or 2), both for the side to move, separated
     * by blanks. An empty line ends a game. */
    bool (*write)(struct selfplayer *self, FILE *out);
    bool (*takes)(const void *position, move_t best);

    struct selfplay_finder finders[2];
};

extern const struct selfplay selfplay;

/* Returns the value of a setting, 0 if the program has none of this name. */
long selfplay_value(const long *values, const char *name);

/* Plays and records a random opening. Returns false if it was refused or ended the game. */
bool selfplay_open(struct selfplayer *self);

/* Plays and records a move without a score. */
void selfplay_put(struct selfplayer *self, move_t move);

/* Plays and records random moves. Returns false if the game ends before. */
bool selfplay_random_plies(struct selfplayer *self, int plies);

/* True if a search of `nodes` nodes with an empty table has a score within `limit` centipawns. */
bool selfplay_is_even(struct selfplayer *self, uint64_t nodes, score_t limit);

/* Plays and records a game. Returns false if its opening is refused or not even. */
bool selfplay_play(struct selfplayer *self);

#endif
