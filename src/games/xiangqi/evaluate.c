/* SPDX-License-Identifier: MIT */
/* The static evaluation, from the network. */
#include "network.h"
#include "rules.h"

/* Centipawns: an evaluation is smaller than the score of any known result. */
#define MOST 15000

PER_LEVEL const int xiangqi_values[KINDS] = {0, 200, 200, 430, 900, 450, 100};

score_t xiangqi_evaluate(const struct xiangqi_position *position)
{
    return score_clamp(
        network_evaluate(&xiangqi_network, position, position->accumulators, position->state.place),
        MOST);
}

static int material(const struct xiangqi_position *position, int side)
{
    int sum = 0;
    for (int kind = KING; kind < KINDS; kind++) {
        sum += xiangqi_values[kind] * set_count(position->pieces[side][kind]);
    }
    return sum;
}

void xiangqi_explain(const struct xiangqi_position *position, struct buffer *out)
{
    struct xiangqi_position turned = *position;
    turned.side ^= 1;
    const int pieces = material(position, position->side) - material(position, turned.side);
    const score_t total = xiangqi_evaluate(position);
    const score_t move = (total + xiangqi_evaluate(&turned)) / 2;
    buffer_printf(out, "material                 %6d\n", pieces);
    buffer_printf(out, "squares and cooperation  %6d\n", total - move - pieces);
    buffer_printf(out, "right to move            %6d\n", move);
    buffer_printf(out, "total (side to move, cp) %6d\n", total);
}
