/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include "flips.h"

void othello_start(const struct game_settings *settings, struct othello_position *position)
{
    othello_clear(position, othello_size(settings));
}

enum game_result othello_result(const struct othello_position *position)
{
    if (!othello_is_over(position)) {
        return RESULT_NONE;
    }
    const int balance = position->side ? -othello_balance(position) : othello_balance(position);
    return balance > 0 ? RESULT_P1_WINS : balance < 0 ? RESULT_P2_WINS : RESULT_DRAW;
}

void othello_legal_moves(const struct othello_position *position, struct move_list *list)
{
    bitboard_t moves[2];
    othello_destinations(position, moves);
    for (int word = 0; word < 2; word++) {
        while (moves[word]) {
            move_list_add(list, othello_move(64 * word + bit_pop(&moves[word])));
        }
    }
    if (list->count == 0 && !othello_is_over(position)) {
        move_list_add(list, MOVE_PASS);
    }
}

bool othello_is_legal(const struct othello_position *position, move_t move)
{
    bitboard_t moves[2];
    othello_destinations(position, moves);
    if (move == MOVE_PASS) {
        return !(moves[0] | moves[1]) && !othello_is_over(position);
    }
    return move >= 1 && move <= 128 && othello_has(moves, move - 1);
}

/* Trees of at least this depth, in plies, check whether the count was stopped. */
#define STOP_CHECK_DEPTH 5

/* Counts the leaves of a tree on a board that fits into a word, without playing the moves of the
 * last ply. */
static uint64_t count_leaves(bitboard_t own, bitboard_t other, bitboard_t board, int depth,
                             struct search *search)
{
    bitboard_t moves = othello_mobility(own, other) & board;
    if (depth >= STOP_CHECK_DEPTH && search && search_stopped(search)) {
        return 0;
    }
    if (!moves) {
        const bool over = !(othello_mobility(other, own) & board);
        return over || depth == 1 ? 1 : count_leaves(other, own, board, depth - 1, search);
    }
    if (depth == 1) {
        return (uint64_t)bit_count(moves);
    }
    uint64_t leaves = 0;
    while (moves) {
        const int square = bit_pop(&moves);
        const bitboard_t flips = othello_flips(own, other, square);
        leaves += count_leaves(other & ~flips, own | flips | UINT64_C(1) << square, board,
                               depth - 1, search);
    }
    return leaves;
}

static uint64_t count_leaves_wide(const struct othello_position *position, int depth,
                                  struct search *search)
{
    struct move_list list = {.count = 0};
    if (search && search_stopped(search)) {
        return 0;
    }
    othello_legal_moves(position, &list);
    if (list.count == 0 || depth == 1) {
        return list.count == 0 ? 1 : (uint64_t)list.count;
    }
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        struct othello_position child = *position;
        othello_play(&child, list.moves[i]);
        leaves += count_leaves_wide(&child, depth - 1, search);
    }
    return leaves;
}

uint64_t othello_perft(const struct othello_position *position, int depth, struct search *search)
{
    if (depth == 0) {
        return 1;
    }
    return othello_is_wide(position) ? count_leaves_wide(position, depth, search)
                                     : count_leaves(position->own[0], position->other[0],
                                                    othello_board(position->size), depth, search);
}
