/* SPDX-License-Identifier: MIT */
/* The weights of the evaluation, in one table.
 *
 * A weight is two scores in one word, centipawns in the middle game (low half) and in the endgame
 * (high half), so that one addition adds both. chess-fit writes the table, classical.weights. */
#ifndef CHESS_CLASSICAL_WEIGHTS_H
#define CHESS_CLASSICAL_WEIGHTS_H

#include <stdint.h>

#include "chess/bitboard.h"
#include "level.h"

/* The groups of weights in order: name, number, description. Squares and ranks are from the point
 * of view of the piece's own side. Every weight is an advantage of one side. */
#define CHESS_WEIGHTS(GROUP)                                                                       \
    GROUP(PIECE_SQUARE, KINDS *SQUARES, "pieces on their squares, material included")              \
    GROUP(MOBILITY_KNIGHT, 9, "knight, by squares it may go to")                                   \
    GROUP(MOBILITY_BISHOP, 14, "bishop, by squares it may go to")                                  \
    GROUP(MOBILITY_ROOK, 15, "rook, by squares it may go to")                                      \
    GROUP(MOBILITY_QUEEN, 28, "queen, by squares it may go to")                                    \
    GROUP(ISOLATED, 1, "pawn without neighbours")                                                  \
    GROUP(DOUBLED, 1, "pawn behind a pawn")                                                        \
    GROUP(BACKWARD, 1, "pawn that cannot be supported on its next square")                         \
    GROUP(PHALANX, RANKS, "pawn beside a pawn, by rank")                                           \
    GROUP(SUPPORTED, RANKS, "pawn supported by a pawn, by rank")                                   \
    GROUP(PASSED, RANKS, "passed pawn, by rank")                                                   \
    GROUP(PASSED_FREE, RANKS, "passed pawn that may advance in safety, by rank")                   \
    GROUP(PASSED_OWN_KING, RANKS, "passed pawn, by distance of its king")                          \
    GROUP(PASSED_ENEMY_KING, RANKS, "passed pawn, by distance of the enemy's king")                \
    GROUP(BISHOP_PAIR, 1, "two bishops")                                                           \
    GROUP(BISHOP_PAWN, 1, "own pawn on the colour of a bishop")                                    \
    GROUP(ROOK_HALF_OPEN, 1, "rook on a file without own pawns")                                   \
    GROUP(ROOK_OPEN, 1, "rook on a file without pawns")                                            \
    GROUP(OUTPOST, 2, "knight, bishop supported where no pawn can drive it off")                   \
    GROUP(BEHIND_PAWN, 1, "knight or bishop behind an own pawn")                                   \
    GROUP(PAWN_THREAT, KINDS, "pawn attacks a piece, by kind")                                     \
    GROUP(MINOR_THREAT, KINDS, "knight or bishop attacks a piece, by kind")                        \
    GROUP(ROOK_THREAT, KINDS, "rook attacks a piece, by kind")                                     \
    GROUP(HANGING, 1, "attacked piece that nothing defends")                                       \
    GROUP(PUSH_THREAT, 1, "piece that a safe advance would attack with a pawn")                    \
    GROUP(SHELTER, 4 * RANKS, "own pawn before the king, by file from the edge and rank")          \
    GROUP(STORM, 4 * RANKS, "enemy pawn before the king, by file from the edge and rank")          \
    GROUP(TEMPO, 1, "the move")                                                                    \
    CHESS_DANGER_WEIGHTS(GROUP)

/* The last groups are units of danger to a king, whose sum is squared, and not scores. */
#define CHESS_DANGER_WEIGHTS(GROUP)                                                                \
    GROUP(DANGER_ATTACKER, KINDS, "piece that attacks beside the king, by kind")                   \
    GROUP(DANGER_RING, 1, "attack on a square beside the king")                                    \
    GROUP(DANGER_WEAK, 1, "square beside the king that he alone defends")                          \
    GROUP(DANGER_CHECK, KINDS, "safe check by a kind of piece")                                    \
    GROUP(DANGER_OPEN, 1, "file beside the king without a pawn of his before him")                 \
    GROUP(DANGER_STORM, RANKS, "attacker's pawn before the king, by rank as the king counts")      \
    GROUP(DANGER_QUEENLESS, 1, "attacker without a queen")                                         \
    GROUP(DANGER_BASE, 1, "any king")

/* Where each group begins (WEIGHT_name) and ends. */
enum {
#define CHESS_WEIGHT_PLACE(name, count, text)                                                      \
    WEIGHT_##name, WEIGHT_LAST_##name = WEIGHT_##name + (count)-1,
    CHESS_WEIGHTS(CHESS_WEIGHT_PLACE)
#undef CHESS_WEIGHT_PLACE
        WEIGHTS,
    WEIGHT_FIRST_DANGER = WEIGHT_DANGER_ATTACKER,
    DANGER_WEIGHTS = WEIGHTS - WEIGHT_FIRST_DANGER
};

/* Danger d costs d * d / DANGER_DIVISOR centipawns. */
#define DANGER_DIVISOR 512

PER_LEVEL_DATA const int32_t chess_weights[WEIGHTS];

#define WEIGHT(middle, end) ((int32_t)((uint32_t)(end) << 16) + (middle))

INLINE int weight_middle(int32_t weight)
{
    return (int16_t)(uint16_t)weight;
}

INLINE int weight_end(int32_t weight)
{
    return (int16_t)(uint16_t)((uint32_t)(weight + 0x8000) >> 16);
}

#endif
