/* SPDX-License-Identifier: MIT */
/* One engine of a job. It searches one position at a time, each as a new game, so that an answer
 * does not depend on earlier ones. An engine that crashes, hangs or answers with an illegal move is
 * restarted. Each position is tried twice, and then reported as failed. */
#ifndef ANALYSE_WORKER_H
#define ANALYSE_WORKER_H

#include "claim.h"
#include "client.h"
#include "found.h"

struct ev_loop;
struct worker;

/* A position to be searched. The job owns all members; they live until `done`. */
struct task {
    const struct game *game;
    const struct game_settings *settings;
    const void *position;
    const char *fen, *moves;   /* sent to the engine; NULL: the game's start, no moves */
    const struct claim *claim; /* NULL: none */
};

struct worker_job {
    const struct client_spec *spec;
    struct command_go go;
    double patience_s; /* the longest time for an answer */
};

struct worker_handlers {
    /* Returns the next task; NULL if there is none. */
    struct task *(*next)(void *context);
    /* The result of a task, or its failure. The handler may move the contents out of `found`. The
     * engine is already searching the next task. */
    void (*done)(void *context, struct task *task, struct found *found);
    /* The engine cannot be started. No more tasks are requested. */
    void (*lost)(void *context, const char *reason);
};

/* Starts an engine, which requests tasks after its greeting. */
struct worker *worker_create(struct ev_loop *loop, const struct worker_job *job,
                             const struct worker_handlers *handlers, void *context);

/* Ends the engine. The task it is searching is dropped. */
void worker_destroy(struct worker *worker);

#endif
