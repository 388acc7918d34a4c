/* SPDX-License-Identifier: MIT */
/* The static evaluation: the expected difference of discs at the end of the game for the side to
 * move, in hundredths of a disc. */
#ifndef OTHELLO_EVALUATE_H
#define OTHELLO_EVALUATE_H

#include "position.h"
#include "score.h"

/* One disc at the end of the game, in centipawns. */
#define OTHELLO_DISC 100

/* The evaluation by mobility and corners, which supports every board size. */
PER_LEVEL score_t othello_evaluate_classical(const struct othello_position *position);

/* The score of a finished game: empty squares go to the winner. */
INLINE score_t othello_final_score(const struct othello_position *position)
{
    const int balance = othello_balance(position), empties = othello_empties(position);
    return OTHELLO_DISC * (balance > 0 ? balance + empties : balance < 0 ? balance - empties : 0);
}

#endif
