/* SPDX-License-Identifier: MIT */
#include "tictactoe.h"

void tictactoe_legal_moves(const void *opaque, struct move_list *list)
{
    const struct tictactoe_position *position = opaque;
    if (tictactoe_is_won(position)) {
        return;
    }
    for (uint64_t empty = (uint64_t)tictactoe_empty(position); empty;) {
        move_list_add(list, tictactoe_move(bit_pop(&empty)));
    }
}

uint64_t tictactoe_perft(void *opaque, int depth, struct search *search)
{
    struct tictactoe_position *position = opaque;
    if (depth <= 0) {
        return 1;
    }
    if (search && search_stopped(search)) {
        return 0;
    }
    struct move_list list = {.count = 0};
    tictactoe_legal_moves(position, &list);
    if (depth == 1) {
        return (uint64_t)list.count;
    }
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        tictactoe_make(position, list.moves[i]);
        leaves += tictactoe_perft(position, depth - 1, search);
        tictactoe_unmake(position, list.moves[i]);
    }
    return leaves;
}
