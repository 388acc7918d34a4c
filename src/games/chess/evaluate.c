/* SPDX-License-Identifier: MIT */
#include "evaluate.h"

#include "network.h"

/* The network is left out if the position selects the classical evaluation. */
score_t chess_evaluate(const struct chess_position *position)
{
    const struct chess_state *state = &position->state;
    if (UNLIKELY(position->classical)) {
        return chess_evaluate_classical(position);
    }
    const int correction =
        chess_scale_by_clock(position, network_evaluate(&chess_network, &state->board,
                                                        position->accumulators, state->place));
    return score_clamp(chess_evaluate_classical(position) + correction, EVALUATION_LIMIT);
}
