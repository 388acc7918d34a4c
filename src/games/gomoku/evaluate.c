/* SPDX-License-Identifier: MIT */
/* The static evaluation: a classical evaluation (the sum of the pattern weights of all empty
 * squares) plus a correction that a network has learned (network.h). */
#include <stdlib.h>

#include "alloc.h"
#include "board.h"
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
    return score_clamp(gomoku_evaluate_classical(board) + correction(board), EVALUATION_LIMIT);
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
    gomoku_explain_last_move(position, out);
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
    FREED struct gomoku_board *board = create_board(position);
    return board ? gomoku_board_evaluate(board) : 0;
}
