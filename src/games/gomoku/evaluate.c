/* SPDX-License-Identifier: MIT */
#include "evaluate.h"

#include <stdlib.h>

#include "rules.h"

/* The evaluation stays this far inside the mate scores. */
#define EVALUATION_LIMIT 30000

/* Units of the pattern weights in a centipawn. */
#define WEIGHT_UNITS 8

score_t gomoku_evaluate_classical(struct gomoku_board *board)
{
    const struct gomoku_sums *sums = gomoku_board_sums(board);
    int mover = board->position.to_move;
    return (sums->moving[mover] - sums->waiting[1 - mover]) / WEIGHT_UNITS;
}

/* The centipawns that the network adds for the side to move. */
static score_t correction(struct gomoku_board *board)
{
    const struct gomoku_network *network = &gomoku_network;
    const struct gomoku_accumulator *accumulator = gomoku_board_accumulator(board);
    const enum gomoku_stage stage = gomoku_stage(board);
    const int rule = board->position.rule, mover = board->position.to_move;
    return layers_evaluate(accumulator->sums[mover], accumulator->sums[1 - mover],
                           network->hidden[stage], network->hidden_bias[stage][rule],
                           network->output[stage], network->output_bias[stage][rule]);
}

score_t gomoku_board_evaluate(struct gomoku_board *board)
{
    score_t score = gomoku_evaluate_classical(board) + correction(board);
    return score > EVALUATION_LIMIT    ? EVALUATION_LIMIT
           : score < -EVALUATION_LIMIT ? -EVALUATION_LIMIT
                                       : score;
}

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

static void explain_last_move(const struct gomoku_position *position, struct buffer *out)
{
    static const struct {
        const char *name;
        int points;
    } criteria[] = {
        {"makes a five: wins", 0},     {"blocks a four closed on one side", 5000},
        {"makes an open four", 1000},  {"blocks an open four", 500},
        {"blocks an open three", 300}, {"blocks a closed three", 100},
        {"makes an open three", 50},   {"makes an open two", 10},
    };
    if (position->last_move == MOVE_NONE) {
        return;
    }
    buffer_puts(out, "last move ");
    gomoku_format_square(position->last_move, out);
    buffer_printf(out, " by %s\n", position->to_move == WHITE ? "x" : "o");
    int total = 0;
    for (int i = 0; i < LENGTH(criteria); i++) {
        int count = count_criterion(position, position->last_move, i);
        if (count) {
            buffer_printf(out, "  %-34s %d x %4d\n", criteria[i].name, count, criteria[i].points);
            total += count * criteria[i].points;
        }
    }
    buffer_printf(out, "  sum of the eight criteria       %9d\n", total);
}

/* Appends the shapes that the last move makes and blocks, the threats of both sides, and the
 * evaluation, one line per term. */
static void explain(struct gomoku_board *board, struct buffer *out)
{
    static const struct {
        enum gomoku_threat threat;
        const char *name;
    } rows[] = {
        {THREAT_FIVE, "squares that make a five"},
        {THREAT_OPEN_FOUR, "an open four"},
        {THREAT_FOURS, "two fours"},
        {THREAT_FOUR_THREE, "a four and an open three"},
        {THREAT_FOUR_MORE, "a four and more"},
        {THREAT_FOUR, "a four"},
        {THREAT_SUSPECT, "a double-three, maybe forbidden"},
        {THREAT_THREES, "two open threes"},
        {THREAT_THREE_MORE, "an open three and more"},
        {THREAT_THREE, "an open three"},
        {THREAT_TWOS, "two open twos"},
        {THREAT_TWO, "an open two"},
    };
    const struct gomoku_position *position = &board->position;
    explain_last_move(position, out);
    buffer_printf(out, "%-34s %6s %6s\n", "", "x", "o");
    for (int i = 0; i < LENGTH(rows); i++) {
        int x = board->count[BLACK][rows[i].threat], o = board->count[WHITE][rows[i].threat];
        if (x || o) {
            buffer_printf(out, "%-34s %6d %6d\n", rows[i].name, x, o);
        }
    }
    const struct gomoku_sums *sums = gomoku_board_sums(board);
    int mover = position->to_move;
    buffer_printf(out, "%-34s %13d\n", "own squares, cp", sums->moving[mover] / WEIGHT_UNITS);
    buffer_printf(out, "%-34s %13d\n", "the opponent's squares, cp",
                  -sums->waiting[1 - mover] / WEIGHT_UNITS);
    buffer_printf(out, "%-34s %13d\n", "the network adds, cp",
                  gomoku_board_evaluate(board) - gomoku_evaluate_classical(board));
    buffer_printf(out, "%-34s %13d\n", "total (side to move, cp)", gomoku_board_evaluate(board));
}

/* Allocates a board. With its journal it has 256 KiB, which is too much for the stack of the loop's
 * thread. NULL if the allocation fails. */
static struct gomoku_board *create_board(const struct gomoku_position *position)
{
    struct gomoku_board *board = aligned_alloc(_Alignof(struct gomoku_board), sizeof *board);
    if (board) {
        gomoku_board_set(board, position);
    }
    return board;
}

void gomoku_explain(const struct gomoku_position *position, struct buffer *out)
{
    struct gomoku_board *board = create_board(position);
    if (board) {
        explain(board, out);
        free(board);
    }
}

score_t gomoku_evaluate(const struct gomoku_position *position)
{
    struct gomoku_board *board = create_board(position);
    const score_t score = board ? gomoku_board_evaluate(board) : 0;
    free(board);
    return score;
}
