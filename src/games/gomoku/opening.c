/* SPDX-License-Identifier: MIT */
#include "opening.h"

#include <stdlib.h>

#include "rules.h"

INLINE int larger(int a, int b)
{
    return a > b ? a : b;
}

/* The number of king's steps between two squares. */
static int distance(move_t a, move_t b)
{
    return larger(abs(gomoku_file(a) - gomoku_file(b)), abs(gomoku_rank(a) - gomoku_rank(b)));
}

/* The distance between the middle of the board and a file or a rank, in half-points. If the size is
 * even, the middle lies between points. */
static int half_points(const struct gomoku_position *position, int line)
{
    return abs(2 * line - position->size - 1);
}

/* The first stone on the board; MOVE_NONE if there is none. */
static move_t only_stone(const struct gomoku_position *position)
{
    for (int rank = 1; rank <= position->size; rank++) {
        for (int file = 1; file <= position->size; file++) {
            const move_t square = (move_t)gomoku_square(file, rank);
            if (!gomoku_is_empty(position, square)) {
                return square;
            }
        }
    }
    return MOVE_NONE;
}

/* Whether the square is suitable for the next stone. `stone` is the one on the board, or MOVE_NONE
 * if the board is empty. */
static bool is_fit(const struct gomoku_position *position, move_t stone, move_t square)
{
    return stone == MOVE_NONE
               ? larger(half_points(position, gomoku_file(square)),
                        half_points(position, gomoku_rank(square))) <= 2 * GOMOKU_OPENING_DISTANCE
               : distance(square, stone) == 1;
}

bool gomoku_correct(const struct gomoku_position *position, const struct game_settings *settings,
                    struct search_line *line)
{
    struct move_list list = {.count = 0};
    (void)settings;
    if (position->stone_count > 1 || score_is_mate(line->score)) {
        return false;
    }
    const move_t stone = only_stone(position);
    move_t best = MOVE_NONE;
    int least = 0;
    if (is_fit(position, stone, line->pv[0])) {
        return false;
    }
    gomoku_legal_moves(position, &list);
    for (int i = 0; i < list.count; i++) {
        const move_t move = list.moves[i];
        const int far =
            half_points(position, gomoku_file(move)) + half_points(position, gomoku_rank(move));
        if (is_fit(position, stone, move) && (best == MOVE_NONE || far < least)) {
            best = move;
            least = far;
        }
    }
    if (best == MOVE_NONE) {
        return false;
    }
    line->pv[0] = best;
    line->length = 1;
    return true;
}
