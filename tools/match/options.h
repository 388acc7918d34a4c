/* The command line of a match, in the words that runners of the field share. */
#ifndef MATCH_OPTIONS_H
#define MATCH_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "client.h"
#include "error.h"
#include "game.h"
#include "opening.h"
#include "schedule.h"
#include "stats.h"

/* What limits a move; zero fields limit nothing. */
struct time_control {
    int moves;       /* a period has so many moves; 0: the whole game is one */
    int64_t base_ms; /* of a period */
    int64_t inc_ms;
    int64_t movetime_ms; /* a fixed time each move */
    int depth;
    uint64_t nodes;
};

struct engine_options {
    char *name, *command;
    char **arguments; /* the command first, NULL after the last */
    int argument_count;
    struct client_spec spec;
    struct time_control tc;
    int64_t margin_ms; /* how much a clock may be overrun */
    int64_t hang_ms;   /* patience for a move when no clock runs */
    char *key;         /* all that was said about it, for the database */
};

struct adjudication {
    int resign_moves, resign_score;        /* 0 moves: not at all; moves of the losing side, cp */
    bool resign_twosided;                  /* the winner must see it too */
    int draw_from, draw_moves, draw_score; /* not before move `draw_from`; cp, both sides */
    int max_moves; /* a draw after so many moves of each side; 0: no limit */
};

enum opening_order { ORDER_SEQUENTIAL, ORDER_RANDOM };

struct match_options {
    const struct game *game;
    struct game_settings settings;
    char *game_key; /* the game and its parameters, for the database */
    int engine_count;
    struct engine_options *engines;
    struct schedule schedule;
    char *opening_path; /* NULL: none */
    enum opening_format opening_format;
    enum opening_order opening_order;
    int64_t opening_start; /* the first opening used, counted from 0 */
    int random_plies;      /* 0: none */
    uint64_t seed;
    int concurrency;
    struct sprt sprt;
    struct adjudication adjudication;
    char *database;                /* NULL: memory only */
    char *pgn, *sgf, *psq, *moves; /* files to write at the end; psq is a folder */
    char *log;
    char *event;
    bool quiet;
    int report_every; /* games between plain progress lines; 0: a twentieth of the match */
};

/* Reads the words after the program's name. What is wrong is said with the word at fault. */
bool options_read(struct match_options *options, int count, char **words, struct error *error);
void options_finish(struct match_options *options);

/* Reads `[MOVES/]TIME[+INC]`, seconds or minutes:seconds. */
bool options_read_time_control(const char *text, struct time_control *tc, struct error *error);

/* A time control in words, as in a report: "10+0.1", "depth 9". */
void options_format_time_control(const struct time_control *tc, struct buffer *out);

#endif
