/* SPDX-License-Identifier: MIT */
/* The encounters of a tournament in which they depend on results: a knockout or a Swiss tournament.
 * They are a pure function of the schedule and of the results so far, so that an interrupted
 * tournament can be continued. */
#ifndef MATCH_ENCOUNTERS_H
#define MATCH_ENCOUNTERS_H

#include "game.h"
#include "schedule.h"

struct encounter {
    int engines[2];    /* -1: not known yet */
    int64_t points[2]; /* in half points */
    int finished;      /* games */
    int allowed;       /* games that it takes at least, as far as is known: 0 to this number - 1 */
    int winner;        /* index in `engines`; -1: none, or none yet */
    bool over;         /* no further game is needed */
    bool by_rank;      /* knockout: the games decided nothing; the better-placed engine goes on */
};

struct encounters {
    int count, rounds;
    struct encounter *list; /* round by round */
    int *byes;              /* the engine with the bye of each Swiss round; -1: none */
};

/* True if the encounters of this schedule depend on results. */
bool encounters_depend(const struct schedule *schedule);

/* Finds the encounters that are known after these results (enum game_result of each number). */
void encounters_find(struct encounters *encounters, const struct schedule *schedule,
                     const uint8_t *results);
void encounters_finish(struct encounters *encounters);

/* Writes the order in which the engines of a knockout are placed, the best first: the seeds, then
 * the others by lot. */
void encounters_place(const struct schedule *schedule, int *engines);

#endif
