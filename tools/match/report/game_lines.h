/* SPDX-License-Identifier: MIT */
/* The lines about each game that testing frameworks read, as cutechess-cli and fastchess print
 * them:
 *
 *     Started game 1 of 200 (new vs old)
 *     Finished game 1 (new vs old): 1-0 {Black loses on time} */
#ifndef MATCH_GAME_LINES_H
#define MATCH_GAME_LINES_H

#include "buffer.h"
#include "played_game.h"

/* Appends a line, without its end. `names` are those of the engines. */
void game_lines_started(const struct scheduled_game *game, int64_t games, const char *const *names,
                        struct buffer *out);
void game_lines_finished(const struct game *game, const struct played_game *played,
                         const char *const *names, struct buffer *out);

/* Returns the word for the end of a game in PGN's tag Termination that frameworks look for; NULL:
 * the usual one. */
const char *game_lines_termination(enum verdict verdict);

#endif
