/* How good a position is, without looking ahead. */
#include "position.h"

/* How much of the middle game each kind stands for; a full board is PHASE_FULL. */
static const int phase_of_kind[KINDS] = {0, 1, 1, 2, 4, 0};
#define PHASE_FULL 24

static int phase_of(const struct board *board)
{
    int phase = 0;
    for (int kind = KNIGHT; kind <= QUEEN; kind++) {
        phase += phase_of_kind[kind] * bit_count(board->kinds[kind]);
    }
    return phase < PHASE_FULL ? phase : PHASE_FULL;
}

score_t chess_evaluate(const struct chess_position *position)
{
    const struct chess_state *state = &position->state;
    int phase = phase_of(&state->board);
    int white = (weight_middle(state->piece_square) * phase +
                 weight_end(state->piece_square) * (PHASE_FULL - phase)) /
                PHASE_FULL;
    return state->board.side == WHITE ? white : -white;
}

void chess_explain(const void *opaque, struct buffer *out)
{
    const struct chess_position *position = opaque;
    buffer_printf(out, "total (side to move, cp)        %5d\n", chess_evaluate(position));
}
