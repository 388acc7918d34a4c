/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include "forbidden.h"
#include "gomoku.h"
#include "moves.h"

const char *const gomoku_rule_names[] = {"freestyle", "standard", "renju", "caro", "omok", NULL};

void gomoku_start(const struct game_settings *settings, void *position)
{
    gomoku_clear(position, settings->values[GOMOKU_SIZE],
                 (enum gomoku_rule)settings->values[GOMOKU_RULE]);
}

enum game_result gomoku_result(const void *opaque)
{
    const struct gomoku_position *position = opaque;
    if (position->winner) {
        return position->winner == 1 + BLACK ? RESULT_P1_WINS : RESULT_P2_WINS;
    }
    if (position->stone_count == position->size * position->size) {
        return RESULT_DRAW;
    }
    if (!gomoku_may_forbid(position, (enum gomoku_colour)position->to_move)) {
        return RESULT_NONE;
    }
    struct gomoku_position scratch = *position;
    struct move_list list;
    gomoku_legal_moves(&scratch, &list);
    return list.count ? RESULT_NONE : RESULT_DRAW;
}
