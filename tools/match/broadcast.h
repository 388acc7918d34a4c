/* SPDX-License-Identifier: MIT */
/* Publishes a runner's games through a daemon, for others to watch: `publish` of the protocol.
 *
 * A broadcast never disturbs a match. If the daemon cannot be reached or disconnects, one message
 * says so. */
#ifndef MATCH_BROADCAST_H
#define MATCH_BROADCAST_H

#include "game_record.h"
#include "match.h"

struct broadcast;

/* Opens the broadcast of the runner with this index. NULL if the match's options request none, or
 * if the daemon cannot be reached. The functions below accept NULL. */
struct broadcast *broadcast_open(struct match *match, int index);
void broadcast_close(struct broadcast *broadcast);

/* Publishes the record's position: a game has begun, or a move was played. */
void broadcast_game(struct broadcast *broadcast, const struct game_record *record);
void broadcast_move(struct broadcast *broadcast, const struct game_record *record);

#endif
