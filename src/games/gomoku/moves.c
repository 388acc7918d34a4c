/* SPDX-License-Identifier: MIT */
#include "moves.h"

#include "forbidden.h"

void gomoku_legal_moves(struct gomoku_position *position, struct move_list *list)
{
    list->count = 0;
    if (position->winner) {
        return;
    }
    enum gomoku_colour colour = (enum gomoku_colour)position->to_move;
    bool may_forbid = gomoku_may_forbid(position, colour);
    for (int rank = 1; rank <= position->size; rank++) {
        for (int file = 1; file <= position->size; file++) {
            int square = gomoku_square(file, rank);
            if (gomoku_is_empty(position, square) &&
                (!may_forbid || gomoku_forbidden(position, square, colour) == FORBIDDEN_NOT)) {
                move_list_add(list, (move_t)square);
            }
        }
    }
}

uint64_t gomoku_perft(struct gomoku_position *position, int depth, struct search *search)
{
    if (depth == 0) {
        return 1;
    }
    if (search && search_stopped(search)) {
        return 0;
    }
    struct move_list list;
    gomoku_legal_moves(position, &list);
    if (depth == 1) {
        return (uint64_t)list.count;
    }
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        gomoku_make(position, list.moves[i]);
        leaves += gomoku_perft(position, depth - 1, search);
        gomoku_unmake(position, list.moves[i]);
    }
    return leaves;
}
