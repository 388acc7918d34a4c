/* SPDX-License-Identifier: MIT */
#include "rules.h"

/* Whether the three of the stone on `square` along the direction can become an open four by a move
 * that is itself allowed (renju: "a three must be able to become a straight four"). The stone
 * must be on the board. */
static bool three_can_grow(struct gomoku_position *position, int square, enum gomoku_colour colour,
                           enum gomoku_direction direction)
{
    int step = gomoku_step(direction);
    struct gomoku_place place = gomoku_place(square, direction);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int distance = 1; distance < GOMOKU_REACH; distance++) {
            int bit = place.bit + sign * distance, other = square + sign * distance * step;
            if (position->outside.line[direction][place.index] >> bit & 1 ||
                position->stones[1 - colour].line[direction][place.index] >> bit & 1) {
                break;
            }
            if (position->stones[colour].line[direction][place.index] >> bit & 1 ||
                gomoku_shape_of(position, other, colour, direction) != SHAPE_OPEN_FOUR) {
                continue;
            }
            /* The open four at `other` counts only if the row also contains `square`. */
            uint32_t own = position->stones[colour].line[direction][place.index];
            uint32_t between = sign > 0 ? (UINT32_C(1) << bit) - (UINT32_C(1) << place.bit)
                                        : (UINT32_C(2) << place.bit) - (UINT32_C(2) << bit);
            if ((own & between) == between &&
                gomoku_forbidden(position, other, colour) == FORBIDDEN_NOT) {
                return true;
            }
        }
    }
    return false;
}

struct gomoku_made gomoku_made_by(const struct gomoku_position *position, int square,
                                  enum gomoku_colour colour)
{
    struct gomoku_made made = {0};
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        enum gomoku_shape shape =
            gomoku_shape_of(position, square, colour, (enum gomoku_direction)d);
        made.fives += shape == SHAPE_FIVE;
        made.overlines += shape == SHAPE_OVERLINE;
        made.fours +=
            shape == SHAPE_SPLIT_FOURS ? 2 : shape == SHAPE_FOUR || shape == SHAPE_OPEN_FOUR;
        if (shape == SHAPE_OPEN_THREE || shape == SHAPE_OPEN_THREE_WIDE) {
            made.threes |= 1U << d;
        }
    }
    return made;
}

unsigned gomoku_real_threes(struct gomoku_position *position, int square, enum gomoku_colour colour,
                            unsigned threes)
{
    unsigned real = 0;
    gomoku_toggle(position, square, colour);
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        if (threes >> d & 1 && three_can_grow(position, square, colour, (enum gomoku_direction)d)) {
            real |= 1U << d;
        }
    }
    gomoku_toggle(position, square, colour);
    return real;
}

enum gomoku_forbidden gomoku_forbidden(struct gomoku_position *position, int square,
                                       enum gomoku_colour colour)
{
    if (!gomoku_may_forbid(position, colour)) {
        return FORBIDDEN_NOT;
    }
    struct gomoku_made made = gomoku_made_by(position, square, colour);
    if (made.fives) {
        return FORBIDDEN_NOT;
    }
    if (position->rule == RULE_RENJU) {
        if (made.overlines) {
            return FORBIDDEN_OVERLINE;
        }
        if (made.fours >= 2) {
            return FORBIDDEN_FOURS;
        }
        if (bit_count(made.threes) >= 2) {
            made.threes = gomoku_real_threes(position, square, colour, made.threes);
        }
    }
    return bit_count(made.threes) >= 2 ? FORBIDDEN_THREES : FORBIDDEN_NOT;
}

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
