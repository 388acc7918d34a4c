/* Questions put together to proofs: a position's exact value, a move that keeps it. */
#ifndef GAMES_CONNECT4_PROOF_H
#define GAMES_CONNECT4_PROOF_H

#include "crew.h"

/* The exact value of a position, found by the first worker with the others' help. Meaningless when
 * crew->ended. */
int proof_value(struct crew *crew, const struct connect4_position *position);

/* A move of `moves` that keeps at least `value`; MOVE_NONE when the search ended or there is none.
 */
move_t proof_move(struct crew *crew, const struct connect4_position *position,
                  const struct move_list *moves, int value);

/* The two steps of a proof, for who wants to see it come about. The node's value is known to be in
 * [*lower, *upper], and these get narrower: by what the table knows; and then by one question, is
 * the value `least` or more? Returns the `least` to ask for next. */
void proof_begin(struct crew *crew, struct solver_node *node, int *lower, int *upper);
int proof_narrow(struct crew *crew, struct solver_node *node, int least, int *lower, int *upper);

#endif
