/* What shapes are worth: the numbers that evaluation and order of moves are built from, learned by
 * logistic regression from the outcomes and the moves of games that the program played against
 * itself. The strongest two of a square's four shapes count as a pair, the other two each alone;
 * rows and columns are in the order of enum gomoku_shape. */
#ifndef GAMES_GOMOKU_WEIGHTS_H
#define GAMES_GOMOKU_WEIGHTS_H

#include "shapes.h"

struct weights {
    int pair[GOMOKU_SHAPES][GOMOKU_SHAPES]; /* by the strongest, then the second */
    int rest[GOMOKU_SHAPES];
};

/* Being the one to move, centipawns. */
#define WEIGHT_TEMPO 0

/* The evaluation: squares of the side to move, 1/8 centipawns. */
static const struct weights weights_moving = {
    .pair =
        {
            {0},
            {-7, 4},
            {14, 0, -17},
            {-11, -20, -2, -21},
            {8, -39, -6, -13, -2},
            {-15, -19, -11, -3, 38, 54},
            {-5, -20, 25, -1, 60, 110, 97},
            {-37, 86, 162, 172, 330, 382, 330, 725},
            {-43, 60, 118, 128, 314, 496, 434, 769, 760},
            {16, 45, 147, 194, 385, 436, 323, 249, 37, 0},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        },
    .rest = {0, -4, 4, 46, 149, 314, 399, 44, 2, 2, 2, 2, 2, 2},
};

/* The evaluation: squares of the other side. */
static const struct weights weights_waiting = {
    .pair =
        {
            {0},
            {-25, 1},
            {9, 1, -14},
            {-20, -25, -3, -10},
            {15, -43, -12, -16, 0},
            {-13, -41, -17, -4, 30, 36},
            {-6, -50, 16, 9, 43, 85, 89},
            {34, 105, 107, 118, 138, 212, 245, 483},
            {-4, -41, 55, 90, 162, 224, 312, 367, 426},
            {0, 64, 101, 149, 266, 294, 358, 796, 712, 0},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        },
    .rest = {0, -6, 1, 38, 130, 187, 286, 209, 346, 0, 0, 0, 0, 0},
};

/* The order of moves: what the mover makes, on history's scale. */
static const struct weights weights_making = {
    .pair =
        {
            {-6358},
            {-5363, -5868},
            {-4069, -5979, -3360},
            {-5529, -5846, -5930, -7195},
            {-3866, -3914, -3989, -5453, -3673},
            {-2352, -2233, -2073, -3647, -1782, 317},
            {-3361, -2771, -2716, -3480, -1731, 66, -315},
            {3892, 2760, 2872, 2464, 4754, 6145, 5137, 10560},
            {5605, 4097, 5027, 3875, 6257, 7605, 6685, 12218, 13606},
            {-2547, 2084, 6386, 3640, 5820, 6432, 4256, 7093, 7078, 0},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        },
    .rest = {-1529, -654, 164, -816, 1187, 2922, 1765, 1397, 0, 0, 0, 0, 0, 0},
};

/* The order of moves: what the mover keeps the opponent from making. */
static const struct weights weights_blocking = {
    .pair =
        {
            {-7573},
            {-5468, -4612},
            {-5580, -5362, -5963},
            {-5401, -4438, -5573, -5023},
            {-3369, -3363, -4634, -4261, -4112},
            {-2276, -2499, -3458, -3470, -3079, -2195},
            {-2518, -2139, -2387, -2587, -2046, -1392, -794},
            {1779, 1034, 2271, 1577, 2164, 3093, 2936, 6933},
            {3957, 3190, 5928, 4546, 5879, 6422, 5872, 9135, 10742},
            {322, 1827, 2239, 1749, 2679, 3396, 4409, 11041, 12853, 0},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        },
    .rest = {-61, 238, -35, -577, -91, 714, 1177, 993, 717, 0, 0, 0, 0, 0},
};

#endif
