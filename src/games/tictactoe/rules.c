/* SPDX-License-Identifier: MIT */
#include "rules.h"

void tictactoe_start(const struct game_settings *settings, struct tictactoe_position *position)
{
    (void)settings;
    *position = (struct tictactoe_position){0};
}

void tictactoe_legal_moves(const struct tictactoe_position *position, struct move_list *list)
{
    if (tictactoe_has_line(position->stones[position->side ^ 1])) {
        return;
    }
    for (uint64_t empty = (uint64_t)tictactoe_empty(position); empty;) {
        move_list_add(list, tictactoe_move(bit_pop(&empty)));
    }
}
