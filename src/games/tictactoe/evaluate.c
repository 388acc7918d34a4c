/* SPDX-License-Identifier: MIT */
/* The static evaluation: the lines that are still open to each player. */
#include "rules.h"

/* Centipawns for a line on which only one player has stones, by the number of stones. */
static const score_t line_values[3] = {0, 10, 30};

/* The sum of the values of the lines without a stone of `others`. */
static score_t open_lines(int stones, int others)
{
    score_t sum = 0;
    for (int i = 0; i < LENGTH(tictactoe_lines); i++) {
        if (!(tictactoe_lines[i] & others)) {
            sum += line_values[bit_count((uint64_t)(tictactoe_lines[i] & stones)) % 3];
        }
    }
    return sum;
}

score_t tictactoe_evaluate(const struct tictactoe_position *position)
{
    int own = position->stones[position->side], others = position->stones[position->side ^ 1];
    return open_lines(own, others) - open_lines(others, own);
}

/* The texts' value: whether the last move has won. */
score_t tictactoe_textbook_value(const struct tictactoe_position *position)
{
    return -tictactoe_has_line(position->stones[position->side ^ 1]);
}

void tictactoe_explain(const struct tictactoe_position *position, struct buffer *out)
{
    int own = position->stones[position->side], others = position->stones[position->side ^ 1];
    buffer_printf(out, "open lines of the side to move  %5d\n", open_lines(own, others));
    buffer_printf(out, "open lines of the opponent      %5d\n", -open_lines(others, own));
    buffer_printf(out, "total (side to move, cp)        %5d\n", tictactoe_evaluate(position));
}
