/* Ends games that nobody has doubts about, by what the engines themselves see. */
#ifndef MATCH_ADJUDICATE_H
#define MATCH_ADJUDICATE_H

#include "options.h"
#include "played_game.h"

struct adjudicator {
    const struct adjudication *rules;
    int losing[2], winning[2], level[2]; /* of each player's last moves, so many in a row */
};

void adjudicator_init(struct adjudicator *adjudicator, const struct adjudication *rules);

/* Looks at the last move of the record, made by `player` (0 or 1), of a game that is not over on
 * the board; RESULT_NONE: play on. */
enum game_result adjudicate(struct adjudicator *adjudicator, const struct played_game *played,
                            int player, enum verdict *verdict);

#endif
