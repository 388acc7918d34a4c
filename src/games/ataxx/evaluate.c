/* SPDX-License-Identifier: MIT */
/* The static evaluation: pieces, and empty squares beside them, where they can be captured. */
#include "ataxx.h"

/* Centipawns. */
#define PIECE   100
#define EXPOSED 20 /* an empty square beside pieces of a side */

static score_t exposure(bitboard_t pieces, bitboard_t empty)
{
    return EXPOSED * bit_count(ataxx_near(pieces) & empty);
}

score_t ataxx_evaluate(const struct ataxx_position *position)
{
    const bitboard_t empty = ataxx_empty(position);
    return PIECE * ataxx_lead(position) - exposure(position->pieces[position->side], empty) +
           exposure(position->pieces[position->side ^ 1], empty);
}

void ataxx_explain(const void *opaque, struct buffer *out)
{
    const struct ataxx_position *position = opaque;
    const score_t pieces = PIECE * ataxx_lead(position), total = ataxx_evaluate(position);
    buffer_printf(out, "pieces                   %6d\n", pieces);
    buffer_printf(out, "exposed squares          %6d\n", total - pieces);
    buffer_printf(out, "total (side to move, cp) %6d\n", total);
}
