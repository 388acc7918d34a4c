/* What stands out on a board: the last move, what threatens, what was advised. Found by playing
 * moves and looking at the board, so that it works for every game. */
#ifndef PLAY_MARKS_H
#define PLAY_MARKS_H

#include <stdint.h>

#include "board.h"
#include "course.h"

/* Fills `marks` (one a square, as in struct board) for the course's position; `hint` is a move or
 * "". Threats are squares on which either side would win at once by placing a stone; at chess, a
 * king in check is the alarm. */
void marks_find(const struct course *course, const char *hint, const struct board *board,
                uint8_t *marks);

#endif
