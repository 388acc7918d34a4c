/* SPDX-License-Identifier: MIT */
/* The static evaluation: lines of four that are still open, and threats by the rank they are on. */
#ifndef CONNECT4_EVALUATE_H
#define CONNECT4_EVALUATE_H

#include "buffer.h"
#include "level.h"
#include "position.h"
#include "score.h"

/* Centipawns for the side to move; never a mate score. SCORE_DRAW when the game is over. */
PER_LEVEL score_t connect4_evaluate(const void *position);

/* Appends the evaluation, one line a term. */
PER_LEVEL void connect4_explain(const void *position, struct buffer *out);

#endif
