/* SPDX-License-Identifier: MIT */
#include "rules.h"

void connect4_legal_moves(const struct connect4_position *position, struct move_list *list)
{
    if (connect4_is_won(position)) {
        return;
    }
    bitboard_t landings = connect4_landings(position);
    while (landings) {
        move_list_add(list, connect4_column_move(bit_pop(&landings) / CONNECT4_COLUMN_BITS));
    }
}

/* Counts the last two plies without playing them: after each move of `quiet` (landing squares that
 * do not win) the number of replies is the current number of landing squares, or one less if the
 * move filled its column. */
static uint64_t count_last_two(bitboard_t quiet, bitboard_t landings)
{
    uint64_t pairs = (uint64_t)bit_count(quiet) * (uint64_t)bit_count(landings);
    return pairs - (uint64_t)bit_count(quiet & CONNECT4_TOP);
}

/* Trees of at least this depth, in plies, check whether the count was stopped. */
#define STOP_CHECK_DEPTH 6

/* Leaves below a position in which nobody has won; depth >= 2. */
static uint64_t count_leaves(const struct connect4_position *position, int depth,
                             struct search *search)
{
    if (depth >= STOP_CHECK_DEPTH && search && search_stopped(search)) {
        return 0;
    }
    bitboard_t landings = connect4_landings(position);
    bitboard_t wins = connect4_threats(position->own, position->own | position->other);
    bitboard_t quiet = landings & ~wins;
    if (depth == 2) {
        return count_last_two(quiet, landings);
    }
    uint64_t leaves = 0;
    while (quiet) {
        struct connect4_position child = *position;
        connect4_drop(&child, UINT64_C(1) << bit_pop(&quiet));
        leaves += count_leaves(&child, depth - 1, search);
    }
    return leaves;
}

uint64_t connect4_perft(const struct connect4_position *position, int depth, struct search *search)
{
    if (depth == 0) {
        return 1;
    }
    if (connect4_is_won(position)) {
        return 0;
    }
    if (depth == 1) {
        return (uint64_t)bit_count(connect4_landings(position));
    }
    return count_leaves(position, depth, search);
}
