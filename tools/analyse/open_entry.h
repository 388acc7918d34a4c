/* SPDX-License-Identifier: MIT */
/* An entry whose positions are being searched: its positions as tasks, in order, and the known
 * results of the moves between them. It exists until it is closed and all its tasks are freed. */
#ifndef ANALYSE_OPEN_ENTRY_H
#define ANALYSE_OPEN_ENTRY_H

#include "game_walk.h"
#include "study.h"
#include "worker.h"

struct open_ply {
    bool expected_known, is_best; /* the move played is the engine's own */
    double expected;              /* expected score of player 1 */
    bool known;                   /* searched in an earlier run */
};

struct open_entry {
    int64_t number;
    char *source;
    int line;
    struct entry entry;
    bool is_claimed;
    struct claim claim;
    struct open_ply *plies;  /* one more than the number of moves */
    struct game_walk cursor; /* at the position visited last */
    int uses;                /* the number of tasks, and one until it is closed */
};

struct open_task {
    struct task task;
    struct open_entry *entry;
    int ply;
    void *position;
    char *moves;
    char played[GAME_MOVE_TEXT]; /* the game's own move there; "": none */
    struct found found;          /* after the search */
    struct open_task *next;
};

/* NULL and the reason if the database fails. */
struct open_entry *open_entry_create(struct results *results, const struct results_entry *row,
                                     const struct reading *reading, struct error *error);
void open_entry_close(struct open_entry *open);

/* Returns the next position without a result, for the caller to free; NULL if there is none. */
struct open_task *open_entry_take(struct open_entry *open);
struct open_task *open_task_of(struct task *task);
void open_task_free(struct open_task *task);

/* Stores the expected score in the position of a task that has been searched. */
void open_entry_put(const struct open_task *task);

/* Finds the expected score that the move at a ply lost; false if it is not known or there is no
 * move. */
bool open_entry_lost(const struct open_entry *open, int ply, double *lost);

/* Appends a name for that move: "games.pgn:12 23...Qxb2". */
void open_entry_name_move(const struct open_entry *open, int ply, struct buffer *out);

#endif
