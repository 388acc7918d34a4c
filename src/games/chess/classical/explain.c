/* SPDX-License-Identifier: MIT */
/* Prints the evaluation for people: the trace of the classical evaluation, one line per group of
 * weights, and the network's correction. */
#include "buffer.h"
#include "chess/evaluate.h"
#include "chess/rules.h"

#define GROUP_ENTRY(name, count, text) {text, WEIGHT_##name, count},

static const struct {
    const char *text;
    int first, count;
} groups[] = {CHESS_WEIGHTS(GROUP_ENTRY)};

static void print_line(struct buffer *out, const char *text, int32_t sum)
{
    buffer_printf(out, "%-62s %6d %6d\n", text, weight_middle(sum), weight_end(sum));
}

/* The cost of the danger to a king, as a weight. */
static int32_t danger_cost(const struct chess_trace *trace, enum side side)
{
    int32_t danger = 0;
    for (int i = 0; i < DANGER_WEIGHTS; i++) {
        danger += trace->danger[side][i] * chess_weights[WEIGHT_FIRST_DANGER + i];
    }
    int middle = weight_middle(danger), end = weight_end(danger);
    return WEIGHT(middle > 0 ? middle * middle / DANGER_DIVISOR : 0,
                  end > 0 ? end * end / DANGER_DIVISOR : 0);
}

void chess_explain(const struct chess_position *position, struct buffer *out)
{
    struct chess_trace trace;
    score_t score = chess_trace(position, &trace);
    buffer_printf(out, "%-62s %6s %6s\n", "White's gain, cp", "middle", "end");
    for (int i = 0; groups[i].first < WEIGHT_FIRST_DANGER; i++) {
        int32_t sum = 0;
        for (int k = 0; k < groups[i].count; k++) {
            sum += trace.counts[groups[i].first + k] * chess_weights[groups[i].first + k];
        }
        if (sum != 0) {
            print_line(out, groups[i].text, sum);
        }
    }
    print_line(out, "danger to Black's king", danger_cost(&trace, BLACK));
    print_line(out, "danger to White's king", -danger_cost(&trace, WHITE));
    buffer_printf(out, "middle game %d of %d, endgame scaled to %d of %d\n", trace.phase,
                  PHASE_FULL, trace.scale, SCALE_FULL);
    struct chess_position copy = *position;
    copy.classical = false;
    score_t total = chess_evaluate(&copy);
    buffer_printf(out, "the sum of these (side to move, cp) %d, the network adds %d\n", score,
                  total - score);
    buffer_printf(out, "total (side to move, cp) %d\n", total);
}
