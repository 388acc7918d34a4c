/* SPDX-License-Identifier: MIT */
/* One engine of a job: it is asked one position after the other, each as a new game, so that an
 * answer does not depend on what was asked before. An engine that crashes, hangs or lies is started
 * again; a position is tried twice, and then given up with the reason. */
#ifndef ANALYSE_WORKER_H
#define ANALYSE_WORKER_H

#include "claim.h"
#include "client.h"
#include "found.h"

struct ev_loop;
struct worker;

/* A position to be searched. All is owned by the job, and lives until `done`. */
struct task {
    const struct game *game;
    const struct game_settings *settings;
    const void *position;
    const char *fen, *moves;   /* how it is told: NULL is the game's start, and no moves */
    const struct claim *claim; /* NULL: none */
};

struct worker_job {
    const struct client_spec *spec;
    struct command_go go;
    double patience_s; /* time for an answer */
};

struct worker_handlers {
    /* The next task; NULL when there is none. */
    struct task *(*next)(void *context);
    /* What was found of a task, or a failure, which the handler may take over and leave empty. By
     * now the engine searches the next one. */
    void (*done)(void *context, struct task *task, struct found *found);
    /* The engine does not come up. Nothing more is asked. */
    void (*lost)(void *context, const char *reason);
};

/* Starts an engine, which takes tasks as soon as it has greeted. */
struct worker *worker_create(struct ev_loop *loop, const struct worker_job *job,
                             const struct worker_handlers *handlers, void *context);

/* Ends the engine; what it searches is dropped. */
void worker_destroy(struct worker *worker);

#endif
