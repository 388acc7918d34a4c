/* SPDX-License-Identifier: MIT */
/* What every search shares: the limits it obeys, the word that stops it, the reports it makes.
 *
 * A search is one `struct search` and one `struct search_worker` for each thread. Workers run the
 * game's method (struct game, `search`), share the table and the control, and keep
 * everything else to themselves. A method's run
 *   - does no I/O, takes no lock and allocates nothing;
 *   - looks at search_stopped() at every node, and returns soon after it is true;
 *   - reads the clock only between iterations (search_may_deepen);
 *   - leaves its best line in worker->lines before it returns, even if stopped at once;
 *   - on worker 0, calls search_report() for each line it completes or whose bound it tightens. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"
#include "move.h"
#include "score.h"

struct game;
struct game_settings;
struct tt;

/* Most lines of MultiPV. */
#define MAX_MULTIPV 64

enum search_algorithm { ALGORITHM_ALPHABETA, ALGORITHM_MINIMAX };

/* When to end: the first limit that is reached. Times are absolute, on clock_ns(). */
struct search_limits {
    int depth;      /* plies, 1 .. MAX_PLY - 1 */
    uint64_t nodes; /* UINT64_MAX is none; exact with one thread */
    int mate_plies; /* end when a win in this many plies is found; 0 is none */
    int multipv;    /* lines wanted, 1 .. MAX_MULTIPV */
    enum search_algorithm algorithm;
    bool restricted;             /* only `root_moves` are searched at the root */
    struct move_list root_moves; /* legal ones, in the client's order */
};

enum search_bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

/* One line of play: the principal variation of one root move. */
struct search_line {
    int depth;    /* plies searched; 0: nothing completed, the score means nothing */
    int seldepth; /* deepest ply reached */
    score_t score;
    enum search_bound bound;
    int length; /* moves in pv; at least 1 unless the root has no legal move */
    move_t pv[MAX_PLY];
};

struct search_report {
    int multipv; /* 1 is the best line; 0: no line, only nodes and time */
    uint64_t nodes, tb_hits;
    int64_t elapsed_ns;
    int hashfull; /* permille */
    struct search_line line;
};

/* What the owner of a search may ask of its workers, as bits of one word. */
enum search_signal {
    SEARCH_STOP = 1,  /* end: answer with what you have */
    SEARCH_PAUSE = 2, /* wait: others have their turn on the processor; a stop ends the wait */
    SEARCH_TELL = 4,  /* one worker tells how far the search is, and goes on */
};

/* The border between the thread that owns a search and the ones that run it. */
struct search_control {
    _Alignas(CACHE_LINE) _Atomic unsigned word; /* enum search_signal; 0: go on */
    _Atomic int awake;                          /* threads that look at `word` often, and run */
    /* Where paused workers sleep. */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* No new iteration begins after `soft_deadline`; the clock that it belongs to runs since
     * `clock_start` (both on clock_ns(), INT64_MAX: no deadline). `ponderhit` moves them. */
    _Alignas(CACHE_LINE) _Atomic int64_t clock_start;
    _Atomic int64_t soft_deadline;
};

struct search {
    struct search_control control;
    struct search_limits limits;
    const struct game *game;
    const struct game_settings *settings;
    struct tt *tt;
    int64_t start_ns;
    uint64_t seed; /* of what a weakened search leaves to chance */
    int worker_count;
    struct search_worker **workers;
    /* Receives each line that worker 0 found, on its thread; and after search_ask the progress, on
     * any worker's thread: a report without a line, its `multipv` 0. Must be quick; may be NULL. */
    void (*report)(void *context, const struct search_report *report);
    void *report_context;
    struct search_report last_report; /* the last one with a line; `multipv` 0: none yet */
    /* Called on the thread that was the last to heed a pause, if it is set; must be quick. */
    void (*rested)(void *context);
    void *rested_context;
};

/* How a game is searched: one worker's run, and the memory that it needs. */
struct search_method {
    size_t worker_size;      /* bytes of worker->memory: histories, stacks and the like */
    size_t worker_alignment; /* of the type that lies there */
    void (*run)(struct search_worker *worker);
};

struct search_worker {
    struct search *search;
    int index;      /* 0 is the main worker, which reports */
    void *position; /* this worker's own copy of the root, game->position_size bytes */
    void *memory;   /* memory_size bytes; zero after a new game, kept between searches */
    size_t memory_size, position_size;
    /* Nodes of this search; written by the worker, read by anybody. */
    _Alignas(CACHE_LINE) _Atomic uint64_t nodes;
    _Atomic uint64_t tb_hits;
    /* Permille of the table in use, where the method has laid out one of its own in the memory of
     * search->tt; NULL: search->tt is used as it is. */
    int (*hashfull)(const struct search_worker *worker);
    int line_count; /* lines that hold a move, at most limits.multipv */
    struct search_line lines[MAX_MULTIPV];
};

/* A worker of `search` for a game with positions of `position_size` bytes, its memory zeroed and
 * aligned as the method asks; NULL when memory is out. */
struct search_worker *search_worker_create(struct search *search,
                                           const struct search_method *method, size_t position_size,
                                           int index);
void search_worker_destroy(struct search_worker *worker);

/* Forgets what was learned in the game so far. */
void search_worker_clear(struct search_worker *worker);

/* Makes the control of a zeroed search; search_finish undoes it. */
void search_init(struct search *search);
void search_finish(struct search *search);

/* Owner's side: ends the search, takes a stop back before a new one, and lets its workers wait and
 * go on. All are quick, on any thread. */
void search_stop(struct search *search);
void search_rearm(struct search *search);
void search_pause(struct search *search);
void search_resume(struct search *search);

/* Owner's side, quick, on any thread: the progress is reported once, when a worker next looks at
 * the word. */
void search_ask(struct search *search);

/* The work's side: from search_enter on, a thread looks at the word often, until search_leave. Not
 * before its memory is ready. Owner's side: whether a thread does, and runs; a pause has come into
 * effect when none does any more, which `rested` tells. */
void search_enter(struct search *search);
void search_leave(struct search *search);
bool search_is_awake(const struct search *search);

/* Sleeps while paused; whether the search must end. */
bool search_check_stop(struct search *search);

/* Worker's side: whether the search must end now. One load, unless something is asked of the
 * worker. */
INLINE bool search_stopped(struct search *search)
{
    return UNLIKELY(atomic_load_explicit(&search->control.word, memory_order_relaxed)) &&
           search_check_stop(search);
}

/* This worker's share of the limit on nodes; UINT64_MAX is none. */
uint64_t search_node_share(const struct search_worker *worker);

/* Nodes of all workers together. */
uint64_t search_nodes(const struct search *search);

/* Whether an iteration may begin: not stopped, and before the soft deadline, which `scale_percent`
 * shortens or lengthens (100 leaves it) with the stability of the best move. */
bool search_may_deepen(struct search *search, int scale_percent);

/* Fills in what a report says of the whole search: nodes, hits, time, table. */
void search_fill_report(const struct search *search, struct search_report *report);

/* Sends worker->lines[multipv - 1] (worker 0 only), with the figures of the whole search. */
void search_report(struct search_worker *worker, int multipv);

#endif
