/* SPDX-License-Identifier: MIT */
/* The inside of an engine, shared by the files of this folder alone. */
#ifndef ENGINE_ENGINE_STATE_H
#define ENGINE_ENGINE_STATE_H

#include "engine.h"
#include "time_control.h"
#include "tt.h"

#define HASH_INITIAL          16
#define HASH_MAX              1048576
#define THREADS_MAX           1024
#define MOVE_OVERHEAD_INITIAL 10
#define MOVE_OVERHEAD_MAX     5000

/* Bytes of a thread's stack that a search uses: 100 to 250 KiB were measured after deep searches of
 * each game. */
#define WORKER_STACK_USE (256 << 10)

/* The engine's own options; the games' are in their settings. */
struct engine_options {
    int hash_megabytes;
    int threads;
    int multipv;
    int move_overhead_ms;
    int algorithm; /* enum search_algorithm */
    int ponder, analyse_mode, show_wdl;
};

/* One game, with its options. */
struct engine_game {
    const struct game *game;
    struct game_settings settings;
    char *texts[MAX_SETTINGS]; /* SETTING_TEXT values that were set; else NULL */
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
    worker_job *job; /* under way, or waiting for a processor */
    /* Answers for a job that never began and must not begin; NULL: the job begins, and ends. */
    void (*give_up)(struct engine *engine);
    bool busy, retired;
    bool learned;           /* the table or the workers have data of this game */
    bool outdated;          /* the data is of an earlier game: to be cleared before the next job */
    _Atomic bool cancelled; /* engine_stop was called since the work began */
    int best_worker;        /* of the last search; -1: `fallback` is its answer */
    struct search_line fallback;
    bool is_corrected; /* the game corrected the search: `fallback` is the answer */

    struct time_control clock; /* of the search under way */
    bool may_use_book;         /* the answer of the search under way may come from a book */
    struct search_report last_report;

    int perft_depth;
    uint64_t openings_seed;
    int openings_count;
    const struct game *bench_game; /* NULL: every game */
    int bench_depth;
};

/* job.c: posts to the mailbox and wakes the owner; on a worker's thread. */
void engine_post(struct engine *engine, const struct engine_event *event);

/* job.c: the same between search_enter and search_leave: a thread that waits for room counts as
 * asleep. */
void engine_post_entered(struct engine *engine, const struct engine_event *event);

/* job.c: posts ENGINE_END, which must be the end of a job. */
void engine_post_end(struct engine *engine);

/* job.c: posts the reason why the work cannot be done; that it is done in another way than
 * requested. */
void engine_post_failure(struct engine *engine, const struct error *error);
void engine_post_notice(struct engine *engine, const struct error *notice);

/* job.c: starts a job on worker 0, at once or when the scheduler allows it, and marks the engine
 * busy; the opposite. `weight` is the number of its workers. */
void engine_start_job(struct engine *engine, int weight, worker_job *job,
                      void (*give_up)(struct engine *engine));
void engine_end_job(struct engine *engine);

/* workers.c: returns the bytes of one worker of the game, including its thread's stack. */
int64_t engine_worker_bytes(const struct game *game);

/* workers.c: on worker 0's thread, inside a job: allocates the table and the workers that the
 * options ask for, or as much of them as memory allows, and posts a notice then. False and the
 * reason if there is not enough for one worker and the smallest table. */
bool engine_prepare(struct engine *engine, struct error *error);

/* workers.c: frees all the engine's own workers. */
void engine_destroy_workers(struct engine *engine);

/* engine.c: begins a new game of `game` under `settings`. */
bool engine_begin(struct engine *engine, const struct game *game,
                  const struct game_settings *settings, struct error *error);

/* engine.c: returns the engine's record of a game of its list. */
struct engine_game *engine_record(struct engine *engine, const struct game *game);

#endif
