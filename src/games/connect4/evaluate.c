/* SPDX-License-Identifier: MIT */
/* The static evaluation: lines of four that are still open, and threats by their rank. */
#include "rules.h"

/* A term adds (count of the side to move - count of the other side) * weight to the evaluation;
 * weights are centipawns. */
enum term { TERM_TWOS, TERM_THREES, TERM_THREATS, TERM_LASTING, TERM_NOW, TERM_COUNT };

static const struct {
    const char *name;
    score_t weight;
} terms[TERM_COUNT] = {
    [TERM_TWOS] = {"open lines with two stones", 4},
    [TERM_THREES] = {"open lines with three stones", 8},
    /* Squares that would make four, without a threat of either side below them in the column. */
    [TERM_THREATS] = {"threats", 16},
    /* Threats on the ranks that their owner gets when only one column is left to fill: odd ranks
     * for the first player, even ranks for the second (Allis, "A Knowledge-based Approach of
     * Connect-Four", 1988). */
    [TERM_LASTING] = {"of them, on ranks that fall to their owner", 60},
    [TERM_NOW] = {"threats that can be played at once", 40},
};

/* Added if the side to move has a threat that it can play now; subtracted if the other side has two
 * such threats. */
#define WIN_NEXT_MOVE  ((score_t)5000) /* centipawns */
#define LOSE_NEXT_MOVE ((score_t)4000) /* centipawns */

struct line_counts {
    int with[4]; /* lines with this number of stones of one side and none of the other */
};

/* Counts the lines of four along one direction. Bit i of each word below belongs to the line that
 * begins on square i; `twos` and `ones` are the binary digits of its number of stones. */
static void count_lines_along(bitboard_t stones, bitboard_t others, int step,
                              struct line_counts *counts)
{
    bitboard_t begins = CONNECT4_BOARD;
    begins &= begins >> step & begins >> 2 * step & begins >> 3 * step;
    bitboard_t open = begins & ~(others | others >> step | others >> 2 * step | others >> 3 * step);
    bitboard_t near_one = stones ^ stones >> step, near_two = stones & stones >> step;
    bitboard_t far_one = near_one >> 2 * step, far_two = near_two >> 2 * step;
    bitboard_t ones = near_one ^ far_one;
    bitboard_t carry = near_one & far_one;
    bitboard_t twos = near_two ^ far_two ^ carry;
    counts->with[2] += bit_count(open & twos & ~ones);
    counts->with[3] += bit_count(open & twos & ones);
}

static struct line_counts count_lines(bitboard_t stones, bitboard_t others)
{
    struct line_counts counts = {{0}};
    count_lines_along(stones, others, 1, &counts);
    count_lines_along(stones, others, 6, &counts);
    count_lines_along(stones, others, 7, &counts);
    count_lines_along(stones, others, 8, &counts);
    return counts;
}

/* The squares above these, up to the tops of their columns. */
static bitboard_t squares_above(bitboard_t squares)
{
    bitboard_t above = squares << 1 & CONNECT4_BOARD;
    for (int step = 2; step < CONNECT4_RANKS; step++) {
        above |= above << 1 & CONNECT4_BOARD;
    }
    return above;
}

/* The counts of one side; `lasting` are the ranks that it gets at the end. */
static void count_terms(bitboard_t stones, bitboard_t others, bitboard_t lasting,
                        int counts[TERM_COUNT])
{
    bitboard_t occupied = stones | others;
    bitboard_t landings = (occupied + CONNECT4_BOTTOM) & CONNECT4_BOARD;
    bitboard_t all = connect4_threats(stones, occupied);
    bitboard_t useless = squares_above(connect4_threats(others, occupied) | all);
    bitboard_t threats = all & ~useless;
    struct line_counts lines = count_lines(stones, others);
    counts[TERM_TWOS] = lines.with[2];
    counts[TERM_THREES] = lines.with[3];
    counts[TERM_THREATS] = bit_count(threats);
    counts[TERM_LASTING] = bit_count(threats & lasting & ~landings);
    counts[TERM_NOW] = bit_count(all & landings);
}

struct evaluation {
    int own[TERM_COUNT], other[TERM_COUNT];
    score_t tactics;
};

static struct evaluation evaluate(const struct connect4_position *position)
{
    bool first = (position->ply & 1) == 0;
    struct evaluation evaluation;
    count_terms(position->own, position->other, first ? CONNECT4_ODD_RANKS : CONNECT4_EVEN_RANKS,
                evaluation.own);
    count_terms(position->other, position->own, first ? CONNECT4_EVEN_RANKS : CONNECT4_ODD_RANKS,
                evaluation.other);
    /* cppcheck-suppress uninitvar ; count_terms fills both in */
    evaluation.tactics = evaluation.own[TERM_NOW] > 0     ? WIN_NEXT_MOVE
                         : evaluation.other[TERM_NOW] > 1 ? -LOSE_NEXT_MOVE
                                                          : 0;
    return evaluation;
}

static score_t total(const struct evaluation *evaluation)
{
    score_t sum = evaluation->tactics;
    for (int term = 0; term < TERM_COUNT; term++) {
        sum += terms[term].weight * (evaluation->own[term] - evaluation->other[term]);
    }
    return sum;
}

score_t connect4_evaluate(const struct connect4_position *position)
{
    if (connect4_result(position) != RESULT_NONE) {
        return SCORE_DRAW;
    }
    struct evaluation evaluation = evaluate(position);
    return total(&evaluation);
}

void connect4_explain(const struct connect4_position *position, struct buffer *out)
{
    buffer_printf(out,
                  "69 lines of four, two stones 1, three 100, four 1000000: own %d, other %d\n",
                  connect4_textbook_sum(position->own, position->other),
                  connect4_textbook_sum(position->other, position->own));
    if (connect4_result(position) == RESULT_NONE) {
        struct evaluation evaluation = evaluate(position);
        for (int term = 0; term < TERM_COUNT; term++) {
            buffer_printf(out, "%s: own %d, other %d, weight %d\n", terms[term].name,
                          evaluation.own[term], evaluation.other[term], (int)terms[term].weight);
        }
        buffer_printf(out, "wins or loses at once: %d\n", (int)evaluation.tactics);
    } else {
        buffer_puts(out, "the game is over\n");
    }
    buffer_printf(out, "total: %d\n", (int)connect4_evaluate(position));
}
