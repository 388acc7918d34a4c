/* Inside an engine: shared by the files of this folder alone. */
#ifndef ENGINE_ENGINE_STATE_H
#define ENGINE_ENGINE_STATE_H

#include "engine.h"
#include "time_control.h"
#include "tt.h"
#include "worker_pool.h"

#define HASH_INITIAL          16
#define HASH_MAX              1048576
#define THREADS_MAX           1024
#define MOVE_OVERHEAD_INITIAL 10
#define MOVE_OVERHEAD_MAX     5000

/* The engine's own options; the games' are in their settings. */
struct engine_options {
    int hash_megabytes;
    int threads;
    int multipv;
    int move_overhead_ms;
    int algorithm; /* enum search_algorithm */
    int ponder, analyse_mode, show_wdl;
};

/* One game, with what the options say of it. */
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
    void *scratch; /* a position under construction */

    struct tt tt;
    struct search search;
    struct search_worker **workers; /* worker_count of them, for `worker_game` */
    int worker_count;
    const struct game *worker_game;
    struct worker_pool *pool;
    struct scheduler_entry schedule; /* in use while busy, if there is a scheduler */
    struct mailbox mailbox;
    bool busy;
    _Atomic bool ended;     /* ENGINE_END waits to be taken */
    _Atomic bool cancelled; /* engine_stop was called since the work began */
    int best_worker;        /* of the last search */

    struct time_control clock; /* of the search under way */
    struct search_report last_report;

    int perft_depth;
    uint64_t openings_seed;
    int openings_count;
    const struct game *bench_game; /* NULL: every game */
    int bench_depth;
};

/* job.c: posts to the mailbox and wakes the owner; on a worker's thread. */
void engine_post(struct engine *engine, const struct engine_event *event);

/* job.c: posts ENGINE_END: the last that a job does. */
void engine_post_end(struct engine *engine);

/* job.c: starts the threads on a job, and marks the engine busy; the opposite. */
bool engine_start_job(struct engine *engine, int count, worker_job *job, struct error *error);
void engine_end_job(struct engine *engine);

/* workers.c: frees the engine's own workers, all of them. */
void engine_destroy_workers(struct engine *engine);

/* engine.c: begins a new game of `game` under `settings`. */
bool engine_begin(struct engine *engine, const struct game *game,
                  const struct game_settings *settings, struct error *error);

/* engine.c: the engine's record of a game of its list. */
struct engine_game *engine_record(struct engine *engine, const struct game *game);

#endif
