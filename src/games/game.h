/* SPDX-License-Identifier: MIT */
/* A board game as a table of functions and data, for everything outside the tree of a search.
 *
 * A game is one constant `struct game`, which its folder's game.c makes with game_template.h of the
 * functions in contract.h. It is listed in registry.h; nothing else knows it. A position is
 * `position_size` bytes that memcpy copies. All text goes through buffers. Every refusal says what
 * was wrong, where, and what would be right. */
#ifndef GAMES_GAME_H
#define GAMES_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"
#include "error.h"
#include "move.h"
#include "score.h"
#include "search.h"

/* The maximum number of settings of a game. */
#define MAX_SETTINGS 16

/* Size of the text of a move, including its final zero byte. */
#define GAME_MOVE_TEXT 65

struct look;

enum setting_kind {
    SETTING_CHECK,  /* on or off: 0, 1 */
    SETTING_SPIN,   /* min .. max */
    SETTING_CHOICE, /* index into `choices` */
    SETTING_TEXT,   /* a local path or a name; never offered to a remote client */
    SETTING_BUTTON  /* no value: an option of the engine, which no game has */
};

/* A choice that a client can make about a game: a parameter of `newgame`, an option, or both. */
struct setting {
    const char *name;   /* parameter of newgame ("size"), or NULL */
    const char *option; /* option of setoption ("Board Size"), or NULL */
    const char *help;   /* its meaning, for people; no full stop */
    enum setting_kind kind;
    int initial, min, max;
    const char *const *choices; /* SETTING_CHOICE: names, NULL after the last */
    const char *initial_text;   /* SETTING_TEXT */
    /* For a SETTING_TEXT that names a resource: opens it when the setting is set, and closes it
     * when the setting is changed or no longer needed. If `open` refuses, it gives the reason and
     * the old resource stays. Both are NULL if the text is the whole setting. An empty text is not
     * opened. */
    bool (*open)(const char *text, const void **resource, struct error *error);
    void (*close)(const void *resource);
    /* The position itself depends on the setting: a change begins a new game. */
    bool shapes_board;
    /* Scores depend on the setting: a change clears what earlier searches have learned. */
    bool changes_scores;
};

/* The setting `Notation` of games whose textbook numbers squares or columns from 0: their moves are
 * these numbers. */
#define NOTATION_SETTING                                                                           \
    {                                                                                              \
        .option = "Notation",                                                                      \
        .help = "moves as usual, or as the numbers of the textbooks, from 0",                      \
        .kind = SETTING_CHOICE, .choices = (const char *const[]){"usual", "numbers", NULL},        \
        .shapes_board = true,                                                                      \
    }

/* Values, by the index of the setting in game->settings. */
struct game_settings {
    int values[MAX_SETTINGS];
    const char *texts[MAX_SETTINGS];     /* SETTING_TEXT; owned by the engine */
    const void *resources[MAX_SETTINGS]; /* the resource opened by that name; owned by the engine */
};

enum game_result { RESULT_NONE, RESULT_P1_WINS, RESULT_P2_WINS, RESULT_DRAW };

/* Tables with the result of every position of few pieces if both sides play well. They are opened
 * once for the whole program, and never closed. */
struct game_tables {
    /* Opens the tables in folders, separated by ':' or ';'. Returns the most pieces of a position;
     * 0 and the reason if there are none. */
    int (*open)(const char *folders, struct error *error);
    /* Finds the result of a position with at most so many pieces, under the rule by which a game
     * without progress is drawn or, if `ignores_clock`, without it. */
    bool (*find)(const void *position, int pieces, bool ignores_clock, enum game_result *result);
};

struct game {
    const char *name;           /* name for `newgame`: lower case, no blanks */
    const char *const *aliases; /* other names, NULL after the last; NULL: none */
    /* Applies the additional meaning of an alias, such as one that names a rule: changes the
     * settings of a new game before its parameters are read. NULL if every alias means only the
     * game. */
    void (*begin_as)(const char *alias, struct game_settings *settings);
    const char *title; /* for people */
    const char *rules; /* how the game is played, for people; lines of at most 100 characters */
    const struct setting *settings;
    int setting_count;
    size_t position_size; /* bytes */

    /* The functions of contract.h, on any game's position. */
    void (*start)(const struct game_settings *settings, void *position);
    bool (*parse_fen)(const struct game_settings *settings, const char *fen, void *position,
                      struct error *error);
    void (*format_fen)(const void *position, struct buffer *out);
    bool (*parse_move)(const void *position, const char *text, move_t *move, struct error *error);
    void (*format_move)(const void *position, move_t move, struct buffer *out);
    void (*legal_moves)(const void *position, struct move_list *list);
    void (*play)(void *position, move_t move);
    bool (*is_legal)(const void *position, move_t move);
    /* `undo` is a place of `undo_size` bytes. */
    void (*make)(void *position, move_t move, void *undo);
    void (*unmake)(void *position, move_t move, const void *undo);
    size_t undo_size;
    enum game_result (*result)(const void *position);
    int (*player)(const void *position); /* side to move: 1 or 2 */
    uint64_t (*key)(const void *position);
    score_t (*evaluate)(const void *position);
    /* The evaluation of the same board with the other side to move. NULL if the game does not state
     * that it is the negative of `evaluate`. */
    score_t (*evaluate_opposite)(const void *position);

    /* Leaves of the tree of legal moves, `depth` plies deep; depth >= 0. Checks search_stopped() at
     * least every millisecond, and returns a meaningless number soon after it is true. If `search`
     * is NULL, the count is never stopped. */
    uint64_t (*perft)(void *position, int depth, struct search *search);
    /* A game that ends before `depth` counts as a leaf, as published counts of some games do. */
    bool perft_counts_ends;

    /* The board as a diagram for people, several lines. */
    void (*draw)(const void *position, struct buffer *out);
    /* The evaluation, one line per term, the total (side to move, cp) last. */
    void (*explain)(const void *position, struct buffer *out);

    /* A move from an opening book, if the settings name a book that contains the position; `seed`
     * selects among several moves. NULL if the game has no such books, or if the search itself uses
     * them. */
    bool (*book_move)(const void *position, const struct game_settings *settings, uint64_t seed,
                      move_t *move);

    /* NULL if the game has no such tables, or if the library that reads them was missing when the
     * program was built. */
    const struct game_tables *tables;

    /* Replaces the first line of a search where more is known than a short search finds, as for the
     * first moves of a solved game. `line` may come from a search that never began; its score and
     * depth may stay. False if the line is right or nothing is known. NULL if nothing is known of
     * any position. */
    bool (*correct)(const void *position, const struct game_settings *settings,
                    struct search_line *line);

    /* How a worker searches: the template's method, or one that the game defines. */
    const struct search_method *search;

    /* Minimax and alpha-beta as the textbooks write them: textbook_template.h. `textbook_search` is
     * the shared search with the evaluation of the game's textbook; NULL if no text states one. */
    const struct search_method *textbook, *textbook_search;

    /* How clients show the game, and how they test an engine: look.h. NULL in a game that no client
     * lists. */
    const struct look *look;

    /* FENs for `bench`, NULL after the last, and a suitable depth for them. Both are optional; see
     * game_set_up_bench. */
    const char *const *bench_positions;
    int bench_depth;

    /* The leaves of the tree of legal moves from the initial position, 1, 2, ... plies deep, from
     * another source than the game's own functions; 0 after the last. NULL if none are known. */
    const uint64_t *known_leaves;
};

/* The index of a setting by its newgame parameter or option name, case-insensitive; -1 if none. */
int game_find_parameter(const struct game *game, const char *name);
int game_find_option(const struct game *game, const char *name);

/* Reads a setting's value. Refuses an invalid one and says which values are valid. */
bool game_read_setting(const struct setting *setting, const char *text, int *value,
                       struct error *error);

/* The sizes with which a game's workers are created: their memory is large enough for each of its
 * searches. */
INLINE struct search_method game_worker_memory(const struct game *game)
{
    struct search_method memory = *game->search;
    const struct search_method *other = game->textbook_search;
    if (other && other->worker_size > memory.worker_size) {
        memory.worker_size = other->worker_size;
    }
    if (other && other->worker_alignment > memory.worker_alignment) {
        memory.worker_alignment = other->worker_alignment;
    }
    return memory;
}

/* Runs the search that the limits ask for: the game's own or one of the textbooks. */
INLINE void game_run_search(struct search_worker *worker)
{
    const struct game *game = worker->search->game;
    const struct search_limits *limits = &worker->search->limits;
    worker->hashfull = NULL; /* another search of this game may have set it */
    (limits->algorithm != ALGORITHM_ALPHABETA    ? game->textbook
     : limits->evaluation == EVALUATION_TEXTBOOK ? game->textbook_search
                                                 : game->search)
        ->run(worker);
}

/* The bench of a game without positions for it: the initial position, and the depth in plies. */
#define GAME_BENCH_START "startpos"
#define GAME_BENCH_DEPTH 4

/* Sets up a position of the bench, a FEN or GAME_BENCH_START, under these settings. */
bool game_set_up_bench(const struct game *game, const struct game_settings *settings,
                       const char *fen, void *position);

/* Gives every setting its initial value. */
void game_default_settings(const struct game *game, struct game_settings *settings);

/* The same for a game requested by this name, one of the game's own: an alias may mean more than
 * the game (begin_as). */
void game_named_settings(const struct game *game, const char *name, struct game_settings *settings);

/* Reads a move by the texts of all legal moves; a pass also as 0000. Refuses anything else. */
bool game_find_move(const struct game *game, const void *position, const char *text, move_t *move,
                    struct error *error);

/* The number of leaves of the tree of legal moves, counted only through the functions of the table:
 * an oracle for `perft`. */
uint64_t game_count_leaves(const struct game *game, const void *position, int depth,
                           struct search *search);

/* Tests a game from outside, through the functions of its table: `myosu check-game`. Plays random
 * games from the initial position and from the game's samples and benches, and checks in each
 * position what contract.h promises. The same seed plays the same games. Appends a line for each
 * property: its name, how often it was checked, and `ok` or the first violation with the position,
 * the moves that led to it, and its diagram. Returns true if every property holds. */
bool check_game(const struct game *game, int games, uint64_t seed, struct buffer *report);

#endif
