/* SPDX-License-Identifier: MIT */
/* Adjudication: ends games early, by the scores that the engines report. */
#ifndef MATCH_ADJUDICATE_H
#define MATCH_ADJUDICATE_H

#include "match_options.h"
#include "played_game.h"

/* At the start of a game only the rules are set. */
struct adjudicator {
    const struct adjudication *rules;
    int losing[2], winning[2],
        level[2]; /* number of each player's last consecutive moves with such a score */
};

/* Opens the endgame tables of the rules, if they have any. */
bool adjudicate_open_tables(const struct adjudication *rules, const struct game *game,
                            struct error *error);

/* Returns the result that the tables have for a position which is not over; RESULT_NONE if they
 * have none, or none of those that end a game. */
enum game_result adjudicate_by_tables(const struct adjudication *rules, const struct game *game,
                                      const void *position);

/* Returns the result after the last move, which `player` (0 or 1) made in a game that is not over
 * on the board. RESULT_NONE: the game continues. */
enum game_result adjudicate(struct adjudicator *adjudicator, const struct played_game *played,
                            int player, enum verdict *verdict);

/* True if an engine may see a draw by its own rules instead of moving, such as 50 moves without a
 * capture: its opponent has not seen a win. */
bool adjudicate_claim(const struct played_game *played);

#endif
