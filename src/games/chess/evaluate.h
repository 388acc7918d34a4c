/* The evaluation's interface: what it keeps beside the position, and what it says.
 *
 * `struct evaluation` is the evaluation's own state; the position calls evaluation_add and
 * evaluation_remove for each piece that comes or goes, and otherwise only copies it. A trained
 * network would keep its accumulators here. */
#ifndef CHESS_EVALUATE_H
#define CHESS_EVALUATE_H

#include "score.h"
#include "weights.h"

struct buffer;
struct chess_position;

struct evaluation {
    int32_t piece_square; /* White's gain, a sum of weights */
};

INLINE int32_t weight_of_piece(enum side side, enum kind kind, int square)
{
    int32_t weight =
        chess_weights[WEIGHT_PIECE_SQUARE + (int)kind * SQUARES + square_for(side, square)];
    return side == WHITE ? weight : -weight;
}

INLINE void evaluation_add(struct evaluation *evaluation, enum side side, enum kind kind,
                           int square)
{
    evaluation->piece_square += weight_of_piece(side, kind, square);
}

INLINE void evaluation_remove(struct evaluation *evaluation, enum side side, enum kind kind,
                              int square)
{
    evaluation->piece_square -= weight_of_piece(side, kind, square);
}

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

/* Centipawns for the side to move; never a mate score. */
score_t chess_evaluate(const struct chess_position *position);

/* The same, leaving the trace. */
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
