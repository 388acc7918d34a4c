/* SPDX-License-Identifier: MIT */
/* Static exchange evaluation: the material gain of the captures on one square, in which each side
 * captures with its least valuable piece as long as that gains (CPW, "SEE - The Swap Algorithm").
 * Cannons gain and lose screens as pieces leave the board. */
#ifndef XIANGQI_SEE_H
#define XIANGQI_SEE_H

#include "rules.h"

/* The pieces that are left on the board, and the target of all captures. */
struct exchange {
    const struct xiangqi_position *position;
    board_set all;
    unsigned file_bits; /* of the target's file */
    int target;
};

static UNUSED void leave(struct exchange *exchange, int square)
{
    exchange->all &= ~square_bit(square);
    if (file_of(square) == file_of(exchange->target)) {
        exchange->file_bits &= ~(1U << rank_of(square));
    }
}

/* The pieces of a kind with which a side can capture. */
static UNUSED board_set attackers(const struct exchange *exchange, int side, enum kind kind)
{
    const int target = exchange->target;
    const board_set pieces = exchange->position->pieces[side][kind] & exchange->all;
    if (!pieces || !(xiangqi_places[side][kind] & square_bit(target))) {
        return 0;
    }
    switch (kind) {
    case KING:
        return xiangqi_king[target] & pieces;
    case ADVISOR:
        return xiangqi_advisor[target] & pieces;
    case ELEPHANT:
        return elephant_reach(target, exchange->all) & pieces;
    case HORSE:
        return horses_reach(target, exchange->all) & pieces;
    case ROOK:
        return rook_reach(target, exchange->all, exchange->file_bits) & pieces;
    case CANNON:
        return cannon_reach(target, exchange->all, exchange->file_bits) & pieces;
    default:
        return xiangqi_pawn_to[side][target] & pieces;
    }
}

/* The kind of the least valuable piece that can capture, with its square in *from; KINDS if there
 * is none. */
static UNUSED enum kind least_attacker(const struct exchange *exchange, int side, int *from)
{
    static const uint8_t order[KINDS] = {PAWN, ADVISOR, ELEPHANT, HORSE, CANNON, ROOK, KING};
    for (int i = 0; i < KINDS; i++) {
        const board_set able = attackers(exchange, side, (enum kind)order[i]);
        if (able) {
            *from = set_lowest(able);
            return (enum kind)order[i];
        }
    }
    return KINDS;
}

/* Whether the move, and the captures after it on its target, gain the mover `margin` centipawns or
 * more. Ignores pins. */
static UNUSED bool xiangqi_see_ge(const struct xiangqi_position *position, move_t move,
                                  score_t margin)
{
    const int from = move_from(move), victim = position->squares[move_to(move)];
    /* Centipawns above the margin, for the side that has just captured; in the following steps,
     * assuming that its piece is lost. */
    int surplus = (victim ? xiangqi_values[piece_kind(victim)] : 0) - margin;
    if (surplus < 0) {
        return false;
    }
    surplus -= xiangqi_values[piece_kind(position->squares[from])];
    if (surplus >= 0) {
        return true;
    }
    struct exchange exchange = {
        .position = position,
        .all = occupied(position) | square_bit(move_to(move)),
        .file_bits = position->files[file_of(move_to(move))],
        .target = move_to(move),
    };
    leave(&exchange, from);
    bool holds = true; /* for the mover, if there are no more captures */
    for (int side = position->side ^ 1;; side ^= 1) {
        int square;
        const enum kind kind = least_attacker(&exchange, side, &square);
        if (kind == KINDS) {
            return holds;
        }
        if (kind == KING) {
            leave(&exchange, square);
            /* A king captures only an unprotected piece. */
            return least_attacker(&exchange, side ^ 1, &square) == KINDS ? !holds : holds;
        }
        /* One side reaches the margin exactly when the other does not: a surplus of x for one is a
         * surplus of -x - 1 for the other. */
        holds = !holds;
        surplus = -surplus - 1 - xiangqi_values[kind];
        if (surplus >= 0) {
            return holds;
        }
        leave(&exchange, square);
    }
}

#endif
