/* A slot: a place where one game at a time is played, with the two engines that play it.
 *
 * Engines stay from game to game while the next one needs them. Each move is timed from the moment
 * its `go` was sent to the arrival of its answer. */
#ifndef MATCH_SLOT_H
#define MATCH_SLOT_H

#include "match.h"

struct slot;

struct slot *slot_create(struct match *match, int index);

/* Takes games from the match and plays them until there are no more. */
void slot_run(struct slot *slot);

/* Ends the engines; what is under way is not a game. The slot is gone. */
void slot_destroy(struct slot *slot);

#endif
