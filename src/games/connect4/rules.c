/* SPDX-License-Identifier: MIT */
#include "rules.h"

void connect4_start(const struct game_settings *settings, void *position)
{
    (void)settings;
    *(struct connect4_position *)position = (struct connect4_position){0};
}

enum game_result connect4_result(const void *opaque)
{
    const struct connect4_position *position = opaque;
    if (connect4_is_won(position)) {
        return position->ply & 1 ? RESULT_P1_WINS : RESULT_P2_WINS;
    }
    return position->ply == CONNECT4_SQUARES ? RESULT_DRAW : RESULT_NONE;
}
