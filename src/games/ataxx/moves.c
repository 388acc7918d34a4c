/* SPDX-License-Identifier: MIT */
#include "ataxx.h"

void ataxx_legal_moves(const void *opaque, struct move_list *list)
{
    const struct ataxx_position *position = opaque;
    if (ataxx_is_over(position)) {
        return;
    }
    const bitboard_t own = position->pieces[position->side], empty = ataxx_empty(position);
    bitboard_t singles = ataxx_near(own) & empty, jumps = ataxx_within_two(own) & empty;
    if (!jumps) {
        move_list_add(list, MOVE_PASS);
    }
    while (singles) {
        move_list_add(list, ataxx_single(bit_pop(&singles)));
    }
    while (jumps) {
        const int to = bit_pop(&jumps);
        for (bitboard_t from = ataxx_ring(to) & own; from;) {
            move_list_add(list, ataxx_jump(bit_pop(&from), to));
        }
    }
}

/* The jumps in one direction and in the opposite one. */
INLINE int count_jumps(bitboard_t own, bitboard_t empty, int files, int ranks)
{
    const int step = ranks * ATAXX_STRIDE + files;
    return bit_count(own << step & empty) + bit_count(own >> step & empty);
}

/* The number of legal moves of the position. */
static int count_moves(const struct ataxx_position *position)
{
    if (ataxx_is_over(position)) {
        return 0;
    }
    const bitboard_t own = position->pieces[position->side], empty = ataxx_empty(position);
    int count = bit_count(ataxx_near(own) & empty) + count_jumps(own, empty, 2, 0);
    for (int files = -2; files <= 2; files++) {
        count += count_jumps(own, empty, files, 2);
    }
    count += count_jumps(own, empty, -2, 1) + count_jumps(own, empty, 2, 1);
    return count > 0 ? count : 1;
}

uint64_t ataxx_perft(void *opaque, int depth, struct search *search)
{
    const struct ataxx_position *position = opaque;
    if (depth <= 0) {
        return 1;
    }
    if (depth == 1) {
        return (uint64_t)count_moves(position);
    }
    if (search && search_stopped(search)) {
        return 0;
    }
    struct move_list list;
    list.count = 0;
    ataxx_legal_moves(position, &list);
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        struct ataxx_position child = *position;
        ataxx_make(&child, list.moves[i]);
        leaves += ataxx_perft(&child, depth - 1, search);
    }
    return leaves;
}
