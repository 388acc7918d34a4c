/* SPDX-License-Identifier: MIT */
/* A game or position with what was found in it, and what follows from that: the expected score
 * before each move, what each move lost of it, and how bad that was. What every output is made of.
 */
#ifndef ANALYSE_STUDY_H
#define ANALYSE_STUDY_H

#include "claim.h"
#include "entry.h"
#include "results.h"

/* How bad a move is, by the expected score that it lost. */
enum mark { MARK_NONE, MARK_INACCURACY, MARK_MISTAKE, MARK_BLUNDER };

/* Expected score that a move of each mark loses at least, of 1. */
#define LOSS_INACCURACY 0.05
#define LOSS_MISTAKE    0.10
#define LOSS_BLUNDER    0.15

enum mark mark_of_loss(double loss);
/* "blunder"; "" of none. */
const char *mark_name(enum mark mark);

struct study_ply {
    const struct found *found; /* NULL: not searched, or not yet */
    bool expected_known;
    double expected; /* expected score of player 1: of the best line, or of the result */
    bool is_best;    /* the move played here is the engine's own */
    bool lost_known; /* the move played here, if there is one, was weighed */
    double lost;     /* expected score that it lost, 0 or more */
};

struct study {
    struct results_entry row; /* the texts live as long as the row's query */
    struct entry entry;
    struct results_position *positions; /* row.count of them, from row.first */
    struct study_ply *plies;            /* entry.saved.record.plies + 1 of them */
    bool is_claimed;                    /* of a test suite */
    struct claim claim;
};

/* Reads an entry that is not damaged, with what is in the database; to be finished. */
bool study_begin(struct study *study, struct results *results, const struct results_entry *row,
                 const struct reading *reading, struct error *error);
void study_finish(struct study *study);

/* The best line at a ply; NULL if there is none. */
const struct found_line *study_line(const struct study *study, int ply);

/* The expected score of player 1 where `position` is, by the engine's best line there (NULL: none
 * is known), or by the rules where the game is over. */
bool study_expect(const struct game *game, const void *position, const struct found_line *line,
                  double *expected);

/* The loss of a move that `player` (1 or 2) makes from an expected score of player 1 to another; a
 * move that is the engine's own loses nothing. */
double study_loss(double before, double after, int player, bool is_best);

#endif
