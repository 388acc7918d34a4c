/* SPDX-License-Identifier: MIT */
/* The classical evaluation: a sum of weights chosen by hand and tuned by chess-fit. The network
 * adds a correction to it (evaluate.c). The classical evaluation alone explains a position to
 * people, and it generated the network's first training games. The rest of the game uses only this
 * header. */
#ifndef CHESS_CLASSICAL_CLASSICAL_H
#define CHESS_CLASSICAL_CLASSICAL_H

#include "level.h"
#include "pawns.h"
#include "score.h"
#include "weights.h"

struct chess_position;

/* The classical evaluation alone, in centipawns for the side to move. */
PER_LEVEL score_t chess_evaluate_classical(const struct chess_position *position);

/* The trace of a classical evaluation: how often each weight counted, White's count less Black's,
 * and the two factors of the taper. Weights of king danger are counted separately for each side's
 * king. */
struct chess_trace {
    int16_t counts[WEIGHTS];
    int16_t danger[SIDES][DANGER_WEIGHTS]; /* to the king of that side */
    int phase;                             /* 0 .. PHASE_FULL: how much middle game is left */
    int scale; /* 0 .. SCALE_FULL: how much of the endgame's score counts */
};

#define PHASE_FULL 24
#define SCALE_FULL 64

/* The classical evaluation; stores its trace. */
PER_LEVEL score_t chess_trace(const struct chess_position *position, struct chess_trace *trace);

/* The groups of weights, in the order of CHESS_WEIGHTS (explain.c). */
struct chess_weight_group {
    const char *name, *text;
    int first, count;
};

extern const struct chess_weight_group chess_weight_groups[];
extern const int chess_weight_group_count;

#endif
