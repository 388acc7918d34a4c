/* SPDX-License-Identifier: MIT */
#include "evaluate.h"

#include "network.h"

score_t chess_evaluate_in_place(struct chess_position *position)
{
    if (UNLIKELY(position->classical)) {
        return chess_evaluate_classical(position);
    }
    struct chess_state *state = &position->state;
    int correction = chess_scale_by_clock(
        position, chess_network_evaluate(&state->board, &state->network, position->accumulators));
    return chess_clamp_score(chess_evaluate_classical(position) + correction);
}

score_t chess_evaluate(const struct chess_position *position)
{
    struct chess_position copy = *position;
    return chess_evaluate_in_place(&copy);
}
