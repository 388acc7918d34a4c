/* A first opinion of the moves, for when there is no time for the truth: alpha-beta to a small
 * depth with the evaluation, without a table. */
#ifndef GAMES_CONNECT4_GUESS_H
#define GAMES_CONNECT4_GUESS_H

#include "crew.h"

/* Scores the moves as far as `nodes` nodes reach, each exactly at the depth that it returns (0: not
 * even at depth 1). */
int guess_moves(struct crew *crew, const struct connect4_position *position,
                const struct move_list *moves, uint64_t nodes, score_t *scores);

#endif
