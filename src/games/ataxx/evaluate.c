/* SPDX-License-Identifier: MIT */
/* The static evaluation, from the network. */
#include "network.h"
#include "rules.h"

/* Centipawns: an evaluation is smaller than the score of any known result. */
#define MOST 15000

score_t ataxx_evaluate(const struct ataxx_position *position)
{
    const score_t score = ataxx_network_evaluate(&ataxx_network, position);
    return score > MOST ? MOST : score < -MOST ? -MOST : score;
}

void ataxx_explain(const struct ataxx_position *position, struct buffer *out)
{
    struct ataxx_position even = *position;
    even.side ^= 1;
    const score_t total = ataxx_evaluate(position);
    const score_t move = (total + ataxx_evaluate(&even)) / 2;
    buffer_printf(out, "pieces ahead             %6d\n", ataxx_lead(position));
    buffer_printf(out, "patterns                 %6d\n", total - move);
    buffer_printf(out, "right to move            %6d\n", move);
    buffer_printf(out, "total (side to move, cp) %6d\n", total);
}
