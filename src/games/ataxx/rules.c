/* SPDX-License-Identifier: MIT */
/* The moves, and how a game begins and ends, as in libataxx, the library behind the Universal Ataxx
 * Interface (kz04px, github.com/kz04px/libataxx: Position::gameover, Position::result). */
#include "rules.h"

/* Indexed by the choice of ATAXX_BLOCKED: the boards for which libataxx's tests count the tree of
 * moves. */
static const char *const starts[] = {
    "x5o/7/7/7/7/7/o5x x 0 1",
    "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1",
    "x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1",
};

void ataxx_start(const struct game_settings *settings, struct ataxx_position *position)
{
    struct error error;
    ataxx_parse_fen(settings, starts[settings->values[ATAXX_BLOCKED]], position, &error);
}

enum game_result ataxx_result(const struct ataxx_position *position)
{
    if (!ataxx_is_over(position)) {
        return RESULT_NONE;
    }
    const int outcome = ataxx_outcome(position);
    return outcome == 0                       ? RESULT_DRAW
           : (outcome > 0) == !position->side ? RESULT_P1_WINS
                                              : RESULT_P2_WINS;
}

void ataxx_legal_moves(const struct ataxx_position *position, struct move_list *list)
{
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

/* The number of jumps in one direction and in the opposite direction. */
INLINE int count_jumps(bitboard_t own, bitboard_t empty, int files, int ranks)
{
    const int step = ranks * ATAXX_STRIDE + files;
    return bit_count(own << step & empty) + bit_count(own >> step & empty);
}

int ataxx_count_moves(const struct ataxx_position *position)
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
