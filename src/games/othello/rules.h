/* SPDX-License-Identifier: MIT */
/* The rules of Othello. */
#ifndef OTHELLO_RULES_H
#define OTHELLO_RULES_H

#include "game.h"
#include "level.h"
#include "position.h"

enum othello_setting { OTHELLO_SIZE, OTHELLO_SKILL, OTHELLO_SETTINGS };

/* The number of squares a side, by the choice of OTHELLO_SIZE. */
INLINE int othello_size(const struct game_settings *settings)
{
    static const int sizes[] = {8, 6, OTHELLO_MAX_SIZE};
    return sizes[settings->values[OTHELLO_SIZE]];
}

/* The leaves of the tree of legal moves: game.h. A game that ends before `depth` counts as one
 * leaf, as in the published counts. */
PER_LEVEL uint64_t othello_perft(const struct othello_position *position, int depth,
                                 struct search *search);

#define GAME        othello
#define GAME_COPIES 1
#include "contract.h"

#endif
