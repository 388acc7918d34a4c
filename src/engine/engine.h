/* SPDX-License-Identifier: MIT */
/* One player: a game, a position, options, and the threads that search for it. It does not know the
 * wire.
 *
 * All functions are called by one thread, the owner's; none of them waits for a search. The
 * workers' results are read with engine_next_event whenever `wake` has been called. */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "budget.h"
#include "error.h"
#include "game.h"
#include "scheduler.h"
#include "search.h"
#include "time_control.h"
#include "worker_pool.h"

struct engine;

struct engine_config {
    const struct game *const *games; /* NULL after the last */
    const struct game *game;         /* the first game */
    const char *alias;               /* the alias that it was named by; NULL: its name */
    struct budget *budget;           /* shared; NULL: no bounds but the machine's */
    struct scheduler *scheduler;     /* shared; NULL: its workers always run */
    struct scheduler_peer *peer; /* whose share of the processors it uses; NULL without scheduler */
    bool remote;     /* a remote client may not name files: text options are not offered */
    bool background; /* its workers give way to other work on the machine */
    struct worker_reserve *reserve; /* the source of its workers' threads; NULL: its own */
    /* Called on a worker's thread: there is an event. */
    void (*wake)(void *context);
    void *wake_context;
};

/* NULL and the reason if allocation fails. */
struct engine *engine_create(const struct engine_config *config, struct error *error);

/* Stops the present work, whose events are lost, and gives the shares of processors, threads and
 * memory back. Only engine_destroy may be called after it. */
void engine_retire(struct engine *engine);

/* Waits for the threads to end and gives the memory back, which may take long: after engine_retire
 * it may be called on any thread. Without that it retires the engine first. */
void engine_destroy(struct engine *engine);

const struct game *engine_game(const struct engine *engine);
const struct game *const *engine_games(const struct engine *engine);
const struct game_settings *engine_settings(const struct engine *engine);
const void *engine_position(const struct engine *engine);

/* Begins a new game: everything learned from the old one is forgotten. Without a name it is the
 * same game under the same settings; with one, the options' values changed by the parameters. The
 * engine must be idle. */
struct engine_parameter {
    const char *name, *value;
};
bool engine_new_game(struct engine *engine, const char *name,
                     const struct engine_parameter *parameters, int count, struct error *error);

/* True if such a new game may begin. Changes nothing; the engine may be at work. */
bool engine_has_game(struct engine *engine, const char *name,
                     const struct engine_parameter *parameters, int count, struct error *error);

/* Sets the position: the start or a FEN, then moves separated by blanks (either may be NULL). On
 * success the error's text has the repairs of the FEN, "" if none. On failure the position is
 * rejected, and the text is the reason. The engine must be idle. */
bool engine_set_position(struct engine *engine, const char *fen, const char *moves,
                         struct error *error);

/* Plays a legal move on the position. The engine must be idle. */
void engine_play(struct engine *engine, move_t move);

/* Rejects a position that could not even be read. Until another position is accepted, or a new game
 * begins, engine_go answers without a move; nothing may show the board. */
void engine_reject_position(struct engine *engine, const char *reason);

/* True if the last position was accepted, so that `command` may use the board. Else false and the
 * reason, which begins with the command. */
bool engine_has_position(const struct engine *engine, const char *command, struct error *error);

/* The limits of a search. Fields that are not given are 0 or false. */
struct engine_limits {
    bool has_depth, has_nodes, has_mate;
    int multipv; /* 0: that of the option */
    bool infinite, ponder;
    int depth, mate_plies;
    uint64_t nodes;
    struct time_control clock; /* of the engine's side; the engine sets `overhead` and `ponders` */
    const char *searchmoves;   /* NULL: all moves */
    bool excepts;              /* all moves but these */
};

/* Begins a search of the position, and returns the time at which engine_stop must be called
 * (clock_ns(); INT64_MAX is never). Ends with an ENGINE_END event, and with a legal move if there
 * is one, even if allocation fails. After a rejected position it ends at once, with the reason as
 * an ENGINE_FAILURE and without a move. */
int64_t engine_go(struct engine *engine, const struct engine_limits *limits);

/* Requests the progress of a search: an ENGINE_REPORT without a line follows soon, its `multipv` 0.
 * Has no effect before the search has a processor. */
void engine_ask(struct engine *engine);

/* The move pondered on was played: the engine's clock runs from now on. Returns the new
 * deadline. */
int64_t engine_ponderhit(struct engine *engine);

/* Begins to count the leaves of the position's tree, a move at a time. False and the reason if the
 * position was rejected, or if the tree is deeper than recursion allows: MAX_PLY. */
bool engine_perft(struct engine *engine, int depth, struct error *error);

/* Begins the bench of one game, or of all: fixed positions, one thread, a fresh table. Depth 0 is
 * each game's own. */
bool engine_bench(struct engine *engine, const char *game, int depth, struct error *error);

/* Begins to search the position with each algorithm, to `depth` plies, or to the last one that
 * textbook alpha-beta completes within `nodes` nodes, and posts a table of what each needed; 0: no
 * such limit. False and the reason if the position was rejected or is finished, or if there is no
 * limit. */
bool engine_compare(struct engine *engine, int depth, uint64_t nodes, struct error *error);
/* The deepest tree of engine_trace, whose lines are indented by two blanks for each ply. */
#define ENGINE_TRACE_DEPTH 64

/* Begins a search to a depth by minimax or, with any other Algorithm, by the textbooks' alpha-beta.
 * Posts an ENGINE_TEXT for each node of its tree, and one for their sum. False and the reason if
 * the position was rejected or the game is over. */
bool engine_trace(struct engine *engine, int depth, struct error *error);

/* Begins to search every position of a game to a depth, 1 or more, and posts an ENGINE_REVIEWED for
 * each, the last position first. The game is given as for engine_set_position. False and the reason
 * if the position was rejected, if the game cannot be read, or if there is no memory for it. The
 * engine must be idle. */
bool engine_review(struct engine *engine, const char *fen, const char *moves, int depth,
                   struct error *error);

/* Begins to make openings of the game: positions a few random moves from the start in which neither
 * side is far ahead, the same for the same seed and number on every machine. */
void engine_make_openings(struct engine *engine, uint64_t seed, int count);

/* Returns the place of this engine's work in the queue for a processor, counted from 1; 0: it does
 * not wait. */
int engine_queue_place(const struct engine *engine);

/* Ends the present work as soon as possible; the ENGINE_END event still follows. */
void engine_stop(struct engine *engine);

/* The same for work whose end and result are not needed: it takes no time from others, and work
 * that has not begun never does. */
void engine_abandon(struct engine *engine);

/* Polls for the end of the work for so long without sleeping, which is quicker than a wake-up if a
 * stopped search ends within microseconds. True if ENGINE_END can be read. */
bool engine_await_end(const struct engine *engine, int64_t nanoseconds);

/* True if work is under way, or has ended and its ENGINE_END was not yet read. */
bool engine_is_busy(const struct engine *engine);

enum engine_event_kind {
    ENGINE_REPORT,      /* the state of a search */
    ENGINE_PERFT_MOVE,  /* one move's count */
    ENGINE_PERFT_TOTAL, /* all of them, and the time */
    ENGINE_BENCH_MOVE,  /* one position of a bench */
    ENGINE_BENCH_TOTAL, /* all of them */
    ENGINE_OPENING,     /* one opening made */
    ENGINE_REVIEWED,    /* one position of a game was searched */
    ENGINE_TEXT,        /* a line of text of a result, in `failure` */
    ENGINE_FAILURE,     /* the reason why the work could not be done */
    ENGINE_NOTICE,      /* the work is done in another way than requested: how, in `failure` */
    ENGINE_END          /* the work is done; nothing comes after it */
};

struct engine_perft {
    move_t move;
    uint64_t nodes; /* positions at the full depth */
    int64_t elapsed_ns;
    bool complete; /* of a total: not stopped before its end */
};

struct engine_bench {
    const struct game *game;
    const char *fen;
    int index, count; /* this position, of how many; index counts from 1 */
    move_t move;
    int depth;
    uint64_t nodes;
    int64_t elapsed_ns;
    bool complete;
};

/* The longest opening, in moves. */
#define ENGINE_OPENING_PLIES 8

struct engine_opening {
    int count;
    move_t moves[ENGINE_OPENING_PLIES]; /* from the start position */
};

/* A position of a game: after so many moves, its value for the side to move. */
struct engine_reviewed {
    int plies;
    score_t score;
};

struct engine_event {
    enum engine_event_kind kind;
    bool final; /* of a report: the search is over, this is its last report of this line */
    union {
        struct search_report report;
        struct engine_perft perft;
        struct engine_bench bench;
        struct engine_opening opening;
        struct engine_reviewed reviewed;
        struct error failure;
    };
};

/* Reads the next event; false if there is none now. */
bool engine_next_event(struct engine *engine, struct engine_event *event);

/* After ENGINE_END of a search: its best line, and the nodes of all workers. */
const struct search_line *engine_line(const struct engine *engine);
uint64_t engine_nodes(const struct engine *engine);

/* Begins to give back memory that a new game or an option has made worthless. Ends with an
 * ENGINE_END event. False: there is none. */
bool engine_renew(struct engine *engine);

/* The same, and writes to the table's pages, which the system allocates only then, so that the next
 * search need not wait for them. Not for a remote client, whose memory is available to others until
 * it searches, nor for a large table. */
bool engine_warm_up(struct engine *engine);

/* options.c: returns the option at `index`, counted from 0: the engine's own, then every game's.
 * False past the last. */
bool engine_option(const struct engine *engine, int index, struct setting *option);

enum option_status {
    OPTION_DONE,
    OPTION_ADJUSTED, /* done, but not as requested: the notice says how */
    OPTION_REFUSED   /* nothing changed: the notice says why */
};

/* Sets an option by name, in any case; value NULL for none. The engine must be idle. */
enum option_status engine_set_option(struct engine *engine, const char *name, const char *value,
                                     struct error *notice);

/* True if infos have the chances of win, draw and loss. */
bool engine_shows_wdl(const struct engine *engine);

/* True if infos are followed by the nodes of each iteration: for the textbooks' algorithms. */
bool engine_shows_iterations(const struct engine *engine);

#endif
