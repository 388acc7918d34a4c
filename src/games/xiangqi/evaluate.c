/* SPDX-License-Identifier: MIT */
/* The static evaluation: material, mobility, pawns across the river, the king's guard. All numbers
 * are by hand, in centipawns. */
#include "xiangqi.h"

const int xiangqi_values[KINDS] = {0, 200, 200, 430, 900, 450, 100};

/* For each square that a piece of the kind may go to. */
static const int mobility[KINDS] = {0, 1, 2, 10, 5, 3, 2};

#define PAWN_CROSSED  70 /* a pawn beyond the river ... */
#define PAWN_MIDDLE   10 /* ... for each file nearer to the middle, and as much less at the end */
#define PAWN_LAST     80 /* less for a pawn on the last rank */
#define KING_EXPOSED  12 /* for each own advisor missing and attacker left */
#define CANNON_SCREEN 6  /* for each piece on the board beyond half of them: screens */
#define TO_MOVE       10

enum term { MATERIAL, MOBILITY, PAWNS, GUARD, SCREENS, TERMS };

static int pawns_score(board_set pawns, int side)
{
    int score = 0;
    while (pawns) {
        const int square = set_pop(&pawns), file = file_of(square);
        const int depth = side ? RANKS - 1 - rank_of(square) : rank_of(square);
        if (depth >= RANKS / 2) {
            score += PAWN_CROSSED + PAWN_MIDDLE * (file > 4 ? 8 - file : file);
            score -= depth == RANKS - 1 ? PAWN_LAST : 0;
        }
    }
    return score;
}

static void add_side(const struct xiangqi_position *position, int side, int sign, int terms[TERMS])
{
    const board_set *own = position->pieces[side], *them = position->pieces[side ^ 1];
    const int attackers = 2 * set_count(them[ROOK]) + set_count(them[CANNON] | them[HORSE]);
    const int screens = set_count(occupied(position)) - 16;
    for (int kind = ADVISOR; kind < KINDS; kind++) {
        terms[MATERIAL] += sign * xiangqi_values[kind] * set_count(own[kind]);
    }
    for (board_set pieces = own[HORSE] | own[ROOK] | own[CANNON] | own[ELEPHANT]; pieces;) {
        const int square = set_pop(&pieces);
        const board_set reach = xiangqi_reach(position, square) & ~position->sides[side];
        const int weight = mobility[piece_kind(position->squares[square])];
        terms[MOBILITY] += sign * weight * set_count(reach);
    }
    terms[PAWNS] += sign * pawns_score(own[PAWN], side);
    terms[GUARD] -= sign * KING_EXPOSED * attackers * (2 - set_count(own[ADVISOR]));
    terms[SCREENS] += sign * CANNON_SCREEN * screens * set_count(own[CANNON]);
}

static score_t sum_terms(const struct xiangqi_position *position, int terms[TERMS])
{
    int total = TO_MOVE;
    add_side(position, position->side, 1, terms);
    add_side(position, position->side ^ 1, -1, terms);
    for (int i = 0; i < TERMS; i++) {
        total += terms[i];
    }
    return total;
}

score_t xiangqi_evaluate(const struct xiangqi_position *position)
{
    int terms[TERMS] = {0};
    return sum_terms(position, terms);
}

void xiangqi_explain(const void *opaque, struct buffer *out)
{
    static const char *const names[TERMS] = {"material", "mobility", "pawns", "guard", "cannons"};
    int terms[TERMS] = {0};
    const score_t total = sum_terms(opaque, terms);
    for (int i = 0; i < TERMS; i++) {
        buffer_printf(out, "%-24s %6d\n", names[i], terms[i]);
    }
    buffer_printf(out, "%-24s %6d\n", "side to move", TO_MOVE);
    buffer_printf(out, "total (side to move, cp) %6d\n", total);
}
