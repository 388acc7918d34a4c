/* SPDX-License-Identifier: MIT */
#include "rules.h"

#define ALL_SQUARES (((board_set)1 << SQUARES) - 1)

/* A move of the side to move that starts or ends on one of these squares may expose its king, so it
 * must be tried. In check, these are all squares. */
static board_set exposed_squares(const struct xiangqi_position *position)
{
    if (position->state.in_check) {
        return ALL_SQUARES;
    }
    const board_set *them = position->pieces[position->side ^ 1];
    const int king = king_square(position, position->side);
    const board_set rank = from_rank(RANK_MASK, rank_of(king));
    const board_set file = from_file((1U << RANKS) - 1, file_of(king));
    const board_set lines = them[ROOK] | them[CANNON];
    return (rank & lines ? rank : 0) | (file & (lines | them[KING]) ? file : 0) |
           (xiangqi_horse_to[king][0] & them[HORSE] ? xiangqi_diagonal_set[king] : 0) |
           square_bit(king);
}

void xiangqi_generate_to(const struct xiangqi_position *position, board_set targets,
                         struct move_list *list)
{
    const board_set exposed = exposed_squares(position);
    const board_set own = position->sides[position->side];
    for (board_set pieces = own; pieces;) {
        const int from = set_pop(&pieces);
        for (board_set reach = xiangqi_reach(position, from) & targets & ~own; reach;) {
            const int to = set_pop(&reach);
            const move_t move = move_make(from, to);
            const bool safe = !(exposed & (square_bit(from) | square_bit(to)));
            if (safe || !xiangqi_is_attacked(position, position->side, move)) {
                move_list_add(list, move);
            }
        }
    }
}

int xiangqi_count_moves(const struct xiangqi_position *position)
{
    const board_set exposed = exposed_squares(position);
    const board_set own = position->sides[position->side];
    int count = 0;
    for (board_set pieces = own; pieces;) {
        const int from = set_pop(&pieces);
        const board_set reach = xiangqi_reach(position, from) & ~own;
        const board_set tried = exposed & square_bit(from) ? reach : reach & exposed;
        count += set_count(reach & ~tried);
        for (board_set left = tried; left;) {
            const move_t move = move_make(from, set_pop(&left));
            count += !xiangqi_is_attacked(position, position->side, move);
        }
    }
    return count;
}

bool xiangqi_is_legal(const struct xiangqi_position *position, move_t move)
{
    const int from = move_from(move), to = move_to(move);
    const board_set own = position->sides[position->side];
    if (from >= SQUARES || to >= SQUARES || !(own & square_bit(from)) || (own & square_bit(to)) ||
        !(xiangqi_reach(position, from) & square_bit(to))) {
        return false;
    }
    return !xiangqi_is_attacked(position, position->side, move);
}

void xiangqi_legal_moves(const struct xiangqi_position *position, struct move_list *list)
{
    xiangqi_generate_to(position, ALL_SQUARES, list);
}
