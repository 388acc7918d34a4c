/* SPDX-License-Identifier: MIT */
/* The evaluation of the textbook on gomoku: what the last move achieved, by eight criteria. The
 * text's program tries only moves within two points of a stone. */
#include "rules.h"

/* Whether a stone on another empty square of a line would make a five there. */
static bool wins_beside(const struct gomoku_position *position, int square,
                        enum gomoku_colour colour, enum gomoku_direction direction)
{
    struct gomoku_place place = gomoku_place(square, direction);
    uint32_t outside = position->outside.line[direction][place.index];
    for (int i = -GOMOKU_REACH; i <= GOMOKU_REACH; i++) {
        int other = square + i * gomoku_step(direction);
        if (i && !(outside >> (place.bit + i) & 1) && gomoku_is_empty(position, other) &&
            gomoku_shape_of(position, other, colour, direction) == SHAPE_FIVE) {
            return true;
        }
    }
    return false;
}

/* How often the last move, on `square`, meets a criterion: it makes or blocks a shape along a line.
 * It blocks a shape that the opponent would have made with a stone on the square. */
static int count_criterion(const struct gomoku_position *position, int square, int criterion)
{
    enum gomoku_colour mover = (enum gomoku_colour)(1 - position->to_move);
    enum gomoku_colour opponent = (enum gomoku_colour)position->to_move;
    int count = 0;
    for (int d = 0; d < GOMOKU_DIRECTIONS; d++) {
        enum gomoku_direction direction = (enum gomoku_direction)d;
        enum gomoku_shape made = gomoku_shape_of(position, square, mover, direction);
        enum gomoku_shape blocked = gomoku_shape_of(position, square, opponent, direction);
        bool still_wins =
            blocked == SHAPE_FIVE && wins_beside(position, square, opponent, direction);
        const bool holds[] = {
            made == SHAPE_FIVE,
            blocked == SHAPE_FIVE && !still_wins,
            made == SHAPE_OPEN_FOUR,
            blocked == SHAPE_FIVE && still_wins,
            blocked == SHAPE_OPEN_FOUR,
            blocked == SHAPE_FOUR || blocked == SHAPE_SPLIT_FOURS,
            made == SHAPE_OPEN_THREE || made == SHAPE_OPEN_THREE_WIDE,
            made == SHAPE_OPEN_TWO || made == SHAPE_OPEN_TWO_WIDE,
        };
        count += holds[criterion];
    }
    return count;
}

static const struct {
    const char *name;
    int points;
} criteria[] = {
    {"makes a five: wins", 0},     {"blocks a four closed on one side", 5000},
    {"makes an open four", 1000},  {"blocks an open four", 500},
    {"blocks an open three", 300}, {"blocks a closed three", 100},
    {"makes an open three", 50},   {"makes an open two", 10},
};

/* The text's value of a full board, for the side that has just moved. */
#define FULL_BOARD (-10)

/* The value of a five. */
#define WIN 1000000

/* The sum of the criteria that the last move meets. */
static int sum_criteria(const struct gomoku_position *position)
{
    int total = 0;
    for (int i = 0; i < LENGTH(criteria) && position->last_move != MOVE_NONE; i++) {
        total += count_criterion(position, position->last_move, i) * criteria[i].points;
    }
    return total;
}

/* 0 if the last move is not known. */
score_t gomoku_textbook_value(const struct gomoku_position *position)
{
    if (!position->winner && position->stone_count == position->size * position->size) {
        return -FULL_BOARD;
    }
    const int fives =
        position->last_move == MOVE_NONE ? 0 : count_criterion(position, position->last_move, 0);
    return -(sum_criteria(position) + fives * WIN);
}

void gomoku_explain_last_move(const struct gomoku_position *position, struct buffer *out)
{
    if (position->last_move == MOVE_NONE) {
        return;
    }
    buffer_puts(out, "last move ");
    gomoku_format_square(position->last_move, out);
    buffer_printf(out, " by %s\n", position->to_move == WHITE ? "x" : "o");
    for (int i = 0; i < LENGTH(criteria); i++) {
        const int count = count_criterion(position, position->last_move, i);
        if (count) {
            buffer_printf(out, "  %-34s %d x %4d\n", criteria[i].name, count, criteria[i].points);
        }
    }
    buffer_printf(out, "  sum of the eight criteria       %9d\n", sum_criteria(position));
}

/* How far from a stone a move may be, along both axes. */
#define REACH 2

static bool is_near_a_stone(const struct gomoku_position *position, int square)
{
    const int file = gomoku_file(square), rank = gomoku_rank(square);
    for (int y = rank - REACH; y <= rank + REACH; y++) {
        for (int x = file - REACH; x <= file + REACH; x++) {
            if (x >= 1 && y >= 1 && x <= position->size && y <= position->size &&
                !gomoku_is_empty(position, gomoku_square(x, y))) {
                return true;
            }
        }
    }
    return false;
}

/* On an empty board all moves are candidates. */
void gomoku_textbook_moves(const struct gomoku_position *position, struct move_list *list)
{
    const int first = list->count;
    gomoku_legal_moves(position, list);
    if (position->stone_count > 0) {
        int kept = first;
        for (int i = first; i < list->count; i++) {
            if (is_near_a_stone(position, list->moves[i])) {
                list->moves[kept++] = list->moves[i];
            }
        }
        list->count = kept;
    }
}
