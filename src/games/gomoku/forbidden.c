/* SPDX-License-Identifier: MIT */
#include "forbidden.h"

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
