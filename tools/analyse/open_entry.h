/* SPDX-License-Identifier: MIT */
/* An entry whose positions are being searched, one task for each, in order. It exists until it is
 * closed and all its tasks are freed. */
#ifndef ANALYSE_OPEN_ENTRY_H
#define ANALYSE_OPEN_ENTRY_H

#include "game_walk.h"
#include "study.h"

struct open_entry {
    struct study study;
    char *source;            /* its file */
    struct game_walk cursor; /* at the position visited last */
    int next;                /* no ply before this one becomes a task any more */
    int engine;              /* whose results are missing */
    int uses;                /* the number of tasks, and one until it is closed */
};

/* A position to be searched. */
struct task {
    struct open_entry *open;
    int ply;
    void *position;
    char *moves;                 /* up to the position; NULL: none */
    char played[GAME_MOVE_TEXT]; /* the game's own move there; "": none */
    int64_t movetime_ms;         /* of the search; 0: the job's limits */
    int64_t before_us;           /* time of earlier searches of the position */
    struct found found;          /* after the search */
    struct task *next;           /* in a list of the job */
};

/* Opens an entry for an engine. NULL and the reason if the database fails. */
struct open_entry *open_entry_create(struct results *results, const struct results_entry *row,
                                     const struct reading *reading, int engine,
                                     struct error *error);
void open_entry_close(struct open_entry *open);

/* Returns the next position without a result, for the caller to free; NULL if there is none. */
struct task *open_entry_take(struct open_entry *open);

/* Returns the position at a ply, to be searched once more. No other may have been returned. */
struct task *open_entry_take_again(struct open_entry *open, int ply);
void task_free(struct task *task);

/* Appends a name for the move at a ply: "games.pgn:12 23...Qxb2". */
void open_entry_name_move(const struct open_entry *open, int ply, struct buffer *out);

#endif
