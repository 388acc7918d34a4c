/* What a position is worth without looking ahead: a sum of weights that each have a name, and what
 * a network has learned to add to it (network.h). The sum alone explains a position to people, and
 * played the network's first games. */
#ifndef CHESS_EVALUATE_H
#define CHESS_EVALUATE_H

#include "score.h"
#include "weights.h"

struct buffer;
struct chess_position;

/* Centipawns for the side to move; never a mate score. With the network, unless the position says
 * by hand. What the network keeps of the position is brought up to date. */
score_t chess_evaluate(struct chess_position *position);

/* The sum of weights alone. */
score_t chess_judge(const struct chess_position *position);

/* How an evaluation came about: how often each weight counted, White's times less Black's, and the
 * two factors of the taper. Danger weights count for each side's king apart. */
struct chess_trace {
    int16_t counts[WEIGHTS];
    int16_t danger[SIDES][DANGER_WEIGHTS]; /* to the king of that side */
    int phase;                             /* of PHASE_FULL: how much middle game is left */
    int scale; /* of SCALE_FULL: how much of the endgame's score counts */
};

#define PHASE_FULL 24
#define SCALE_FULL 64

/* The same by hand, leaving the trace. */
score_t chess_trace(const struct chess_position *position, struct chess_trace *trace);

/* The trace in words, a line a group of weights; see struct game. */
void chess_explain(const void *position, struct buffer *out);

/* The groups of weights, for those who print them. */
struct chess_weight_group {
    const char *name, *text;
    int first, count;
};
extern const struct chess_weight_group chess_weight_groups[];
extern const int chess_weight_group_count;

#endif
