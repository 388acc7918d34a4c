/* SPDX-License-Identifier: MIT */
/* A game or position with the results of its searches, and the values derived from them: the
 * expected score before each move, the loss of each move, and how bad that was. Every output is
 * made from it. */
#ifndef ANALYSE_STUDY_H
#define ANALYSE_STUDY_H

#include "entry.h"
#include "phase.h"
#include "results.h"

/* How bad a move is, by the expected score that it lost. */
enum mark { MARK_NONE, MARK_INACCURACY, MARK_MISTAKE, MARK_BLUNDER };

/* The least loss of expected score for each mark; a win is 1. These are lichess's limits 0.1, 0.2
 * and 0.3 on its scale from -1 to 1 (modules/analyse/src/main/Advice.scala of lila). */
#define LOSS_INACCURACY 0.05
#define LOSS_MISTAKE    0.10
#define LOSS_BLUNDER    0.15

enum mark mark_of_loss(double loss);
/* Returns "blunder" and the like; "" for MARK_NONE. */
const char *mark_name(enum mark mark);

/* The largest score that counts, in centipawns; a forced win counts as much. */
#define SCORE_LIMIT 1000

struct study_ply {
    const struct found *found; /* of the first engine; NULL: no result */
    enum phase phase;
    bool expected_known;
    double expected; /* expected score of player 1, from the best line or from the game's result */
    int cp;          /* score of player 1 from the same, from -SCORE_LIMIT to SCORE_LIMIT */
    bool is_best;    /* the move played here is the engine's own */
    bool lost_known; /* the loss of the move played here is known */
    double lost;     /* the expected score that it lost, 0 or more */
};

struct study {
    struct results_entry row; /* the texts are valid as long as the row's query */
    struct entry entry;
    struct found *found; /* of each engine in turn row.count, from row.first */
    int engines;
    struct study_ply *plies; /* entry.saved.record.plies + 1 of them */
    int judged;              /* the player whose moves are judged, 1 or 2; 0: both */
};

/* Reads an entry that is not damaged, and its results in the database; to be finished. */
bool study_begin(struct study *study, struct results *results, const struct results_entry *row,
                 const struct reading *reading, struct error *error);
void study_finish(struct study *study);

/* Returns the result of an engine at a ply; NULL: none. */
const struct found *study_found(const struct study *study, int engine, int ply);

/* True if the move at a ply is judged. */
bool study_judges(const struct study *study, int ply);

/* Returns the best line at a ply; NULL if there is none. */
const struct found_line *study_line(const struct study *study, int ply);

/* Stores what the result of a search tells about a ply, and about the moves before and after it.
 * `position` and `played` are the position and the move made there ("": none); `found` is not
 * kept. */
void study_weigh(struct study *study, int ply, const void *position, const char *played,
                 const struct found *found);

/* Returns the loss of a move by `player` (1 or 2) from one expected score of player 1 to another.
 * The engine's own move loses nothing. */
double study_loss(double before, double after, int player, bool is_best);

#endif
