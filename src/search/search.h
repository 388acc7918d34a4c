/* SPDX-License-Identifier: MIT */
/* The common part of every search: its limits, the word that stops it, its reports.
 *
 * A search is one `struct search` and one `struct search_worker` for each thread. Workers run the
 * game's method (struct game, `search`), share the table and the control, and share nothing else. A
 * method's run
 *   - does no I/O, takes no lock and allocates nothing, except in endgame tables;
 *   - looks at search_stopped() at every node, and returns soon after it is true;
 *   - reads the clock only between iterations (search_may_deepen);
 *   - leaves its best line in worker->lines before it returns, even if stopped at once;
 *   - on worker 0, calls search_report() for each line it completes or whose bound it tightens. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include <assert.h>
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
struct trace;
struct tt;

/* The maximum number of lines (MultiPV). */
#define MAX_MULTIPV 64

/* The full search (search_template.h), or one of the textbooks (textbook_template.h). The last two
 * are alpha-beta with an order of moves, and with a table, too (ordered.h). */
enum search_algorithm {
    ALGORITHM_ALPHABETA,
    ALGORITHM_TEXTBOOK,
    ALGORITHM_MINIMAX,
    ALGORITHM_ORDERED,
    ALGORITHM_TABLE
};

/* The game's own evaluation, or the one that a textbook states for the game. */
enum search_evaluation { EVALUATION_FULL, EVALUATION_TEXTBOOK };

/* When to end: at the first limit that is reached. Times are absolute, on clock_ns(). */
struct search_limits {
    int depth;      /* plies, 1 .. MAX_PLY - 1 */
    uint64_t nodes; /* UINT64_MAX: no limit; exact with one thread */
    int mate_plies; /* end when a win within this many plies is found; 0: no limit */
    int multipv;    /* number of lines, 1 .. MAX_MULTIPV */
    enum search_algorithm algorithm;
    enum search_evaluation evaluation;
    bool restricted;             /* only `root_moves` are searched at the root */
    struct move_list root_moves; /* legal moves, in the client's order */
};

/* Whether the limits allow a legal move at the root. */
INLINE bool search_allows(const struct search_limits *limits, move_t move)
{
    return !limits->restricted || move_list_find(&limits->root_moves, move) >= 0;
}

/* Bounds are reported only after this many nodes, because earlier ones change too fast to be
 * read. */
#define SEARCH_BOUND_REPORT_NODES 3000000

enum search_bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

/* One line of play: the principal variation of one root move. */
struct search_line {
    int depth;    /* plies searched; 0: no iteration completed, the score has no meaning */
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

/* Requests that the owner of a search makes to its workers, as bits of one word. */
enum search_signal {
    SEARCH_STOP = 1,  /* end: answer with the best result so far */
    SEARCH_PAUSE = 2, /* wait: other searches may use the processor; a stop ends the wait */
    SEARCH_TELL = 4,  /* one worker reports the progress and continues */
};

/* The interface between the thread that owns a search and the threads that run it. */
struct search_control {
    _Alignas(CACHE_LINE) _Atomic unsigned word; /* enum search_signal; 0: continue */
    _Atomic int awake;                          /* running threads that check `word` often */
    /* Paused workers sleep on this. */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* No new iteration begins after `soft_deadline`. Its clock started at `clock_start`. Both are
     * on clock_ns(); INT64_MAX: no deadline. `ponderhit` moves them. */
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
    uint64_t seed; /* determines the random choices of a weakened search */
    int worker_count;
    struct search_worker **workers;
    /* Receives each line that worker 0 finds, on its thread. After search_ask it receives the
     * progress, on any worker's thread, as a report without a line: `multipv` is 0. Must be quick;
     * may be NULL. */
    void (*report)(void *context, const struct search_report *report);
    void *report_context;
    struct search_report last_report; /* the last one with a line; `multipv` 0: none yet */
    /* Called, unless NULL, on the last thread that pauses; must be quick. */
    void (*rested)(void *context);
    void *rested_context;
};

/* How a game is searched: the function that runs one worker, and the memory that it needs. */
struct search_method {
    size_t worker_size;      /* bytes of worker->memory: histories, stacks and the like */
    size_t worker_alignment; /* alignment of the type at that address */
    void (*run)(struct search_worker *worker);
};

/* The counts of an iteration. The full search also evaluates positions that are no leaves. */
struct search_counts {
    uint64_t leaves;     /* positions that were evaluated or finished */
    uint64_t cuts;       /* nodes that ended after a move as good as beta or better */
    uint64_t first_cuts; /* of these: after their first move */
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
    /* Permille of the table in use. A method sets it if it uses the memory of search->tt for a
     * table with another layout. NULL if search->tt is used as it is. */
    int (*hashfull)(const struct search_worker *worker);
    bool out_of_range; /* the game's evaluation left its range in this search */
    struct search_counts counts;
    struct trace *trace; /* records a search of the textbooks (trace.h); NULL: nothing does */
    int line_count;      /* lines that hold a move, at most limits.multipv */
    struct search_line lines[MAX_MULTIPV];
};

/* Creates a worker of `search` for a game with positions of `position_size` bytes. Its memory is
 * zeroed and aligned as the method requires. NULL if an allocation fails. */
struct search_worker *search_worker_create(struct search *search,
                                           const struct search_method *method, size_t position_size,
                                           int index);
void search_worker_destroy(struct search_worker *worker);

/* Forgets everything learned in the game so far. */
void search_worker_clear(struct search_worker *worker);

/* Initialises the control of a zeroed search; search_finish releases it. */
void search_init(struct search *search);
void search_finish(struct search *search);

/* For the owner: these end the search, withdraw a stop before a new search, and pause and resume
 * the workers. All are quick and may be called on any thread. */
void search_stop(struct search *search);
void search_rearm(struct search *search);
void search_pause(struct search *search);
void search_resume(struct search *search);

/* For the owner; quick, on any thread: the next worker that checks the word reports the progress
 * once. */
void search_ask(struct search *search);

/* For the threads that run the search: from search_enter until search_leave, a thread checks the
 * word often. It must not enter before its memory is ready. For the owner: whether a thread has
 * entered and is running. A pause has taken effect when none is; `rested` reports that. */
void search_enter(struct search *search);
void search_leave(struct search *search);
bool search_is_awake(const struct search *search);

/* Sleeps while paused; returns whether the search must end. */
bool search_check_stop(struct search *search);

/* For the workers: whether the search must end now. It costs one load, unless a request is
 * pending. */
INLINE bool search_stopped(struct search *search)
{
    return UNLIKELY(atomic_load_explicit(&search->control.word, memory_order_relaxed)) &&
           search_check_stop(search);
}

/* A game's evaluation. It must never be a mate score, and an assert says so. Without asserts, one
 * that is counts as the nearest score that is none, and is reported. */
INLINE score_t search_evaluation_of(struct search_worker *worker, score_t score)
{
    assert(!score_is_mate(score));
    if (UNLIKELY(score_is_mate(score))) {
        worker->out_of_range = true;
        return score_clamp(score, SCORE_MATE_FOUND - 1);
    }
    return score;
}

/* This worker's share of the node limit; UINT64_MAX: no limit. */
uint64_t search_node_share(const struct search_worker *worker);

/* The number of nodes of all workers together. */
uint64_t search_nodes(const struct search *search);

/* Whether a new iteration may begin: the search is not stopped, and the soft deadline has not
 * passed. `scale_percent` shortens or lengthens the deadline according to the stability of the best
 * move (100 leaves it unchanged). */
bool search_may_deepen(struct search *search, int scale_percent);

/* Fills in the parts of a report that concern the whole search: nodes, hits, time, table. */
void search_fill_report(const struct search *search, struct search_report *report);

/* Sends worker->lines[multipv - 1] (worker 0 only), with the statistics of the whole search. */
void search_report(struct search_worker *worker, int multipv);

#endif
