/* SPDX-License-Identifier: MIT */
#include "universal.h"

const char *const universal_option_kinds[] = {
    [OPTION_CHECK] = "check",   [OPTION_SPIN] = "spin",     [OPTION_COMBO] = "combo",
    [OPTION_BUTTON] = "button", [OPTION_STRING] = "string",
};

int64_t universal_moves_of_plies(int64_t plies)
{
    return plies > 0 ? (plies + 1) / 2 : (plies - 1) / 2;
}

int64_t universal_plies_of_moves(int64_t moves)
{
    return moves > 0 ? 2 * moves - 1 : 2 * moves;
}
