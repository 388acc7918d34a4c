/* SPDX-License-Identifier: MIT */
/* The inside of an engine, shared by the files of this folder alone. */
#ifndef ENGINE_ENGINE_STATE_H
#define ENGINE_ENGINE_STATE_H

#include <pthread.h>

#include "engine.h"
#include "tt.h"

#define HASH_INITIAL          16
#define HASH_MAX              1048576
#define THREADS_MAX           1024
#define MOVE_OVERHEAD_INITIAL 10
#define MOVE_OVERHEAD_MAX     5000

/* Bytes of a thread's stack that a search uses: 100 to 250 KiB were measured after deep searches of
 * each game. */
#define WORKER_STACK_USE (256 << 10)

/* The most events that wait in a mailbox. When the ring is full, the oldest report is dropped: a
 * newer one replaces it. Final reports and events of other kinds are never dropped; a thread that
 * posts them waits for room. */
#define MAILBOX_ROOM 64

/* The same before the first job, and if allocation fails: an engine that never worked stays
 * small. */
#define MAILBOX_LEAST_ROOM 4

/* Events from the workers to the thread that owns the engine, in a small ring. */
struct mailbox {
    pthread_mutex_t lock;
    pthread_cond_t room;
    int first, count;
    bool closed;          /* the owner does not read any more: posts are dropped */
    _Atomic bool has_end; /* ENGINE_END waits to be read; may be loaded without the lock */
    int size;             /* of the ring */
    struct engine_event *ring, least[MAILBOX_LEAST_ROOM];
};

/* The engine's own options; the games' are in their settings. */
struct engine_options {
    int hash_megabytes;
    int threads;
    int multipv;
    int move_overhead_ms;
    int algorithm;  /* enum search_algorithm */
    int evaluation; /* enum search_evaluation */
    int ponder, analyse_mode, show_wdl;
};

/* One game, with its options. */
struct engine_game {
    const struct game *game;
    struct game_settings settings;
    char *texts[MAX_SETTINGS]; /* SETTING_TEXT values that were set; else NULL */
};

/* A game whose positions are searched one after another. */
struct engine_review {
    char *fen, *moves; /* as for engine_set_position; the last moves are cut off */
    int depth;
    int64_t bytes; /* of memory, charged */
};

struct engine {
    struct engine_config config;
    struct engine_options options;
    struct engine_game *games;
    const char **variants; /* the games' names, NULL after the last */
    int game_count;

    const struct game *game;
    struct game_settings settings; /* of the game being played */
    void *position;
    void *scratch;          /* a position under construction */
    struct error rejection; /* why the last position was rejected; "": it was accepted */

    /* The positions, the table, the workers and the mailbox's ring: changed by the owner while no
     * job is under way, and by worker 0 inside a job. */
    struct charge charge;
    struct tt tt;
    int table_megabytes; /* that were requested when the table was made; it may have fewer */
    struct search search;
    struct search_worker **workers; /* worker_count of them, for `worker_game` */
    int worker_count;
    const struct game *worker_game;
    struct worker_pool *pool;
    struct scheduler_entry schedule; /* in use while busy, if there is a scheduler */
    struct mailbox mailbox;
    /* Answers for the job under way, if it never began and must not begin; NULL: it begins, and
     * ends. */
    void (*give_up)(struct engine *engine);
    bool busy, retired;
    bool learned;           /* the table or the workers have data of this game */
    bool outdated;          /* the data is of an earlier game: to be cleared before the next job */
    _Atomic bool cancelled; /* engine_stop was called since the work began */
    bool searched;          /* the last answer was found by a search */
    struct search_line answer;

    struct time_control clock; /* of the search under way */
    bool may_use_book;         /* the answer of the search under way may come from a book */

    int perft_depth;
    int compare_depth;
    uint64_t compare_nodes;
    uint64_t openings_seed;
    int openings_count;
    const struct game *bench_game; /* NULL: every game */
    int bench_depth;
    int trace_depth;
    struct engine_review review;
};

/* workers.c: initialises a zeroed mailbox; drops all its events, now and later, and wakes the
 * threads that wait; and frees its memory. */
void mailbox_init(struct mailbox *mailbox);
void mailbox_close(struct mailbox *mailbox);
void mailbox_finish(struct mailbox *mailbox);

/* workers.c: makes room for MAILBOX_ROOM events, if there is memory for it: a small mailbox is
 * sufficient. The mailbox must be empty. */
void mailbox_grow(struct engine *engine);

/* workers.c: removes the first event; false if there is none. */
bool mailbox_next(struct mailbox *mailbox, struct engine_event *event);

/* workers.c: puts a copy of the event into the mailbox, and wakes the owner. */
void engine_post(struct engine *engine, const struct engine_event *event);

/* workers.c: posts a report that is not final (search.report); an ENGINE_FAILURE or an
 * ENGINE_NOTICE with its text; and ENGINE_END, which must be the end of a job. */
void engine_post_report(void *engine, const struct search_report *report);
void engine_post_text(struct engine *engine, enum engine_event_kind kind, const struct error *text);
void engine_post_end(struct engine *engine);

/* workers.c: gives the workers a position, with a table, and runs the search of the limits on
 * worker `index`. The first is false, and has posted why, if there is no memory. After the search,
 * the last returns the worker whose line is the answer. */
bool engine_set_workers(struct engine *engine, const void *position);
void engine_run_worker(void *engine, int index);
const struct search_worker *engine_best_worker(const struct engine *engine);

/* engine.c: starts a job on worker 0, at once or when the scheduler allows it, and marks the engine
 * busy; the opposite. `weight` is the number of its workers. `give_up` answers for a job that never
 * began and must not begin; NULL: it begins, and ends. */
void engine_start_job(struct engine *engine, int weight, worker_job *job,
                      void (*give_up)(struct engine *engine));
void engine_end_job(struct engine *engine);

/* workers.c: the jobs; their context is the engine. Search the position; free the memory that is
 * outdated; do that and allocate what a search needs. */
worker_job engine_run_search, engine_run_renew, engine_run_warm_up;

/* workers.c: answers for a search that never began: the first move that is allowed, which needs no
 * processor. On the owner's thread, or on worker 0's if allocation fails. */
void engine_give_up_search(struct engine *engine);

/* workers.c: true if there is memory that the options or a new game have made worthless. */
bool engine_is_outdated(const struct engine *engine);

/* workers.c: returns the bytes of one worker of the game, including its thread's stack. */
int64_t engine_worker_bytes(const struct game *game);

/* workers.c: frees all the engine's own workers. */
void engine_destroy_workers(struct engine *engine);

/* bench.c: for a job that borrows the search. Makes the search ready for another run; false if the
 * job was stopped. Restores the search, so that nothing in it points into the job, which ends. */
bool engine_rearm(struct engine *engine);
void engine_restore_search(struct engine *engine);

/* The option Evaluation. A game for which no textbook states an evaluation has only its own. */
INLINE enum search_evaluation engine_evaluation(const struct engine *engine)
{
    return engine->game->textbook_search ? (enum search_evaluation)engine->options.evaluation
                                         : EVALUATION_FULL;
}

/* setup.c: begins a new game of `game` under `settings`. */
bool engine_begin(struct engine *engine, const struct game *game,
                  const struct game_settings *settings, struct error *error);

/* setup.c: builds the position on the scratch position. `notice` gets the repairs of the FEN, or
 * the reason of a failure. */
bool engine_build_position(struct engine *engine, const char *fen, const char *moves,
                           struct error *notice);

/* setup.c: returns the engine's record of a game of its list. */
struct engine_game *engine_record(struct engine *engine, const struct game *game);

#endif
