/* What shapes are worth, in centipawns, to the colour that could make them: the numbers that the
 * evaluation is built from. The strongest two of a square's four shapes are valued as a pair, the
 * other two each alone. */
#ifndef GAMES_GOMOKU_WEIGHTS_H
#define GAMES_GOMOKU_WEIGHTS_H

#include "shapes.h"

/* Being the one to move. */
#define WEIGHT_TEMPO 30

/* none, one, open one, two, open two, wide open two, closed three, open three, wide open three,
 * four, split fours, open four, overline, five */
static const int weight_alone[GOMOKU_SHAPES] = {0, 1, 2, 4, 10, 13, 12, 30, 34, 32, 80, 80, 0, 100};

#endif
