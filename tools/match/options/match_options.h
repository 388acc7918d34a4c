/* SPDX-License-Identifier: MIT */
/* The command line of a match, with the option names that other match runners use. */
#ifndef MATCH_OPTIONS_H
#define MATCH_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "affinity.h"
#include "client.h"
#include "engine_book.h"
#include "error.h"
#include "foreign_report.h"
#include "formats.h"
#include "game_time.h"
#include "line_filter.h"
#include "match_events.h"
#include "match_log.h"
#include "opening.h"
#include "option_table.h"
#include "schedule.h"
#include "stats.h"

/* Words KEY=VALUE, kept until all options have been read. */
struct engine_pairs {
    char **list;
    int count;
};

struct engine_options {
    struct engine_pairs pairs;
    char *command, *given_name; /* the values of cmd= and name=; NULL: none */
    char *name;                 /* as it is shown */
    char **arguments;           /* the command first; NULL after the last argument */
    int argument_count;
    struct client_spec spec;
    struct game_time control;
    int64_t margin_ms; /* how far a clock may be overrun, in ms */
    int64_t hang_ms;   /* the longest time for a move without a clock, in ms */
    struct engine_book book;
    bool restart;  /* restarted for every game */
    bool ponder;   /* thinks in its opponent's time */
    char *key;     /* all its settings as one text, stored in the database */
    char *warning; /* of options that it lacks; NULL: none */
};

/* Which results of endgame tables end a game. */
enum table_results { TABLES_BOTH, TABLES_DECISIVE, TABLES_DRAWN };

struct adjudication {
    int resign_moves, resign_score; /* 0 moves: off; the losing side's moves, its score in cp */
    bool resign_twosided;           /* the winner's scores must agree */
    int draw_from, draw_moves,
        draw_score;     /* not before move `draw_from`; scores of both sides, in cp */
    int max_moves;      /* of each side, after which the game is drawn; 0: no limit */
    const char *tables; /* folders of endgame tables; NULL: none */
    int table_pieces;   /* the most pieces of a position that they decide; 0: all that they have */
    int table_results;  /* enum table_results */
    bool ignores_clock; /* as if there were no rule of fifty moves */
};

/* The games between two times at which the file of -config is written. */
#define SAVE_INTERVAL 20

#define MAX_CONCURRENCY 512

/* The file in which fastchess keeps a match. */
struct match_config {
    const char *from, *to; /* the file that is read, and the one that is written; NULL: none */
    bool discards;         /* nothing is read */
    bool has_results;      /* the file's results count */
    int interval;          /* games between two times at which it is written; 0: only at the end */
    struct json_object *json; /* that was read, with the texts of options; NULL: none */
};

enum opening_order { ORDER_SEQUENTIAL, ORDER_RANDOM };

/* Whether games are appended to a file: by default only if there is no database. */
enum appending { APPENDING_BY_DEFAULT, APPENDING, OVERWRITING };

struct match_options {
    const struct game *game;
    struct game_settings settings;
    char *game_key; /* the game and its parameters, stored in the database */
    int engine_count;
    struct engine_options *engines;
    const char **names;         /* of the engines */
    struct game_time *controls; /* of the engines */
    struct schedule schedule;
    int colours; /* as -colors says; -1: not given */
    bool noswap;
    struct engine_pairs each; /* the pairs of -each */
    const char *opening_path; /* NULL: none */
    struct opening_form opening_form;
    enum opening_order opening_order;
    int64_t opening_start; /* number of the first opening used, from 1 */
    int random_plies;      /* 0: none */
    uint64_t seed;
    int wait_ms;  /* the pause between two games, in ms */
    bool repeats; /* -repeat was given */
    int concurrency;
    struct affinity affinity;
    bool strict;             /* engines must have the options that are set */
    bool forces_concurrency; /* no warning if there are too few processors */
    struct sprt sprt;
    struct adjudication adjudication;
    struct match_config config;
    const char *database;                /* NULL: in memory only */
    const char *exports[EXPORT_FORMATS]; /* files to write; for PSQ, a folder */
    enum appending appending[EXPORT_FORMATS];
    struct pgn_style pgn;
    struct line_filter filter; /* the lines of engines that PGN has */
    bool framework; /* print a line when a game begins or ends, for a testing framework */
    bool checksum;  /* print the CRC-32 of the PGN file */
    struct match_log_options log;
    struct match_event_options events;
    const char *event;
    const char *site;
    char *stored_event, *stored_site; /* of a database; NULL: none */
    const char *publish_address;      /* the daemon that publishes the games; NULL: none */
    const char *publish_name;         /* NULL: "match" */
    int output;                       /* enum output_format */
    const char *page;                 /* the report as HTML; NULL: none */
    bool quiet;
    int report_every; /* games between plain progress lines; 0: none; -1: a twentieth of all games
                       */
    struct option_words words;
};

/* Reads the arguments after the program's name: see option_table_read. */
enum option_outcome options_read(struct match_options *options, int count, char **words,
                                 struct error *error);
void options_finish(struct match_options *options);

/* Returns the most threads with which the engines of one game search at the same time. Engines that
 * run elsewhere do not count. */
int64_t options_count_threads(const struct match_options *options);

/* Returns the most games at the same time. */
int64_t options_games_at_once(const struct match_options *options);

/* Fills in the lists of names and time controls after the engines have theirs. */
void options_list_engines(struct match_options *options);

/* Returns what the writers of games need to know. The options must outlive it. */
struct format_context options_format_context(const struct match_options *options);

#endif
