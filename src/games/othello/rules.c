/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include <stdlib.h>

#include "othello.h"

const char *const othello_size_names[] = {"8", "6", "10", NULL};

int othello_size(const struct game_settings *settings)
{
    return atoi(othello_size_names[settings->values[OTHELLO_SIZE]]);
}

void othello_start(const struct game_settings *settings, void *position)
{
    othello_clear(position, othello_size(settings));
}

enum game_result othello_result(const void *opaque)
{
    const struct othello_position *position = opaque;
    if (!othello_is_over(position)) {
        return RESULT_NONE;
    }
    const int balance = position->side ? -othello_balance(position) : othello_balance(position);
    return balance > 0 ? RESULT_P1_WINS : balance < 0 ? RESULT_P2_WINS : RESULT_DRAW;
}
