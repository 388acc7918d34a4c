/* SPDX-License-Identifier: MIT */
/* The squares that are highlighted on a board: the last move, a hint, squares that win at once or
 * are forbidden, the winning line. Found through the game's own functions, so that it works for
 * every game. */
#ifndef PLAY_MARKS_H
#define PLAY_MARKS_H

#include <stdint.h>

#include "game_record.h"
#include "look.h"

/* Fills `marks` (enum mark, one for each square, as in struct look_board) for the record's
 * position; `hint` is a move or "". */
void marks_find(const struct game_record *record, const char *hint, const struct look_board *board,
                uint8_t *marks);

#endif
