/* SPDX-License-Identifier: MIT */
/* Included by the searches of leap: the parameters and functions that all of them need. */
#include "position.h"

#define GAME                 leap
#define SEARCH_HISTORY_SIZE  (LEAP_SQUARES * LEAP_SQUARES + 1)
#define SEARCH_HISTORY_INDEX 1
#define SEARCH_MULTI_MOVE    1
#define SEARCH_PLIES_LEFT    1

/* The index is the first and the last square; a pass has its own. */
INLINE int leap_history_index(const struct leap_position *position, move_t move)
{
    struct leap_path path;
    leap_follow(position, move, &path);
    return path.length == 0 ? LEAP_SQUARES * LEAP_SQUARES
                            : path.squares[0] * LEAP_SQUARES + path.squares[path.length - 1];
}

INLINE int leap_plies_left(const struct leap_position *position)
{
    return position->plies_left;
}
