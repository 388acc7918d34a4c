/* SPDX-License-Identifier: MIT */
/* Generates the moves worth searching, given the threats of both sides. */
#ifndef GOMOKU_CANDIDATES_H
#define GOMOKU_CANDIDATES_H

#include "board.h"
#include "level.h"

/* How far the opponent's threats limit the choice of moves. */
enum gomoku_urgency {
    URGENCY_NONE,  /* not at all */
    URGENCY_THREE, /* the opponent would make an open four, or two fours: stop it, or make fours */
    URGENCY_FOUR,  /* the opponent would make a five: stop it */
    URGENCY_LOST   /* nothing stops it */
};

/* The urgency for a side to move that cannot win at once. */
PER_LEVEL enum gomoku_urgency gomoku_urgency(struct gomoku_board *board);

/* Adds the moves to search: those that make a five; otherwise those that stop the opponent's five;
 * otherwise those that make an open four or two fours; otherwise those that stop the opponent's
 * open four or two fours, and fours; otherwise all squares near stones. Adds at least one move if
 * there is a legal move. */
PER_LEVEL void gomoku_candidates(struct gomoku_board *board, struct move_list *list);

/* Adds all squares near stones, regardless of the threats. Adds at least one move if there is a
 * legal move. */
PER_LEVEL void gomoku_heedless_candidates(struct gomoku_board *board, struct move_list *list);

/* Adds the moves after which the opponent can no longer make an open four or two fours on any of
 * the squares where it could. */
PER_LEVEL void gomoku_defences(struct gomoku_board *board, struct move_list *list);

/* Whether only a stone on the winning square stops a five under this rule. Under caro, a stone at
 * the end of the row may also stop it, so even an open four can be stopped. */
INLINE bool gomoku_fours_are_plain(const struct gomoku_board *board)
{
    return board->position.rule != RULE_CARO;
}

#endif
