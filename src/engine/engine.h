/* SPDX-License-Identifier: MIT */
/* One player: a game, a position, options, and the threads that search for it. Knows no wire.
 *
 * All functions are called by one thread, the owner's; none of them waits for a search. What the
 * workers find is fetched with engine_next_event whenever `wake` has been called. */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include <stdbool.h>
#include <stdint.h>

#include "budget.h"
#include "buffer.h"
#include "error.h"
#include "game.h"
#include "mailbox.h"
#include "scheduler.h"
#include "worker_pool.h"

struct engine;

struct engine_config {
    const struct game *const *games; /* NULL after the last */
    const struct game *game;         /* the one played first */
    const char *alias;               /* by which it was named; NULL: by its name */
    struct budget *budget;           /* shared; NULL: no bounds but the machine's */
    struct scheduler *scheduler;     /* shared; NULL: its workers always run */
    struct scheduler_peer *peer; /* whose share of the processors it uses; NULL without scheduler */
    bool remote;     /* one of many, who may not name files: text options are not offered */
    bool background; /* its workers give way to other work on the machine */
    struct worker_reserve *reserve; /* from which it has its workers' threads; NULL: its own */
    /* Called on a worker's thread: there is something to take. */
    void (*wake)(void *context);
    void *wake_context;
};

/* NULL and the reason when memory is out. */
struct engine *engine_create(const struct engine_config *config, struct error *error);

/* Stops what is under way, whose events are lost, and gives the shares of processors, threads and
 * memory back. Nothing but engine_destroy may be called after it. */
void engine_retire(struct engine *engine);

/* Waits for the threads to end and gives the memory back, which may take long: after engine_retire
 * it may be called on any thread. Without that it retires the engine first. */
void engine_destroy(struct engine *engine);

const struct game *engine_game(const struct engine *engine);
const struct game *const *engine_games(const struct engine *engine);
const struct game_settings *engine_settings(const struct engine *engine);
const void *engine_position(const struct engine *engine);

/* Begins a new game: everything learned from the old one is forgotten. Without a name the same game
 * under the same settings; with one, under the options' values changed by the parameters. The
 * engine must be idle. */
struct engine_parameter {
    const char *name, *value;
};
bool engine_new_game(struct engine *engine, const char *name,
                     const struct engine_parameter *parameters, int count, struct error *error);

/* Whether a new game may be begun so. Changes nothing; the engine may be at work. */
bool engine_has_game(struct engine *engine, const char *name,
                     const struct engine_parameter *parameters, int count, struct error *error);

/* Sets the position: the start or a FEN, then moves separated by blanks (either may be NULL). On
 * success the error's text says what of the FEN was repaired, "" if nothing. On failure the
 * position is rejected, and the text says why. The engine must be idle. */
bool engine_set_position(struct engine *engine, const char *fen, const char *moves,
                         struct error *error);

/* Rejects a position that could not even be read. Until another position is accepted, or a new game
 * begins, engine_go answers without a move; nothing may show the board. */
void engine_reject_position(struct engine *engine, const char *reason);

/* Whether the last position was accepted, so that `command` may look at the board. False and the
 * reason, which begins with the command, after a rejected one. */
bool engine_has_position(const struct engine *engine, const char *command, struct error *error);

/* When to answer. Fields that are not given are 0 or false. */
struct engine_limits {
    bool has_depth, has_nodes, has_movetime, has_clock, has_mate;
    bool infinite, ponder;
    int depth, mate_plies, movestogo;
    uint64_t nodes;
    int64_t movetime_ms, time_ms, increment_ms; /* ours */
    const char *searchmoves;                    /* NULL: all moves */
};

/* Begins a search of the position, and gives the moment at which engine_stop must be called
 * (clock_ns(); INT64_MAX is never). Ends with an ENGINE_END event, and with a legal move if there
 * is one, even when memory is out. After a rejected position it ends at once, with the reason as an
 * ENGINE_FAILURE and without a move. */
int64_t engine_go(struct engine *engine, const struct engine_limits *limits);

/* Asks a search under way how far it is: an ENGINE_REPORT of no line follows soon, its `multipv` 0.
 * Not before the search has a processor. */
void engine_ask(struct engine *engine);

/* The move pondered on was played: our clock runs from now on. The new deadline. */
int64_t engine_ponderhit(struct engine *engine);

/* Begins to count the leaves of the position's tree, a move at a time. False and the reason when
 * the tree is deeper than recursion has room for: MAX_PLY. */
bool engine_perft(struct engine *engine, int depth, struct error *error);

/* Begins the bench of one game, or of all: fixed positions, one thread, a fresh table. Depth 0 is
 * each game's own. */
bool engine_bench(struct engine *engine, const char *game, int depth, struct error *error);

/* Begins to make openings of the game: positions a few random moves from the start in which neither
 * side is far ahead, the same for the same seed and number on every machine. */
void engine_make_openings(struct engine *engine, uint64_t seed, int count);

/* How many wait for a processor before this engine's work begins or goes on, itself counted; 0: it
 * does not wait. */
int engine_queue_place(const struct engine *engine);

/* Ends what is under way as soon as can be; the ENGINE_END event still comes. */
void engine_stop(struct engine *engine);

/* The same where nobody waits for the end or for what was found: it takes no time from others, and
 * work that has not begun never does. */
void engine_abandon(struct engine *engine);

/* Looks for the end of the work for so long without sleeping, which is quicker than to be woken
 * where a stopped search ends within microseconds. Whether ENGINE_END can be taken. */
bool engine_await_end(const struct engine *engine, int64_t nanoseconds);

/* Whether work is under way, or has ended and its ENGINE_END was not yet taken. */
bool engine_is_busy(const struct engine *engine);

/* The next event; false when there is none for now. */
bool engine_next_event(struct engine *engine, struct engine_event *event);

/* After ENGINE_END of a search: its lines, best first. */
int engine_line_count(const struct engine *engine);
const struct search_line *engine_line(const struct engine *engine, int index);
uint64_t engine_nodes(const struct engine *engine); /* of all workers */

/* Begins to give back memory that a new game or an option has made worthless. Ends with an
 * ENGINE_END event. False: there is none. */
bool engine_renew(struct engine *engine);

/* The same, and has the system give the table's pages, which it only promises until they are first
 * written to, so that the next search need not wait for them. Not for a remote client, whose memory
 * is others' until it searches, nor for a large table. */
bool engine_warm_up(struct engine *engine);

/* options.c: what `setoption` can set. */
enum engine_option_kind {
    ENGINE_OPTION_CHECK,
    ENGINE_OPTION_SPIN,
    ENGINE_OPTION_CHOICE,
    ENGINE_OPTION_BUTTON,
    ENGINE_OPTION_TEXT
};

struct engine_option {
    const char *name;
    enum engine_option_kind kind;
    int initial, min, max;
    const char *const *choices; /* NULL after the last; `initial` is an index into them */
    const char *initial_text;   /* ENGINE_OPTION_TEXT */
};

/* The option at `index`, counted from 0: the engine's own, then every game's. False past the last.
 */
bool engine_option(const struct engine *engine, int index, struct engine_option *option);

enum option_status {
    OPTION_DONE,
    OPTION_ADJUSTED, /* done, but not as asked: the notice says how */
    OPTION_REFUSED   /* nothing changed: the notice says why */
};

/* Sets an option by name, in any case; value NULL for none. The engine must be idle. */
enum option_status engine_set_option(struct engine *engine, const char *name, const char *value,
                                     struct error *notice);

/* Whether infos carry the chances of win, draw and loss. */
bool engine_shows_wdl(const struct engine *engine);

#endif
