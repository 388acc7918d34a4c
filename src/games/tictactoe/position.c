/* SPDX-License-Identifier: MIT */
#include "position.h"

const uint16_t tictactoe_lines[8] = {
    0007, 0070, 0700, /* ranks */
    0111, 0222, 0444, /* files */
    0421, 0124,       /* diagonals */
};

const uint16_t tictactoe_powers[TICTACTOE_SQUARES] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561};

void tictactoe_start(const struct game_settings *settings, void *position)
{
    (void)settings;
    *(struct tictactoe_position *)position = (struct tictactoe_position){0};
}

enum game_result tictactoe_result(const void *opaque)
{
    const struct tictactoe_position *position = opaque;
    if (tictactoe_is_won(position)) {
        return position->side == 1 ? RESULT_P1_WINS : RESULT_P2_WINS;
    }
    return tictactoe_empty(position) ? RESULT_NONE : RESULT_DRAW;
}
