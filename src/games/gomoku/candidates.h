/* Which moves are worth a look: all that can matter, given what both sides threaten. */
#ifndef GAMES_GOMOKU_CANDIDATES_H
#define GAMES_GOMOKU_CANDIDATES_H

#include "board.h"

/* What a position leaves to choose. */
enum gomoku_urgency {
    URGENCY_NONE,  /* any move */
    URGENCY_THREE, /* the opponent would make an open four, or two fours: stop it, or make fours */
    URGENCY_FOUR,  /* the opponent would make a five: stop it */
    URGENCY_LOST   /* nothing stops it */
};

/* For a side to move that cannot win at once. */
enum gomoku_urgency gomoku_urgency(struct gomoku_board *board);

/* Adds the moves to look at: the win at once; else what stops the opponent's fives; else what stops
 * its open fours, and own fours; else what is near enough to stones to matter. At least one if
 * there is a legal move. */
void gomoku_candidates(struct gomoku_board *board, struct move_list *list);

/* Adds the moves after which the opponent can no longer make an open four or two fours on any of
 * the squares where it could. */
void gomoku_defences(struct gomoku_board *board, struct move_list *list);

/* Whether under this rule a five is stopped only on the square that would complete it. Under caro a
 * stone beyond it may do, too, so that even an open four can be stopped. */
INLINE bool gomoku_fours_are_plain(const struct gomoku_board *board)
{
    return board->position.rule != RULE_CARO;
}

#endif
