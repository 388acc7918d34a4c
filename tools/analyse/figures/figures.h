/* SPDX-License-Identifier: MIT */
/* The figures that players quote: accuracy, average loss in centipawns, mistakes, missed wins.
 *
 * The formulas of the accuracy are those of lichess, as https://lichess.org/page/accuracy and the
 * file modules/analyse/src/main/AccuracyPercent.scala of lila publish them. Scores are limited to
 * 1000 centipawns, and a forced win counts as 1000. With `win` = 100 * expectation(score) percent:
 *
 *     of a move: 103.1668 * exp(-0.04354 * (win before - win after)) - 3.1669, from 0 to 100
 *     of a side: (weighted mean + harmonic mean) / 2 of its moves' accuracies
 *
 * The weight of a move is the standard deviation of `win` in the window of positions that ends
 * after it, from 0.5 to 12 percent. A window has a tenth of the game's moves, from 2 to 8
 * positions. The harmonic mean takes an accuracy below 1 as 1. A phase has the plain mean. lichess
 * adds 1 to the accuracy of each move that loses something, and takes 15 centipawns for the start
 * instead of a search; the figures here do not. */
#ifndef ANALYSE_FIGURES_H
#define ANALYSE_FIGURES_H

#include "study.h"

/* A missed win: the mover's `win` in percent before and after the move. 75 is about 300
 * centipawns. */
#define MISSED_WIN_FROM  75.0
#define MISSED_WIN_BELOW 60.0

enum missed { MISSED_NOTHING, MISSED_WIN, MISSED_MATE };

struct move_figures {
    double accuracy; /* 0 to 100 */
    int cp_loss;     /* centipawns, 0 or more */
    enum missed missed;
};

struct phase_figures {
    int moves;
    double accuracy, cp_loss; /* means; 0 without moves */
};

struct side_figures {
    struct phase_figures whole, phases[PHASES];
    int marks[MARK_BLUNDER + 1];
    int missed[MISSED_MATE + 1];
};

struct figures {
    struct side_figures sides[2]; /* of player 1 and 2 */
};

/* Finds the figures of the move at a ply; false if the scores around it are not known. */
bool figures_of_move(const struct study *study, int ply, struct move_figures *figures);

/* Finds the figures of a game; false if there is no move with known scores around it. */
bool figures_of_game(const struct study *study, struct figures *figures);

/* Returns "win" or "mate"; "" for nothing. */
const char *missed_name(enum missed missed);

#endif
