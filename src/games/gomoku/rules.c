/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include "forbidden.h"

void gomoku_start(const struct game_settings *settings, struct gomoku_position *position)
{
    gomoku_clear(position, settings->values[GOMOKU_SIZE],
                 (enum gomoku_rule)settings->values[GOMOKU_RULE]);
}

bool gomoku_is_legal(const struct gomoku_position *position, move_t move)
{
    const int file = gomoku_file(move), rank = gomoku_rank(move), size = position->size;
    const enum gomoku_colour colour = (enum gomoku_colour)position->to_move;
    if (file < 1 || rank < 1 || file > size || rank > size || !gomoku_is_empty(position, move)) {
        return false;
    }
    struct gomoku_position scratch = *position;
    return gomoku_forbidden(&scratch, move, colour) == FORBIDDEN_NOT;
}

/* Removes the forbidden moves from the list, starting at index `first`. */
static void remove_forbidden(const struct gomoku_position *position, struct move_list *list,
                             int first)
{
    struct gomoku_position scratch = *position;
    const int count = list->count;
    list->count = first;
    for (int i = first; i < count; i++) {
        const move_t move = list->moves[i];
        if (gomoku_forbidden(&scratch, move, (enum gomoku_colour)position->to_move) ==
            FORBIDDEN_NOT) {
            move_list_add(list, move);
        }
    }
}

void gomoku_legal_moves(const struct gomoku_position *position, struct move_list *list)
{
    if (position->winner) {
        return;
    }
    const int first = list->count;
    for (int rank = 1; rank <= position->size; rank++) {
        for (uint64_t empty = gomoku_empty(position, rank); empty;) {
            const int file = bit_pop(&empty) - GOMOKU_REACH + 1;
            move_list_add(list, (move_t)gomoku_square(file, rank));
        }
    }
    if (gomoku_may_forbid(position, (enum gomoku_colour)position->to_move)) {
        remove_forbidden(position, list, first);
    }
}

/* Five in a row wins. A full board and a board without a legal move are draws. */
enum game_result gomoku_result(const struct gomoku_position *position)
{
    if (position->winner) {
        return position->winner == 1 + BLACK ? RESULT_P1_WINS : RESULT_P2_WINS;
    }
    if (position->stone_count == position->size * position->size) {
        return RESULT_DRAW;
    }
    if (!gomoku_may_forbid(position, (enum gomoku_colour)position->to_move)) {
        return RESULT_NONE;
    }
    struct move_list list = {.count = 0};
    gomoku_legal_moves(position, &list);
    return list.count ? RESULT_NONE : RESULT_DRAW;
}
