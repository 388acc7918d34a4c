/* SPDX-License-Identifier: MIT */
/* The classical evaluation: a sum of weights chosen by hand and tuned by chess-fit. The network
 * adds a correction to it (evaluate.c). The classical evaluation alone explains a position to
 * people, and it generated the network's first training games. The rest of the game uses only this
 * header. */
#ifndef CHESS_CLASSICAL_CLASSICAL_H
#define CHESS_CLASSICAL_CLASSICAL_H

#include "level.h"
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

/* The part of the evaluation that depends only on pawns and kings. Most positions of a search have
 * the same pawns and kings as an earlier one, so this part is cached (Chess Programming Wiki, "Pawn
 * Hash Table"). An entry of all zeros is empty. */
struct chess_pawn_entry {
    uint64_t key;             /* of the pawns and the kings' squares */
    int32_t score;            /* White's advantage, a WEIGHT */
    int32_t danger[SIDES];    /* to the king of that side, a WEIGHT */
    bitboard_t passed[SIDES]; /* pawns */
};

/* Entries of a cache; a power of two. */
#define CHESS_PAWN_CACHE 2048

#endif
