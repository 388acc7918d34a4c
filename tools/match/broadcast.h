/* SPDX-License-Identifier: MIT */
/* A runner's games, offered by a daemon to whoever wants to watch: `publish` of the protocol.
 *
 * Nothing of it disturbs a match: when the daemon cannot be reached, or goes, that is said once. */
#ifndef MATCH_BROADCAST_H
#define MATCH_BROADCAST_H

#include "game_record.h"
#include "match.h"

struct broadcast;

/* The broadcast of the runner of that index, if the match's options want one; NULL, also when the
 * daemon cannot be reached. NULL is allowed below. */
struct broadcast *broadcast_open(struct match *match, int index);
void broadcast_close(struct broadcast *broadcast);

/* A game begins at the record's position, or a move was played in it. */
void broadcast_game(struct broadcast *broadcast, const struct game_record *record);
void broadcast_move(struct broadcast *broadcast, const struct game_record *record);

#endif
